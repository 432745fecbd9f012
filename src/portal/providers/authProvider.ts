import type { AuthProvider } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { forgetChoices } from "./forgetChoices.ts";
import { session } from "./session.ts";
import { signIn } from "./signIn.ts";
import type { VendorCall } from "./vendorCall.ts";
import { VendorError } from "./vendorError.ts";

/**
 * Who may use the portal, and when that ends. The one place that decides about a 401.
 *
 * Leaving by choice forgets everything this device keeps of how the portal was used. A session that ends by itself is
 * no farewell: how lists are shown, and which banners were dismissed, is as it was when the user is back.
 */
export function createAuthProvider(call: VendorCall): AuthProvider {
  return {
    async login(credentials: { username: string; password: string }) {
      session.start(await signIn(call, credentials));
    },
    /** The root shows the sign-in page by itself: react-admin is told not to redirect. */
    async logout() {
      forgetChoices();
      session.end(messages.loggedOut);
      return false;
    },
    async checkAuth() {
      if (!session.current() || session.isExpired()) throw new Error(messages.sessionExpired);
    },
    async checkError(error: unknown) {
      if (!(error instanceof VendorError) || error.status !== 401) return;
      session.end(messages.sessionExpired);
      // The session is over already: signing out, react-admin would forget the user's choices too.
      throw Object.assign(new Error(messages.sessionExpired), { logoutUser: false, message: false });
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
