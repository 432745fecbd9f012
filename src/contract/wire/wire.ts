import type { DerivationName } from "../generated/vocabulary.ts";
import type { JsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { isEmptyValue } from "../schema/emptyValues.ts";
import { isOriginator, type RecordContact } from "../schema/originator.ts";
import { NO_REFERENCES, type References } from "../schema/references.ts";
import { findCollectionOfRegion } from "../schema/regions.ts";
import { getCodec, type Codec, type Side } from "./codecs.ts";
import { decodeParts, encodeParts, hasNamedParts } from "./partNames.ts";

/** Server names to our names, of an answer ("read") or a save ("write"). Missing and empty values are omitted. */
export function decode(
  schema: EntitySchema,
  wire: JsonObject,
  side: Side,
  references: References = NO_REFERENCES,
): JsonObject {
  const entity: JsonObject = {};
  for (const { field, parts, codec, readNames } of getMapping(schema).fields) {
    for (const name of readNames[side]) {
      if (isEmptyValue(wire[name])) continue;
      const decoded = codec.decode(wire[name], references);
      const value = parts ? decodeParts(parts, decoded) : decoded;
      if (!isEmptyValue(value)) entity[field] = value;
      break;
    }
  }
  return fillDerivedFields(schema, entity, references);
}

/** As `decode`, with empty lists instead of omitted ones. */
export const decodeWithEmptyLists = (schema: EntitySchema, values: JsonObject, side: Side): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, { type }]) => (type === "array" ? [[name, []]] : [])),
  ),
  ...decode(schema, values, side),
});

/** Cleared fields are sent as empty values, otherwise they could not be cleared. */
export function encode(
  schema: EntitySchema,
  entity: JsonObject,
  side: Side,
  references: References = NO_REFERENCES,
): JsonObject {
  const derivedEntity = fillDerivedFields(schema, entity, references);
  const { fields, emptyWires } = getMapping(schema);
  const wire: JsonObject = { ...emptyWires[side] };
  for (const { field, parts, codec, writtenNames } of fields) {
    const encoded = codec.encode(derivedEntity[field], side, references);
    const value = parts ? encodeParts(parts, encoded) : encoded;
    for (const name of writtenNames[side]) wire[name] = value;
  }
  return wire;
}

/** Like `encode` for a save, without the names that only a create sends (`x-wire.once`). */
export function encodeUpdate(
  schema: EntitySchema,
  entity: JsonObject,
  references: References = NO_REFERENCES,
): JsonObject {
  const createOnlyNames = schema["x-wire"]?.once ?? [];
  const wire = Object.entries(encode(schema, entity, "write", references));
  return Object.fromEntries(wire.filter(([name]) => !createOnlyNames.includes(name)));
}

export function fillDerivedFields(
  schema: EntitySchema,
  entity: JsonObject,
  references: References,
): JsonObject {
  const derivedEntity = { ...entity };
  for (const { field, derived } of getMapping(schema).derivedFields) {
    const value = getDerivation(derived.by)(entity[derived.from], references);
    if (isEmptyValue(value)) delete derivedEntity[field];
    else derivedEntity[field] = value;
  }
  return derivedEntity;
}

interface FieldMapping {
  field: string;
  /** The field's schema, if the parts of its value are sent under other names. */
  parts: FieldSchema | undefined;
  codec: Codec;
  readNames: Record<Side, string[]>;
  writtenNames: Record<Side, string[]>;
}

interface SchemaMapping {
  fields: FieldMapping[];
  derivedFields: { field: string; derived: NonNullable<FieldSchema["x-derived"]> }[];
  /** Has every name. Copying it is much faster than adding the names to each row. */
  emptyWires: Record<Side, JsonObject>;
}

/** Cached per schema: some lists have ten thousand rows. */
const mappingsBySchema = new WeakMap<EntitySchema, SchemaMapping>();

function getMapping(schema: EntitySchema): SchemaMapping {
  const cached = mappingsBySchema.get(schema);
  if (cached) return cached;
  const nodes = Object.entries(schema.properties);
  const fields = nodes.map(([field, node]) => ({
    field,
    parts: hasNamedParts(schema, node) && (node.properties ?? node.items) ? node : undefined,
    codec: getCodec(node["x-wire"]?.codec, node.type),
    readNames: { read: listReadNames(node, "read"), write: listReadNames(node, "write") },
    writtenNames: { read: listWrittenNames(node, "read"), write: listWrittenNames(node, "write") },
  }));
  const derivedFields = nodes.flatMap(([field, { "x-derived": derived }]) =>
    derived ? [{ field, derived }] : [],
  );
  const emptyWires = {
    read: buildEmptyWire(fields, "read", {}),
    write: buildEmptyWire(fields, "write", schema["x-wire"]?.constants),
  };
  const mapping = { fields, derivedFields, emptyWires };
  mappingsBySchema.set(schema, mapping);
  return mapping;
}

function buildEmptyWire(fields: FieldMapping[], side: Side, constants: JsonObject | undefined): JsonObject {
  const names = fields.flatMap(({ writtenNames }) => writtenNames[side].map((name) => [name, null]));
  // Unlike assigned keys, parsed ones make an object that V8 copies fast.
  return JSON.parse(JSON.stringify({ ...constants, ...Object.fromEntries(names) })) as JsonObject;
}

const toArray = (names: string | string[] | undefined): string[] =>
  names === undefined ? [] : Array.isArray(names) ? names : [names];

/** The names of a field in answers ("read") or saves ("write"); the first present one wins. */
export function listReadNames({ "x-wire": wire }: FieldSchema, side: Side): string[] {
  if (side === "read") return toArray(wire?.read);
  return wire?.accept === undefined ? toArray(wire?.write).slice(0, 1) : [wire.accept];
}

/** Answers use only the first read name; saves use all write names. */
function listWrittenNames({ "x-wire": wire }: FieldSchema, side: Side): string[] {
  return side === "read" ? toArray(wire?.read).slice(0, 1) : toArray(wire?.write);
}

type Derivation = (from: unknown, references: References) => unknown;

const derivations: Record<DerivationName, Derivation> = {
  collectionOfRegion: (region, { collections }) => findCollectionOfRegion(String(region ?? ""), collections),
  holdsOriginator: (contacts, { contactRoles }) =>
    ((contacts as RecordContact[] | undefined) ?? []).some((contact) => isOriginator(contact, contactRoles)),
};

export function getDerivation(name: string): Derivation {
  const derivation = (derivations as Partial<Record<string, Derivation>>)[name];
  if (!derivation) throw new Error(`Unknown x-derived "${name}"`);
  return derivation;
}
