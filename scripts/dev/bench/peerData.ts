import type { JsonObject } from "../../../src/contract/json.ts";
import type { Answering } from "./staticServer.ts";

/** What the peers are given: the same data the portal shows. */
export interface PeerData {
  /** The values the plain form opens with. */
  initial: JsonObject;
  /** The rows of the stock app's lists, by the name of the list; a record with an `id` is answered alone too. */
  lists: Map<string, JsonObject[]>;
  answering: Answering;
}

/** Data for the peers, to be filled by the parts, answered in the dialect of ra-data-simple-rest. */
export function createPeerData(): PeerData {
  const data: PeerData = {
    initial: {},
    lists: new Map(),
    answering({ pathname, searchParams }, method) {
      if (pathname === "/data/initial") return { body: data.initial };
      if (pathname === "/data/signin" && method === "POST") return { body: { id: 1 } };
      const [, list = "", id] = /^\/data\/lists\/(\w+)\/records(?:\/(\w+))?$/.exec(pathname) ?? [];
      const rows = data.lists.get(list);
      if (id === undefined) return rows && pageOf(rows, searchParams);
      const body = rows?.find((row) => String(row["id"]) === id);
      return body && { body };
    },
  };
  return data;
}

function pageOf(rows: JsonObject[], asked: URLSearchParams) {
  const { q = "" } = JSON.parse(asked.get("filter") ?? "{}") as { q?: string };
  const [from = 0, to = rows.length - 1] = JSON.parse(asked.get("range") ?? "[]") as number[];
  const wanted = q.toLowerCase();
  const found = wanted ? rows.filter((row) => String(row["title"]).toLowerCase().includes(wanted)) : rows;
  const body = found.slice(from, to + 1);
  const range = `records ${from}-${from + Math.max(body.length - 1, 0)}/${found.length}`;
  return { headers: { "content-range": range }, body };
}
