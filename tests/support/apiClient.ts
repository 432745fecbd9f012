import { endpoints, fillPath, parseRows, type Endpoint } from "../../src/contract/wire/endpoints.ts";
import type { FieldError } from "../../src/contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { encode } from "../../src/contract/wire/wire.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { DEMO_PASSWORD } from "../../src/server/seed/demoData.ts";
import { loadReferences } from "../../src/server/stores/referenceStore.ts";
import { aMetadata } from "./aMetadata.ts";

export interface CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: JsonObject;
  rows: JsonObject[];
  message: string;
  faults: FieldError[];
}

export type Api = (endpoint: Endpoint, options?: CallOptions) => Promise<Answer>;

/** Calls the server without a token. */
export const anonymous =
  ({ app }: Pick<RunningServer, "app">): Api =>
  async ({ method, path }, { params, query, body, headers = {} } = {}) => {
    const response = await app.inject({
      method,
      url: `/api${fillPath(path, params)}`,
      headers,
      ...(query && { query }),
      ...(body !== undefined && { payload: body as JsonObject }),
    });
    const answer = (response.body === "" ? {} : response.json()) as JsonObject;
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: answer,
      rows: parseRows(answer),
      message: String(answer["message"] ?? ""),
      faults: (answer["faults"] as FieldError[] | undefined) ?? [],
    };
  };

/** Calls the server as a demo user. */
export async function signedIn(server: Pick<RunningServer, "app">, username: string): Promise<Api> {
  const call = anonymous(server);
  const { status, body } = await call(endpoints.signIn, { body: { username, password: DEMO_PASSWORD } });
  if (status !== 200) throw new Error(`Signing in ${username} was answered ${status}.`);
  const token = String(body["accessToken"]);
  return (endpoint, options = {}) =>
    call(endpoint, { ...options, headers: { "x-access-token": token, ...options.headers } });
}

/** A stored spatial extent of the demo data that belongs to vendor1. */
export const VENDOR1_EXTENT = "5d0c0001-3a1e-4c52-9b7a-6f2e10c4d001_Denton_Creek.gdb.zip";

/** The body of a save by vendor1, with write names. */
export async function aSave(server: RunningServer, overrides: JsonObject = {}): Promise<JsonObject> {
  const references: References = await loadReferences(server.services.db);
  const metadata = aMetadata({ spatialExtentShapefile: VENDOR1_EXTENT, ...overrides });
  return encode(getSchema("metadata"), metadata as unknown as JsonObject, "write", references);
}
