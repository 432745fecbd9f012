import type { Account } from "../../../src/contract/generated/entities.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { createVendorCall, type VendorCall } from "../../../src/portal/providers/calls/vendorCall.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";

/** A demo vendor with records in every status. */
export const DEMO_VENDOR = "vendor1";

/** A signed-in user of a test server. */
export interface Vendor {
  /** The server's address, without a path. */
  url: string;
  account: Account;
  call: VendorCall;
  /** Local storage entries that make the portal's pages signed in. */
  storage: Record<string, string>;
}

const SESSION_KEY = "flood-model-portal.session";

/** Signs in with the demo password. The portal's own sign-in needs a browser. */
export async function signIn(url: string, username = DEMO_VENDOR): Promise<Vendor> {
  const baseUrls = { authBaseUrl: `${url}/api`, middlewareBaseUrl: `${url}/api` };
  const callWithoutToken = createVendorCall(baseUrls, () => undefined);
  const { rows } = await callWithoutToken(endpoints.signIn, { body: { username, password: DEMO_PASSWORD } });
  const account = { ...rows[0], id: String(rows[0]?.id) } as Account;
  return {
    url,
    account,
    call: createVendorCall(baseUrls, () => account.accessToken),
    storage: { [SESSION_KEY]: JSON.stringify(account) },
  };
}
