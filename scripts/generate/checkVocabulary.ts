import { Ajv, type ErrorObject } from "ajv";
import type { EntitySchema, FieldSchema } from "../../src/contract/fields.ts";
import type { NamedSchema } from "./readSchemas.ts";

/**
 * Refuses schemas that misspell a keyword, name a field that is not there, or give a role twice.
 *
 * @throws Error listing every fault as `file path: what is wrong`
 */
export function checkVocabulary(schemas: NamedSchema[], vocabulary: object) {
  const isWellSpelt = new Ajv({ strict: false, allErrors: true }).compile(vocabulary);
  const faults = schemas.flatMap(({ name, schema }) => {
    const spelling = isWellSpelt(schema) ? [] : isWellSpelt.errors!.map(sentence);
    return [...spelling, ...danglingNames(schema), ...repeatedRoles(schema), ...unknownToAjv(schema)].map(
      (fault) => `schemas/${name}.schema.json ${fault}`,
    );
  });
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

function sentence({ instancePath, message, params, propertyName }: ErrorObject): string {
  const about = propertyName ?? (params.allowedValues as unknown[] | undefined)?.join(", ") ?? "";
  return `${instancePath || "/"}: ${message ?? "is wrong"}${about && ` (${about})`}`;
}

function danglingNames(schema: EntitySchema): string[] {
  const known = new Set(Object.keys(schema.properties));
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    [
      ...(field["x-clears"] ?? []),
      field["x-starts-with"],
      field["x-options"]?.filterBy,
      field["x-derived"]?.from,
    ]
      .filter((other): other is string => other !== undefined && !known.has(other))
      .map((other) => `/properties/${name}: names the field "${other}", which does not exist`),
  );
}

function repeatedRoles(schema: EntitySchema): string[] {
  const roles = Object.values(schema.properties).flatMap((field) => field["x-role"] ?? []);
  return roles
    .filter((role, index) => roles.indexOf(role) !== index)
    .map((role) => `: the role "${role}" is given to more than one field`);
}

/** A strict Ajv finds what a lenient one passes over in silence: unknown keywords, rules without a type. */
function unknownToAjv(schema: EntitySchema): string[] {
  const strict = new Ajv({ strict: true, allowUnionTypes: true, formats: { date: true } });
  strict.addVocabulary(ourKeywords(schema));
  try {
    strict.compile(schema);
    return [];
  } catch (error) {
    return [`: ${(error as Error).message}`];
  }
}

function ourKeywords(schema: FieldSchema): string[] {
  const text = JSON.stringify(schema);
  return [...new Set(text.match(/"x-[a-z-]+"(?=:)/g) ?? [])].map((quoted) => JSON.parse(quoted) as string);
}
