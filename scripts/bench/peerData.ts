import type { Bag } from "../../src/contract/schema/fields.ts";
import type { Answering } from "./staticServer.ts";

/** What the peers are given: the same data the portal shows. */
export interface PeerData {
  /** The values the plain form opens with. */
  initial: Bag;
  /** The items of the plain tree. */
  tree: unknown[];
  /** The rows of the stock app's lists, by the name of the list. */
  lists: Map<string, Bag[]>;
  answering: Answering;
}

/** Data for the peers, to be filled by the parts, answered in the dialect of ra-data-simple-rest. */
export function createPeerData(): PeerData {
  const data: PeerData = {
    initial: {},
    tree: [],
    lists: new Map(),
    answering({ pathname, searchParams }, method) {
      if (pathname === "/data/initial") return { body: data.initial };
      if (pathname === "/data/tree") return { body: data.tree };
      if (pathname === "/data/signin" && method === "POST") return { body: { id: 1 } };
      const rows = data.lists.get(/^\/data\/lists\/(\w+)\/records$/.exec(pathname)?.[1] ?? "");
      return rows && pageOf(rows, searchParams);
    },
  };
  return data;
}

function pageOf(rows: Bag[], asked: URLSearchParams) {
  const { q = "" } = JSON.parse(asked.get("filter") ?? "{}") as { q?: string };
  const [from = 0, to = rows.length - 1] = JSON.parse(asked.get("range") ?? "[]") as number[];
  const wanted = q.toLowerCase();
  const found = wanted ? rows.filter((row) => String(row["title"]).toLowerCase().includes(wanted)) : rows;
  const body = found.slice(from, to + 1);
  const range = `records ${from}-${from + Math.max(body.length - 1, 0)}/${found.length}`;
  return { headers: { "content-range": range }, body };
}
