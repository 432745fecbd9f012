import { CancelledError, type QueryClient } from "@tanstack/react-query";
import type { GetListParams, GetListResult, SortPayload } from "react-admin";
import type { JsonObject } from "../../contract/json.ts";

export type Row = JsonObject & { id: string };

/** A whole list. Resources may add what they need to recognize an unchanged list. */
export interface VendorList {
  rows: Row[];
}

/** The operations of one resource. A missing one is not offered by the services. */
export interface VendorResource {
  /** Returns `previous` if nothing has changed since. */
  list?(previous: VendorList | undefined): Promise<VendorList>;
  /** For a list that the server filters, sorts and pages; then there is no `list`. */
  getPage?(params: GetListParams): Promise<GetListResult<Row>>;
  matches?(row: Row, filter: JsonObject): boolean;
  /** Undefined for a field that does not change the order. */
  sortValue?(row: Row, field: string): string | undefined;
  getOne?(id: string): Promise<Row>;
  create?(data: JsonObject): Promise<Row>;
  update?(id: string, data: JsonObject): Promise<Row>;
  delete?(id: string): Promise<Row>;
}

export type VendorResources = Record<string, VendorResource>;

/**
 * The httpClient of ra-data-simple-rest. Translates its requests to vendor calls:
 *
 *     GET    /records?filter={}&sort=["id","ASC"]&range=[0,24]   list, then select the rows
 *     GET    /records?filter={"id":["7","8"]}                    list, then select the ids
 *     GET    /records/7                                          getOne
 *     POST   /records                                            create
 *     PUT    /records/7                                          update
 *     DELETE /records/7                                          delete
 *
 * Each resource translates names and shapes. The services return whole lists, so rows are filtered, sorted and paged
 * here.
 */
export function createVendorHttpClient(baseUrl: string, resources: VendorResources, lists: VendorLists) {
  return async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const [path = "", query] = url.slice(baseUrl.length).split("?");
    const [name = "", id = ""] = path.split("/").filter(Boolean).map(decodeURIComponent);
    if (method === "GET")
      return id === ""
        ? selectRows(await lists.get(name), resources[name]!, new URLSearchParams(query))
        : toHttpResponse(await getOperation(resources, name, "getOne")(id));
    const data = typeof body === "string" ? (JSON.parse(body) as JsonObject) : {};
    const row = await (method === "POST"
      ? getOperation(resources, name, "create")(data)
      : method === "PUT"
        ? getOperation(resources, name, "update")(id, data)
        : getOperation(resources, name, "delete")(id));
    lists.drop(name);
    return toHttpResponse(row);
  };
}

export type VendorLists = ReturnType<typeof createVendorLists>;

/** The whole list of each resource, kept by TanStack Query. */
export function createVendorLists(resources: VendorResources, queryClient: QueryClient) {
  const getKey = (name: string) => [name, "vendor-list"];
  const getQuery = (name: string) => ({
    queryKey: getKey(name),
    queryFn: async () => getOperation(resources, name, "list")(queryClient.getQueryData(getKey(name))),
    retry: false,
    // Comparing thousands of rows is slow.
    structuralSharing: false,
  });
  return {
    /** The last list: a new filter, sort or page needs no new one. */
    get: (name: string) => repeatIfCancelled(() => queryClient.ensureQueryData(getQuery(name))),
    refresh: (name: string) => repeatIfCancelled(() => queryClient.fetchQuery(getQuery(name))),
    /** Also cancels a list that was requested before the change. */
    drop: (name: string) => queryClient.removeQueries({ queryKey: getKey(name) }),
  };
}

async function repeatIfCancelled<Result>(load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof CancelledError) return repeatIfCancelled(load);
    throw error;
  }
}

function getOperation<Operation extends keyof VendorResource>(
  resources: VendorResources,
  name: string,
  operation: Operation,
): NonNullable<VendorResource[Operation]> {
  const matching = resources[name]?.[operation];
  if (!matching) throw new Error(`The vendor services do not support "${operation}" for "${name}"`);
  return matching as NonNullable<VendorResource[Operation]>;
}

function selectRows({ rows }: VendorList, { matches, sortValue }: VendorResource, query: URLSearchParams) {
  const read = <Value>(name: string) => JSON.parse(query.get(name) ?? "null") as Value | null;
  const filter = read<JsonObject>("filter") ?? {};
  const range = read<[first: number, last: number]>("range");
  if (!range) return toHttpResponse(rows.filter(({ id }) => (filter.id as unknown[]).includes(id)));
  const [first, last] = range;
  const [field = "", order] = read<[string, SortPayload["order"]]>("sort") ?? [];
  const matching = matches ? rows.filter((row) => matches(row, filter)) : rows;
  const sorted = sortRows(matching, order, (row) => sortValue?.(row, field));
  return toHttpResponse(sorted.slice(first, last + 1), { "Content-Range": `*/${sorted.length}` });
}

const toHttpResponse = (json: Row | Row[], headers: HeadersInit = {}) => ({
  status: 200,
  headers: new Headers(headers),
  body: "",
  json,
});

const textCollator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Rows without a value come last in both directions. */
function sortRows(
  rows: Row[],
  order: SortPayload["order"] | undefined,
  getValue: (row: Row) => string | undefined,
): Row[] {
  const values = rows.map((row) => ({ row, value: getValue(row) }));
  if (values.every(({ value }) => value === undefined)) return rows;
  const sign = order === "ASC" ? 1 : -1;
  return values
    .toSorted(({ value: a = "" }, { value: b = "" }) =>
      a === "" || b === "" ? Number(a === "") - Number(b === "") : sign * textCollator.compare(a, b),
    )
    .map(({ row }) => row);
}

export const NO_PAGINATION = { pagination: { page: 1, perPage: 100_000 } } as const;

/** The data provider itself requires all parameters. */
export const ALL_ROWS_PARAMS = { ...NO_PAGINATION, sort: { field: "id", order: "ASC" }, filter: {} } as const;
