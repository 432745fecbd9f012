import type { JsonObject } from "../../src/contract/json.ts";
import type { Endpoint } from "../../src/contract/wire/endpoints.ts";
import type { Api, CallOptions } from "./apiClient.ts";

/** Follows the Link headers; returns the rows of each page. */
export async function readPages(
  api: Api,
  endpoint: Endpoint,
  { query, ...options }: CallOptions,
): Promise<JsonObject[][]> {
  const { rows, headers } = await api(endpoint, { ...options, ...(query && { query }) });
  const next = /^<[^?]*\?(.*)>; rel="next"$/.exec(headers["link"] ?? "")?.[1];
  if (next === undefined) return [rows];
  const nextQuery = Object.fromEntries(new URLSearchParams(next));
  return [rows, ...(await readPages(api, endpoint, { ...options, query: nextQuery }))];
}
