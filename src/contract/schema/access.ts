import type { AccessRole } from "../generated/vocabulary.ts";
import { isAdmin } from "../roles.ts";
import type { JsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "./fields.ts";

const ROLE_LABELS: Record<AccessRole, string> = {
  vendor: "the record's vendor",
  admin: "the agency's admins",
};
const ACCESS_ROLES = Object.keys(ROLE_LABELS) as AccessRole[];

export const accessRolesOf = (
  user: { username: string; roles: string[] },
  vendor = user.username,
): AccessRole[] =>
  ACCESS_ROLES.filter((role) => (role === "vendor" ? user.username === vendor : isAdmin(user)));

export const readRolesOf = ({ "x-access": access }: FieldSchema): AccessRole[] =>
  access?.read ?? ACCESS_ROLES;

export function editRolesOf({ readOnly, "x-access": access }: FieldSchema): AccessRole[] {
  return readOnly ? [] : (access?.edit ?? ["vendor"]);
}

export const canReadField = (field: FieldSchema, accessRoles: AccessRole[]): boolean =>
  readRolesOf(field).some((role) => accessRoles.includes(role));

export const canEditField = (field: FieldSchema, accessRoles: AccessRole[]): boolean =>
  editRolesOf(field).some((role) => accessRoles.includes(role));

export const listFieldsEditedBy = (role: AccessRole, { properties }: EntitySchema): string[] =>
  Object.entries(properties).flatMap(([name, field]) => (editRolesOf(field).includes(role) ? [name] : []));

const CROSS_FIELD_KEYWORDS = ["required", "allOf", "if", "then", "else"];

/** Drops rules between fields: they may refer to omitted fields. */
function selectFields(schema: EntitySchema, isIncluded: (field: FieldSchema) => boolean): EntitySchema {
  const keywords = Object.entries(schema).filter(([keyword]) => !CROSS_FIELD_KEYWORDS.includes(keyword));
  const properties = Object.entries(schema.properties).filter(([, field]) => isIncluded(field));
  return {
    ...(Object.fromEntries(keywords) as unknown as EntitySchema),
    properties: Object.fromEntries(properties),
  };
}

const readableSchemas = new WeakMap<EntitySchema, Map<string, EntitySchema>>();

export function filterReadableFields(schema: EntitySchema, accessRoles: AccessRole[]): EntitySchema {
  const key = accessRoles.join();
  const cached = readableSchemas.get(schema)?.get(key);
  if (cached) return cached;
  const isReadable = (field: FieldSchema) => canReadField(field, accessRoles);
  const readableSchema = Object.values(schema.properties).every(isReadable)
    ? schema
    : selectFields(schema, isReadable);
  readableSchemas.set(schema, new Map([...(readableSchemas.get(schema) ?? []), [key, readableSchema]]));
  return readableSchema;
}

/** Keeps the stored values of fields hidden from the sender, who could not send them. */
export function preserveHiddenFields(
  schema: EntitySchema,
  entity: JsonObject,
  before: JsonObject,
  accessRoles: AccessRole[],
): JsonObject {
  const isHidden = ([name]: [string, unknown]) => !canReadField(schema.properties[name] ?? {}, accessRoles);
  const sent = Object.entries(entity).filter((entry) => !isHidden(entry));
  return Object.fromEntries([...sent, ...Object.entries(before).filter(isHidden)]);
}

export function describeAccess(field: FieldSchema): string | undefined {
  if (field.readOnly) return "read-only";
  if (!field["x-access"]) return undefined;
  const formatRoles = (roles: AccessRole[]) => roles.map((role) => ROLE_LABELS[role]).join(" and ");
  return `read by ${formatRoles(readRolesOf(field))}, edited by ${formatRoles(editRolesOf(field))}`;
}
