import type { Bag } from "../../../contract/schema/fields.ts";

export type Row = Bag & { id: string };

/** What each verb of the data provider means for one resource. A verb left out is one the services do not offer. */
export interface Dialect {
  /** All there is, as the services order it. */
  list?(): Promise<Row[]>;
  /** Whether a row passes a list's filter. */
  matches?(row: Row, filter: Bag): boolean;
  /** What a list sorted by this field compares; undefined for a field that leaves the order as it is. */
  sortValue?(row: Row, field: string): string | undefined;
  getOne?(id: string): Promise<Row>;
  create?(data: Bag): Promise<Row>;
  update?(id: string, data: Bag): Promise<Row>;
  delete?(id: string): Promise<Row>;
}

/** Asks a list for all there is. */
export const WHOLE_LIST = { pagination: { page: 1, perPage: 100_000 } } as const;

/** The same for the data provider itself, which wants every part named. */
export const ALL_ROWS = { ...WHOLE_LIST, sort: { field: "id", order: "ASC" }, filter: {} } as const;

/** Milliseconds for which other questions about a list are answered from what was answered last. */
const REMEMBERED_FOR = 60_000;

interface Remembered {
  /** The questions these rows have answered, or will answer once they are here. */
  questions: Set<string>;
  rows: Promise<Row[]>;
  at: number;
}

/**
 * Plays the server of ra-data-simple-rest: takes its requests, asks the vendor services through a resource's dialect,
 * and answers in its format. The services answer whole lists, so filtering, sorting and paging are ours: another
 * page, filter or sorting of a list is cut from the rows answered last; a question they have answered already, as a
 * poll asks it, goes to the services, and so does any after a change.
 */
export function createSimpleRest(dialects: Record<string, Dialect>) {
  const remembered = new Map<string, Remembered>();
  const latest = new Map<string, Row[]>();

  async function rowsOf(resource: string, question: string): Promise<Row[]> {
    const known = remembered.get(resource);
    if (known && !known.questions.has(question) && Date.now() - known.at < REMEMBERED_FOR) {
      known.questions.add(question);
      return known.rows;
    }
    const asked = {
      questions: new Set([question]),
      rows: offered(dialects, resource, "list")(),
      at: Date.now(),
    };
    remembered.set(resource, asked);
    try {
      const rows = await asked.rows;
      latest.set(resource, rows);
      return rows;
    } catch (error) {
      if (remembered.get(resource) === asked) {
        // What was answered before still answers a search, while the services do not.
        if (known) remembered.set(resource, known);
        else remembered.delete(resource);
      }
      throw error;
    }
  }

  async function httpClient(url: string, { method = "GET", body }: RequestInit = {}) {
    const { pathname, searchParams } = new URL(url, "http://simple-rest");
    const [resource = "", id = ""] = pathname.split("/").filter(Boolean).map(decodeURIComponent);
    if (method !== "GET") {
      const data = typeof body === "string" ? (JSON.parse(body) as Bag) : {};
      const changed = await change(dialects, { resource, id, method, data });
      remembered.delete(resource);
      return answerWith(changed);
    }
    if (id) return answerWith(await offered(dialects, resource, "getOne")(id));
    const query = (name: string): unknown => JSON.parse(searchParams.get(name) ?? "null");
    const filter = (query("filter") ?? {}) as Bag;
    const rows = await rowsOf(resource, searchParams.toString());
    if (!searchParams.has("range")) {
      const wanted = ((filter.id ?? []) as unknown[]).map(String);
      return answerWith(rows.filter((row) => wanted.includes(row.id)));
    }
    const [first, last] = query("range") as [number, number];
    const found = sorted(dialects[resource]!, matching(dialects[resource]!, rows, filter), query("sort"));
    return answerWith(found.slice(first, last + 1), `${resource} */${found.length}`);
  }

  return {
    httpClient,
    /** The rows answered last for a resource, unfiltered. */
    lastRows: (resource: string): Row[] => latest.get(resource) ?? [],
  };
}

interface Change {
  resource: string;
  id: string;
  method: string;
  data: Bag;
}

function change(dialects: Record<string, Dialect>, { resource, id, method, data }: Change): Promise<Row> {
  if (method === "POST") return offered(dialects, resource, "create")(data);
  if (method === "PUT") return offered(dialects, resource, "update")(id, data);
  return offered(dialects, resource, "delete")(id);
}

function offered<Verb extends keyof Dialect>(
  dialects: Record<string, Dialect>,
  resource: string,
  verb: Verb,
): NonNullable<Dialect[Verb]> {
  const perform = dialects[resource]?.[verb];
  if (!perform) throw new Error(`The vendor services have no ${verb} for "${resource}"`);
  return perform as NonNullable<Dialect[Verb]>;
}

const answerWith = (json: Row | Row[], contentRange?: string) => ({
  status: 200,
  headers: new Headers(contentRange === undefined ? {} : { "Content-Range": contentRange }),
  body: "",
  json,
});

const matching = ({ matches }: Dialect, rows: Row[], filter: Bag): Row[] =>
  matches ? rows.filter((row) => matches(row, filter)) : rows;

const byText = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Numbers in a text count by their value. Rows without a value come last either way; equal ones keep their order. */
function sorted({ sortValue }: Dialect, rows: Row[], sort: unknown): Row[] {
  const [field, order] = (sort ?? ["id", "ASC"]) as [string, "ASC" | "DESC"];
  const values = rows.map((row) => ({ row, value: sortValue?.(row, field) }));
  if (values.every(({ value }) => value === undefined)) return rows;
  const sign = order === "ASC" ? 1 : -1;
  return values
    .toSorted(({ value: a = "" }, { value: b = "" }) =>
      a === "" || b === "" ? Number(a === "") - Number(b === "") : sign * byText.compare(a, b),
    )
    .map(({ row }) => row);
}
