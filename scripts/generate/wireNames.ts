import type { EntitySchema, FieldSchema, WireKeyword } from "../../src/contract/schema/fields.ts";
import { toSnakeCase } from "../../src/contract/wire/partNames.ts";

/** In a schema's file, `false` leaves the field out of requests, responses or both. */
export type WrittenWire =
  | false
  | (Omit<WireKeyword, "read" | "write"> & {
      read?: WireKeyword["read"] | false;
      write?: WireKeyword["write"] | false;
    });

const getWrittenWire = (field: FieldSchema) => field["x-wire"] as WrittenWire | undefined;

/** Whether documents of a schema appear in responses (read) and requests (write); for a new schema, both. */
export function getWireDirections({ properties }: EntitySchema): { read: boolean; write: boolean } {
  const wires = Object.values(properties ?? {}).map((field) => getWrittenWire(field) || {});
  const read = wires.some((wire) => wire.read !== undefined && wire.read !== false);
  const write = wires.some(({ write: name, accept }) => (name !== undefined && name !== false) || accept);
  return read || write ? { read, write } : { read: true, write: true };
}

/** Adds derived wire names: a field without `x-wire` gets its own name in snake case. */
export function addWireNames(schema: EntitySchema): EntitySchema {
  if (typeof schema.properties !== "object") return schema;
  const directions = getWireDirections(schema);
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const wire = resolveWire(name, field, directions);
    const resolvedField: FieldSchema = { ...field, ...(wire && { "x-wire": wire }) };
    if (!wire) delete resolvedField["x-wire"];
    return [name, resolvedField];
  });
  return { ...schema, properties: Object.fromEntries(properties) as EntitySchema["properties"] };
}

function resolveWire(
  name: string,
  field: FieldSchema,
  directions: { read: boolean; write: boolean },
): WireKeyword | undefined {
  const wire = getWrittenWire(field);
  if (wire === false) return undefined;
  if (wire === undefined) {
    const own = toSnakeCase(name);
    return field["x-derived"]
      ? undefined
      : { ...(directions.read && { read: own }), ...(directions.write && { write: own }) };
  }
  if (typeof wire !== "object" || wire === null) return wire;
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== false));
}
