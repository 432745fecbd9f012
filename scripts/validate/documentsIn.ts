type Bag = Record<string, unknown>;

const isObject = (value: unknown): value is Bag =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The documents a value holds, each with the steps to it: a list's entries, a collection's features, or itself. */
export function documentsIn(value: unknown): { path: string[]; value: unknown }[] {
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => ({ path: [String(index)], value: entry }));
  if (!isObject(value) || !Array.isArray(value["features"])) return [{ path: [], value }];
  return value["features"].map((feature: unknown, index) =>
    isObject(feature) && isObject(feature["properties"])
      ? { path: ["features", String(index), "properties"], value: feature["properties"] }
      : { path: ["features", String(index)], value: feature },
  );
}
