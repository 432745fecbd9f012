import type { Bag } from "../../contract/fields.ts";

/** One ra-data-simple-rest request, said in words. */
export type RestCall = { resource: string } & (
  | {
      verb: "getList";
      filter: Bag;
      sort: [field: string, order: "ASC" | "DESC"];
      range: [first: number, last: number];
    }
  | { verb: "getMany"; ids: string[] }
  | { verb: "getOne"; id: string }
  | { verb: "create"; data: Bag }
  | { verb: "update"; id: string; data: Bag }
  | { verb: "delete"; id: string }
);

/**
 * Reads back what ra-data-simple-rest meant from the request it built.
 *
 * @example parseRestCall("/records/7", { method: "DELETE" }) // { verb: "delete", resource: "records", id: "7" }
 */
export function parseRestCall(url: string, { method = "GET", body }: RequestInit = {}): RestCall {
  const { pathname, searchParams } = new URL(url, "http://simple-rest");
  const [resource = "", id = ""] = pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const query = (name: string): unknown => JSON.parse(searchParams.get(name) ?? "null");
  const data = typeof body === "string" ? (JSON.parse(body) as Bag) : {};

  if (method === "POST") return { verb: "create", resource, data };
  if (method === "PUT") return { verb: "update", resource, id, data };
  if (method === "DELETE") return { verb: "delete", resource, id };
  if (id) return { verb: "getOne", resource, id };
  const filter = (query("filter") ?? {}) as Bag;
  if (!searchParams.has("range"))
    return { verb: "getMany", resource, ids: ((filter.id ?? []) as unknown[]).map(String) };
  const sort = (query("sort") ?? ["id", "ASC"]) as [string, "ASC" | "DESC"];
  return { verb: "getList", resource, filter, sort, range: query("range") as [number, number] };
}
