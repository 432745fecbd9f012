import type { GetListParams, SortPayload } from "react-admin";
import type { JsonObject } from "../../../contract/schema/fields.ts";

export type Row = JsonObject & { id: string };

/** What each verb of the data provider means for one resource. A verb left out is one the services do not offer. */
export interface Dialect {
  /** All there is, as the services order it. */
  list?(): Promise<Row[]>;
  /** The first of them, as the services order them, and whether these are all. */
  first?(most: number): Promise<{ rows: Row[]; isWhole: boolean }>;
  /** Whether a row passes a list's filter. */
  matches?(row: Row, filter: JsonObject): boolean;
  /** What a list sorted by this field compares; undefined for a field that leaves the order as it is. */
  sortValue?(row: Row, field: string): string | undefined;
  getOne?(id: string): Promise<Row>;
  create?(data: JsonObject): Promise<Row>;
  update?(id: string, data: JsonObject): Promise<Row>;
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
 * What ra-data-simple-rest is given in place of a server, and lists, of which the services answer the whole: filtering,
 * sorting and paging are ours. Another page, filter or sorting of a list is cut from the rows answered last; a question
 * they have answered already, as a poll asks it, goes to the services, and so does any after a change.
 */
export function createSimpleRest(dialects: Record<string, Dialect>) {
  const remembered = new Map<string, Remembered>();
  /** How often anything was changed: what was asked for before that is not to be remembered after it. */
  let changes = 0;

  function perform<Verb extends keyof Dialect>(resource: string, verb: Verb): NonNullable<Dialect[Verb]> {
    const found = dialects[resource]?.[verb];
    if (!found) throw new Error(`The vendor services have no ${verb} for "${resource}"`);
    return found as NonNullable<Dialect[Verb]>;
  }

  async function rowsOf(resource: string, question: string): Promise<Row[]> {
    const known = remembered.get(resource);
    if (known && !known.questions.has(question) && Date.now() - known.at < REMEMBERED_FOR) {
      known.questions.add(question);
      return known.rows;
    }
    const asked = { questions: new Set([question]), rows: perform(resource, "list")(), at: Date.now() };
    remembered.set(resource, asked);
    try {
      return await asked.rows;
    } catch (error) {
      if (remembered.get(resource) === asked) {
        // What was answered before still answers a search, while the services do not.
        if (known) remembered.set(resource, known);
        else remembered.delete(resource);
      }
      throw error;
    }
  }

  /** The first rows of a list, to be shown before all of a long one is here. A short one is answered from them. */
  async function first(resource: string, most: number) {
    const before = changes;
    const { rows, isWhole } = await perform(resource, "first")(most);
    if (isWhole && changes === before)
      remembered.set(resource, { questions: new Set(), rows: Promise.resolve(rows), at: Date.now() });
    return { rows, isWhole };
  }

  /** One page of a list, how many rows pass its filter, and all of its rows. */
  async function list(resource: string, { filter = {}, sort, pagination }: GetListParams) {
    const rows = await rowsOf(resource, JSON.stringify([filter, sort, pagination]));
    const { matches = () => true, sortValue } = dialects[resource]!;
    const found = sorted(
      rows.filter((row) => matches(row, filter as JsonObject)),
      sort,
      sortValue,
    );
    const { page, perPage } = pagination ?? WHOLE_LIST.pagination;
    return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length, rows };
  }

  /** Reads, creates, changes and deletes one row, as ra-data-simple-rest asks for it. */
  async function httpClient(url: string, { method, body }: RequestInit = {}) {
    const [resource = "", id = ""] = url.split("/").filter(Boolean).map(decodeURIComponent);
    const data = typeof body === "string" ? (JSON.parse(body) as JsonObject) : {};
    if (method === undefined) return answer(await perform(resource, "getOne")(id));
    const json = await (method === "POST"
      ? perform(resource, "create")(data)
      : method === "PUT"
        ? perform(resource, "update")(id, data)
        : perform(resource, "delete")(id));
    changes += 1;
    remembered.delete(resource);
    return answer(json);
  }

  return { httpClient, first, list };
}

const answer = (json: Row) => ({ status: 200, headers: new Headers(), body: "", json });

const byText = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Numbers in a text count by their value. Rows without a value come last either way; equal ones keep their order. */
function sorted(rows: Row[], sort: SortPayload | undefined, valueOf: Dialect["sortValue"]): Row[] {
  if (!sort) return rows;
  const values = rows.map((row) => ({ row, value: valueOf?.(row, sort.field) }));
  if (values.every(({ value }) => value === undefined)) return rows;
  const sign = sort.order === "ASC" ? 1 : -1;
  return values
    .toSorted(({ value: a = "" }, { value: b = "" }) =>
      a === "" || b === "" ? Number(a === "") - Number(b === "") : sign * byText.compare(a, b),
    )
    .map(({ row }) => row);
}
