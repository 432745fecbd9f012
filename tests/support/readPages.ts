import type { JsonObject } from "../../src/contract/json.ts";
import type { Endpoint } from "../../src/contract/wire/endpoints.ts";
import type { Api, CallOptions } from "./apiClient.ts";

const MAX_PAGES = 100;

/** Follows the Link headers; returns the rows of each page. */
export async function readPages(
  api: Api,
  endpoint: Endpoint,
  { query, ...options }: CallOptions,
): Promise<JsonObject[][]> {
  const pages: JsonObject[][] = [];
  let nextQuery = query;
  while (nextQuery) {
    const { rows, headers } = await api(endpoint, { ...options, query: nextQuery });
    pages.push(rows);
    if (pages.length > MAX_PAGES) throw new Error("The links do not end.");
    const next = /^<[^?]*\?(.*)>; rel="next"$/.exec(headers["link"] ?? "")?.[1];
    nextQuery = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next));
  }
  return pages;
}
