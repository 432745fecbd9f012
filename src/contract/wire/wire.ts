import type { DerivationName } from "../generated/vocabulary.ts";
import type { JsonObject, EntitySchema, FieldSchema } from "../schema/fields.ts";
import { isAbsent } from "../schema/isSame.ts";
import { isOriginator, type RecordContact } from "../schema/originator.ts";
import { NO_REFERENCES, type References } from "../schema/references.ts";
import { collectionOfRegion } from "../schema/regions.ts";
import { codecFor, type Codec, type Side } from "./codecs.ts";

/**
 * Server names to ours. What the server left out or sent empty stays out.
 *
 * @param side "read" for what an answer carries, "write" for what a save carries
 */
export function decode(
  schema: EntitySchema,
  wire: JsonObject,
  side: Side,
  references: References = NO_REFERENCES,
): JsonObject {
  const entity: JsonObject = {};
  for (const { field, codec, read } of planOf(schema)) {
    for (const name of read[side]) {
      if (isAbsent(wire[name])) continue;
      const value = codec.decode(wire[name], references);
      if (!isAbsent(value)) entity[field] = value;
      break;
    }
  }
  return derive(schema, entity, references);
}

/**
 * Our names to the server's. Every field is sent, an emptied one as empty: otherwise nothing could be cleared.
 *
 * @param side "read" for an answer, "write" for a save
 */
export function encode(
  schema: EntitySchema,
  entity: JsonObject,
  side: Side,
  references: References = NO_REFERENCES,
): JsonObject {
  const whole = derive(schema, entity, references);
  const wire: JsonObject = side === "write" ? { ...schema["x-wire"]?.constants } : {};
  for (const { field, codec, written } of planOf(schema)) {
    const value = codec.encode(whole[field], side, references);
    for (const name of written[side]) wire[name] = value;
  }
  return wire;
}

/** What the change of an entity sends: all that its adding sends, but for the names that are sent once. */
export function encodeChange(
  schema: EntitySchema,
  entity: JsonObject,
  references: References = NO_REFERENCES,
): JsonObject {
  const once = schema["x-wire"]?.once ?? [];
  const wire = Object.entries(encode(schema, entity, "write", references));
  return Object.fromEntries(wire.filter(([name]) => !once.includes(name)));
}

/** Fills in the fields that follow from others, over whatever was there. */
export function derive(schema: EntitySchema, entity: JsonObject, references: References): JsonObject {
  const whole = { ...entity };
  for (const { field, derived } of planOf(schema)) {
    if (!derived) continue;
    const value = derivationNamed(derived.by)(entity[derived.from], references);
    if (isAbsent(value)) delete whole[field];
    else whole[field] = value;
  }
  return whole;
}

interface FieldPlan {
  field: string;
  codec: Codec;
  read: Record<Side, string[]>;
  written: Record<Side, string[]>;
  derived: FieldSchema["x-derived"];
}

/** How each field of a schema travels, worked out once: some lists have ten thousand rows. */
const plans = new WeakMap<EntitySchema, FieldPlan[]>();

function planOf(schema: EntitySchema): FieldPlan[] {
  const known = plans.get(schema);
  if (known) return known;
  const plan = Object.entries(schema.properties).map(([field, node]) => ({
    field,
    codec: codecFor(node["x-wire"]?.codec, node.type),
    read: { read: namesRead(node, "read"), write: namesRead(node, "write") },
    written: { read: namesWritten(node, "read"), write: namesWritten(node, "write") },
    derived: node["x-derived"],
  }));
  plans.set(schema, plan);
  return plan;
}

const asList = (names: string | string[] | undefined): string[] =>
  names === undefined ? [] : Array.isArray(names) ? names : [names];

/** The names a field is looked for under, the first present wins: in answers ("read") or in saves ("write"). */
export function namesRead({ "x-wire": wire }: FieldSchema, side: Side): string[] {
  if (side === "read") return asList(wire?.read);
  return wire?.accept === undefined ? asList(wire?.write).slice(0, 1) : [wire.accept];
}

/** An answer uses the first of several read names; a save uses all its write names. */
function namesWritten({ "x-wire": wire }: FieldSchema, side: Side): string[] {
  return side === "read" ? asList(wire?.read).slice(0, 1) : asList(wire?.write);
}

type Derivation = (from: unknown, references: References) => unknown;

const derivations: Record<DerivationName, Derivation> = {
  /** The data system's collection of a region. */
  collectionOfRegion: (region, { collections }) => collectionOfRegion(String(region ?? ""), collections),
  /** True when one of the contacts is the originator. */
  holdsOriginator: (contacts, { contactRoles }) =>
    ((contacts as RecordContact[] | undefined) ?? []).some((contact) => isOriginator(contact, contactRoles)),
};

/** @throws Error when no derivation has the name */
export function derivationNamed(name: string): Derivation {
  const derivation = (derivations as Partial<Record<string, Derivation>>)[name];
  if (!derivation) throw new Error(`Unknown x-derived "${name}"`);
  return derivation;
}
