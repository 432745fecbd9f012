import { getSchema, type SchemaName } from "../../../src/contract/schema/fields.ts";
import type { Account } from "../../../src/contract/generated/entities.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { endpoints, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import { createVendorCall, type VendorCall } from "../../../src/portal/providers/calls/vendorCall.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";

/** A signed-in user of the measured server. */
export interface Vendor {
  account: Account;
  call: VendorCall;
  /** The portal's local storage of this user: what makes a page signed in. */
  storage: Record<string, string>;
}

/** Where the portal keeps its session in local storage. */
const SESSION = "flood-model-portal.session";

/** Signs a user of the demo password in by call. */
export async function signInVendor(url: string, username: string): Promise<Vendor> {
  const bases = { authBaseUrl: `${url}/api`, middlewareBaseUrl: `${url}/api` };
  const nobody = createVendorCall(bases, () => undefined);
  // By the bare call: the portal's own way to sign in keeps a session, which needs a browser.
  const { rows } = await nobody(endpoints.signIn, { body: { username, password: DEMO_PASSWORD } });
  const account = { ...rows[0], id: String(rows[0]?.id) } as Account;
  return {
    account,
    call: createVendorCall(bases, () => account.accessToken),
    storage: { [SESSION]: JSON.stringify(account) },
  };
}

/** The lists that come from calls, as the form reads them. */
export async function loadReferences({ call }: Vendor): Promise<References> {
  const list = async (endpoint: Endpoint, schema: SchemaName) =>
    (await call(endpoint)).rows.map((row) => decode(getSchema(schema), row, "read"));
  return {
    collections: await list(endpoints.listCollections, "collection"),
    agencies: await list(endpoints.listAgencies, "agency"),
    software: await list(endpoints.listSoftware, "software"),
    contactRoles: await list(endpoints.listContactRoles, "contact-role"),
  } as unknown as References;
}
