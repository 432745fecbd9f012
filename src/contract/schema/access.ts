import type { PartyName } from "../generated/vocabulary.ts";
import { isAdmin } from "../roles.ts";
import type { JsonObject, EntitySchema, FieldSchema } from "./fields.ts";

const NAMES: Record<PartyName, string> = { vendor: "the record's vendor", admin: "the agency's admins" };
const PARTIES = Object.keys(NAMES) as PartyName[];

/**
 * What a user is to a record.
 *
 * @param vendor the user name of the record's vendor; undefined for a record of one's own
 */
export const partiesOf = (user: { username: string; roles: string[] }, vendor = user.username): PartyName[] =>
  PARTIES.filter((party) => (party === "vendor" ? user.username === vendor : isAdmin(user)));

/** Who reads a field: everybody who reads the record, unless it says otherwise. */
export const readersOf = ({ "x-access": access }: FieldSchema): PartyName[] => access?.read ?? PARTIES;

/** Who edits a field: the record's vendor, unless it says otherwise. */
export function editorsOf({ readOnly, "x-access": access }: FieldSchema): PartyName[] {
  return readOnly ? [] : (access?.edit ?? ["vendor"]);
}

export const mayRead = (field: FieldSchema, parties: PartyName[]): boolean =>
  readersOf(field).some((party) => parties.includes(party));

export const mayEdit = (field: FieldSchema, parties: PartyName[]): boolean =>
  editorsOf(field).some((party) => parties.includes(party));

const BETWEEN_FIELDS = ["required", "allOf", "if", "then", "else"];

/** A schema of some of its fields: what only they say, without rules between fields. */
function partOf(schema: EntitySchema, holds: (field: FieldSchema) => boolean): EntitySchema {
  const words = Object.entries(schema).filter(([word]) => !BETWEEN_FIELDS.includes(word));
  const properties = Object.entries(schema.properties).filter(([, field]) => holds(field));
  return {
    ...(Object.fromEntries(words) as unknown as EntitySchema),
    properties: Object.fromEntries(properties),
  };
}

const readable = new WeakMap<EntitySchema, Map<string, EntitySchema>>();

/** The schema of what somebody may read: the schema itself where that is all. */
export function readableBy(schema: EntitySchema, parties: PartyName[]): EntitySchema {
  const key = parties.join();
  const known = readable.get(schema)?.get(key);
  if (known) return known;
  const holds = (field: FieldSchema) => mayRead(field, parties);
  const made = Object.values(schema.properties).every(holds) ? schema : partOf(schema, holds);
  readable.set(schema, new Map([...(readable.get(schema) ?? []), [key, made]]));
  return made;
}

/** A document with what somebody may not read as it was before: they could not send it. */
export function withUnread(
  schema: EntitySchema,
  document: JsonObject,
  before: JsonObject,
  parties: PartyName[],
): JsonObject {
  const isUnread = ([name]: [string, unknown]) => !mayRead(schema.properties[name] ?? {}, parties);
  const sent = Object.entries(document).filter((entry) => !isUnread(entry));
  return Object.fromEntries([...sent, ...Object.entries(before).filter(isUnread)]);
}

/** Who reads and edits a field, for people; undefined where nothing is said of it. */
export function accessWords(field: FieldSchema): string | undefined {
  if (field.readOnly) return "shown, and not edited";
  if (!field["x-access"]) return undefined;
  const names = (parties: PartyName[]) => parties.map((party) => NAMES[party]).join(" and ");
  return `read by ${names(readersOf(field))}, edited by ${names(editorsOf(field))}`;
}
