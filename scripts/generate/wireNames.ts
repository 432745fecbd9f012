import type { EntitySchema, FieldSchema, Wire } from "../../src/contract/schema/fields.ts";

/** What a schema's file may say of a field's wire names: `false` where the field, or one of its ways, does not travel. */
export type WrittenWire =
  false | (Omit<Wire, "read" | "write"> & { read?: Wire["read"] | false; write?: Wire["write"] | false });

const writtenWire = (field: FieldSchema) => field["x-wire"] as WrittenWire | undefined;

/** Which ways the documents of a schema travel: answers are read, calls are written; a new schema does both. */
export function waysOf({ properties }: EntitySchema): { read: boolean; write: boolean } {
  const wires = Object.values(properties ?? {}).map((field) => writtenWire(field) || {});
  const read = wires.some((wire) => wire.read !== undefined && wire.read !== false);
  const write = wires.some(({ write: name, accept }) => (name !== undefined && name !== false) || accept);
  return read || write ? { read, write } : { read: true, write: true };
}

/** "modelUpdateFrequency" -> "model_update_frequency". */
const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

/**
 * A schema in which every field that travels names what it travels under: a field without `x-wire` goes by its own
 * name in snake case, each way that documents of the schema go. `false` is resolved to no name.
 */
export function wireNames(schema: EntitySchema): EntitySchema {
  if (typeof schema.properties !== "object") return schema;
  const ways = waysOf(schema);
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const wire = resolved(name, field, ways);
    const travelling: FieldSchema = { ...field, ...(wire && { "x-wire": wire }) };
    if (!wire) delete travelling["x-wire"];
    return [name, travelling];
  });
  return { ...schema, properties: Object.fromEntries(properties) as EntitySchema["properties"] };
}

function resolved(
  name: string,
  field: FieldSchema,
  ways: { read: boolean; write: boolean },
): Wire | undefined {
  const wire = writtenWire(field);
  if (wire === false) return undefined;
  if (wire === undefined) {
    const own = snakeCase(name);
    return field["x-derived"]
      ? undefined
      : { ...(ways.read && { read: own }), ...(ways.write && { write: own }) };
  }
  if (typeof wire !== "object" || wire === null) return wire;
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== false));
}
