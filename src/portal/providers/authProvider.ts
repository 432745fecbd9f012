import type { AuthProvider } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { isAdmin } from "../../contract/roles.ts";
import { session } from "./session.ts";
import { startSession } from "./calls/signIn.ts";
import type { VendorCall } from "./calls/vendorCall.ts";
import { VendorError } from "./calls/vendorError.ts";

/**
 * Who may use the portal, and when that ends. The one place that decides about a 401.
 *
 * Leaving by choice, react-admin forgets all that this device keeps of how the portal was used. A session that ends by
 * itself is no farewell: how lists are shown, and which banners were dismissed, is as it was when the user is back.
 */
export function createAuthProvider(call: VendorCall): AuthProvider {
  return {
    login: (credentials: { username: string; password: string }) => startSession(call, credentials),
    /** The root shows the sign-in page by itself: react-admin is told not to redirect. */
    async logout() {
      session.end(messages.loggedOut);
      return false;
    },
    async checkAuth() {
      if (!session.current() || session.isExpired()) throw new Error(messages.sessionExpired);
    },
    async checkError(error: unknown) {
      if (!(error instanceof VendorError) || error.status !== 401) return;
      session.expire();
      // Another tab's session goes on, but this call has failed, and who made it is to hear so.
      if (session.current()) return;
      // The session is over already: signing out, react-admin would forget the user's choices too.
      throw Object.assign(new Error(messages.sessionExpired), { logoutUser: false, message: false });
    },
    async getIdentity() {
      const account = session.current();
      if (!account) throw new Error(messages.sessionExpired);
      return { id: account.id, fullName: account.username };
    },
    /** Reviews are the agency's admins'. It decides what is shown; the services decide what is done. */
    async canAccess({ resource }) {
      const account = session.current();
      return account !== undefined && (resource !== "reviews" || isAdmin(account));
    },
  };
}
