import { endpoints, fillPath, parseRows, type Endpoint } from "../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../src/contract/schema/product.ts";
import { DEMO_PASSWORD } from "../../src/server/seed/demoData.ts";

/** Logs a demo user in to a running product, for calls besides those of the browser. */
export async function openVendorSession(url: string, username = "vendor1") {
  const send = async (
    { method, path }: Endpoint,
    params: Record<string, string>,
    body?: JsonObject,
    token?: string,
  ) => {
    const answer = await fetch(`${url}/api${fillPath(path, params)}`, {
      method,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token !== undefined && { "x-access-token": token }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const content = (await answer.json()) as JsonObject;
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(content)}`);
    return content;
  };
  const account = await send(endpoints.signIn, {}, { username, password: DEMO_PASSWORD });
  const call = async (endpoint: Endpoint, params: Record<string, string> = {}, body?: JsonObject) =>
    parseRows(await send(endpoint, params, body, String(account["accessToken"])));
  const read = async (recordId: string): Promise<JsonObject> =>
    (await call(endpoints.getRecord, { recordId }))[0]!;
  return {
    /** The account as the portal stores it in its session. */
    account,
    call,
    read,
    records: () => call(endpoints.listRecords, { username }),
    /** Duplicates the demo record with this title. Returns the id of the copy, which is in progress. */
    async copyOf(title: string): Promise<string> {
      const found = (await call(endpoints.listRecords, { username })).find(
        ({ model_title }) => model_title === title,
      );
      const [made] = await call(
        endpoints.duplicateRecord,
        {},
        {
          [RECORD_ID_KEY]: found?.[RECORD_ID_KEY],
        },
      );
      return String(made?.[RECORD_ID_KEY]);
    },
  };
}
