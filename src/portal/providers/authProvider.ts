import type { AuthProvider } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { session } from "./session.ts";
import { signIn } from "./signIn.ts";
import type { VendorCall } from "./vendorCall.ts";
import { VendorError } from "./vendorError.ts";

/** Who may use the portal, and when that ends. The one place that decides about a 401. */
export function createAuthProvider(call: VendorCall): AuthProvider {
  return {
    async login(credentials: { username: string; password: string }) {
      session.start(await signIn(call, credentials));
    },
    /** The root shows the sign-in page by itself: react-admin is told not to redirect. */
    async logout() {
      session.end(session.takeFarewell() ?? messages.loggedOut);
      return false;
    },
    async checkAuth() {
      if (!session.current() || session.isExpired()) throw new Error(messages.sessionExpired);
    },
    async checkError(error: unknown) {
      if (!(error instanceof VendorError) || error.status !== 401) return;
      session.end(messages.sessionExpired);
      throw error;
    },
    async getIdentity() {
      const account = session.current();
      if (!account) throw new Error(messages.sessionExpired);
      return { id: account.id, fullName: account.username };
    },
    async getPermissions() {
      return session.current()?.roles ?? [];
    },
  };
}
