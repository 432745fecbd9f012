import type { Account } from "../../../src/contract/generated/entities.ts";
import { getSchema, type SchemaName } from "../../../src/contract/schema/fields.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { endpoints, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
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

/** Loads the reference lists that the form loads from the services. */
export async function loadReferences({ call }: Vendor): Promise<References> {
  const load = async (endpoint: Endpoint, schema: SchemaName) =>
    (await call(endpoint)).rows.map((row) => decode(getSchema(schema), row, "read"));
  return {
    collections: await load(endpoints.listCollections, "collection"),
    agencies: await load(endpoints.listAgencies, "agency"),
    software: await load(endpoints.listSoftware, "software"),
    contactRoles: await load(endpoints.listContactRoles, "contact-role"),
  } as unknown as References;
}
