import type { AuthProvider } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { isAdmin } from "../../contract/roles.ts";
import { session } from "./session.ts";
import { startSession } from "./calls/signIn.ts";
import type { VendorCall } from "./calls/vendorCall.ts";
import { ApiError } from "./calls/apiError.ts";

/**
 * Decides what a 401 means. Only a chosen logout clears react-admin's stored preferences; an expired session keeps
 * them.
 */
export function createAuthProvider(call: VendorCall): AuthProvider {
  return {
    login: (credentials: { username: string; password: string }) => startSession(call, credentials),
    /** Returns false: Root shows the login page, so react-admin must not redirect. */
    async logout() {
      session.end(messages.loggedOut);
      return false;
    },
    async checkAuth() {
      if (!session.getAccount() || session.isExpired()) throw new Error(messages.sessionExpired);
    },
    async checkError(error: unknown) {
      if (!(error instanceof ApiError) || error.status !== 401) return;
      session.expire();
      // Another tab renewed the session: it stays, and only this call fails.
      if (session.getAccount()) return;
      // The session has already ended. A react-admin logout would also clear the stored preferences.
      throw Object.assign(new Error(messages.sessionExpired), { logoutUser: false, message: false });
    },
    async getIdentity() {
      const account = session.getAccount();
      if (!account) throw new Error(messages.sessionExpired);
      return { id: account.id, fullName: account.username };
    },
    /** Hides the review screens from vendors. The services enforce the permission. */
    async canAccess({ resource }) {
      const account = session.getAccount();
      return account !== undefined && (resource !== "reviews" || isAdmin(account));
    },
  };
}
