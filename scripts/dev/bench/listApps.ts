import type { JsonObject } from "../../../src/contract/json.ts";
import { getFieldList, getFieldText, getSchema } from "../../../src/contract/schema/fields.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { fetchReferences } from "../../../src/portal/providers/calls/referenceCalls.ts";
import type { Vendor } from "../lib/vendor.ts";
import type { BrowserBench } from "./browserBench.ts";
import type { ExpectedElements } from "./probe.ts";

/** An application that lists records. */
export interface ListApp {
  /** Prefix of its samples. */
  name: "portal" | "react-admin";
  loginUrl: string;
  homeUrl: string;
  /** Selector of a record on Home. */
  record: string;
  /** Selector of the search field. */
  search: string;
  /** Local storage entries of a signed-in user. */
  storage: Record<string, string>;
  username: string;
}

export const LOGIN_PAGE: ExpectedElements = { selector: "input[type=password]" };

export const LIST_COLUMNS = { Portal: "portal", "Plain react-admin": "react-admin" };

/** Returns the portal and a plain react-admin application with the records of the same vendor. */
export async function buildListApps(bench: BrowserBench, vendor: Vendor): Promise<ListApp[]> {
  const { username } = vendor.account;
  bench.peerData.lists.set(username, await listFlatRecords(vendor));
  return [
    {
      name: "portal",
      loginUrl: `${bench.portal}/metadata_app/login`,
      homeUrl: `${bench.portal}/metadata_app/app/`,
      record: "main li a.opens",
      search: "input[type=search]",
      storage: vendor.storage,
      username,
    },
    buildReactAdminApp(bench.peers, username),
  ];
}

export const buildReactAdminApp = (url: string, list: string): ListApp => ({
  name: "react-admin",
  // Directly to the login page: react-admin retries for seconds before it redirects there.
  loginUrl: `${url}/plain-admin/?list=${list}#/login`,
  homeUrl: `${url}/plain-admin/?list=${list}`,
  record: "tbody tr",
  search: "input[name=q]",
  storage: { "plain-admin.user": "{}" },
  username: list,
});

async function listFlatRecords(vendor: Vendor): Promise<JsonObject[]> {
  const references = await fetchReferences(vendor.call);
  const { username } = vendor.account;
  const { rows } = await vendor.call(endpoints.listRecords, { params: { username } });
  const schema = getSchema("metadata");
  return rows.map((row) => {
    const { id, status, timeOfLastStatusChange } = decode(getSchema("record"), row, "read");
    const metadata = decode(schema, row, "read", references);
    return {
      id,
      title: getFieldText(schema, metadata, "title"),
      identifier: getFieldText(schema, metadata, "identifier"),
      summary: getFieldText(schema, metadata, "summary"),
      cities: getFieldList(schema, metadata, "city").join(", "),
      counties: getFieldList(schema, metadata, "county").join(", "),
      status,
      since: timeOfLastStatusChange,
    };
  });
}
