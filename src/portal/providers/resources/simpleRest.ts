import type { GetListParams, SortPayload } from "react-admin";
import type { JsonObject } from "../../../contract/json.ts";

export type Row = JsonObject & { id: string };

/** A missing method is one that the services do not offer. */
export interface VendorResource {
  list?(): Promise<Row[]>;
  listFirst?(limit: number): Promise<{ rows: Row[]; isComplete: boolean }>;
  matches?(row: Row, filter: JsonObject): boolean;
  /** Undefined for a field that does not change the order. */
  sortValue?(row: Row, field: string): string | undefined;
  getOne?(id: string): Promise<Row>;
  create?(data: JsonObject): Promise<Row>;
  update?(id: string, data: JsonObject): Promise<Row>;
  delete?(id: string): Promise<Row>;
}

export const NO_PAGINATION = { pagination: { page: 1, perPage: 100_000 } } as const;

/** The data provider itself requires all parameters. */
export const ALL_ROWS_PARAMS = { ...NO_PAGINATION, sort: { field: "id", order: "ASC" }, filter: {} } as const;

const CACHE_LIFETIME_MS = 60_000;

interface CachedRows {
  servedQueries: Set<string>;
  rows: Promise<Row[]>;
  fetchedAt: number;
}

/**
 * The backend of ra-data-simple-rest. The services return whole lists, so filtering, sorting and paging happen here. A
 * new filter, sort or page uses the cached rows; a repeated query, as in polling, fetches again.
 */
export function createSimpleRest(resources: Record<string, VendorResource>) {
  const cache = new Map<string, CachedRows>();
  /** A response requested before a change must not be cached after it. */
  let changeCount = 0;

  function getOperation<Operation extends keyof VendorResource>(
    resource: string,
    operation: Operation,
  ): NonNullable<VendorResource[Operation]> {
    const matching = resources[resource]?.[operation];
    if (!matching) throw new Error(`The vendor services do not support "${operation}" for "${resource}"`);
    return matching as NonNullable<VendorResource[Operation]>;
  }

  async function getRows(resource: string, query: string): Promise<Row[]> {
    const cached = cache.get(resource);
    if (cached && !cached.servedQueries.has(query) && Date.now() - cached.fetchedAt < CACHE_LIFETIME_MS) {
      cached.servedQueries.add(query);
      return cached.rows;
    }
    const fetched = {
      servedQueries: new Set([query]),
      rows: getOperation(resource, "list")(),
      fetchedAt: Date.now(),
    };
    cache.set(resource, fetched);
    try {
      return await fetched.rows;
    } catch (error) {
      if (cache.get(resource) === fetched) {
        // While the services fail, searches still use the earlier rows.
        if (cached) cache.set(resource, cached);
        else cache.delete(resource);
      }
      throw error;
    }
  }

  /** Shown while a long list is loading. A list that is complete is cached. */
  async function getFirstRows(resource: string, limit: number) {
    const changeCountBefore = changeCount;
    const { rows, isComplete } = await getOperation(resource, "listFirst")(limit);
    if (isComplete && changeCount === changeCountBefore)
      cache.set(resource, { servedQueries: new Set(), rows: Promise.resolve(rows), fetchedAt: Date.now() });
    return { rows, isComplete };
  }

  async function getPage(resource: string, { filter = {}, sort, pagination }: GetListParams) {
    const rows = await getRows(resource, JSON.stringify([filter, sort, pagination]));
    const { matches = () => true, sortValue } = resources[resource]!;
    const matching = sortRows(
      rows.filter((row) => matches(row, filter as JsonObject)),
      sort,
      sortValue,
    );
    const { page, perPage } = pagination ?? NO_PAGINATION.pagination;
    return { data: matching.slice((page - 1) * perPage, page * perPage), total: matching.length, rows };
  }

  async function httpClient(url: string, { method, body }: RequestInit = {}) {
    const [resource = "", id = ""] = url.split("/").filter(Boolean).map(decodeURIComponent);
    const data = typeof body === "string" ? (JSON.parse(body) as JsonObject) : {};
    if (method === undefined) return toHttpResponse(await getOperation(resource, "getOne")(id));
    const row = await (method === "POST"
      ? getOperation(resource, "create")(data)
      : method === "PUT"
        ? getOperation(resource, "update")(id, data)
        : getOperation(resource, "delete")(id));
    changeCount += 1;
    cache.delete(resource);
    return toHttpResponse(row);
  }

  return { httpClient, getFirstRows, getPage };
}

const toHttpResponse = (row: Row) => ({ status: 200, headers: new Headers(), body: "", json: row });

const textCollator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Rows without a value come last in both directions. */
function sortRows(rows: Row[], sort: SortPayload | undefined, getValue: VendorResource["sortValue"]): Row[] {
  if (!sort) return rows;
  const values = rows.map((row) => ({ row, value: getValue?.(row, sort.field) }));
  if (values.every(({ value }) => value === undefined)) return rows;
  const sign = sort.order === "ASC" ? 1 : -1;
  return values
    .toSorted(({ value: a = "" }, { value: b = "" }) =>
      a === "" || b === "" ? Number(a === "") - Number(b === "") : sign * textCollator.compare(a, b),
    )
    .map(({ row }) => row);
}
