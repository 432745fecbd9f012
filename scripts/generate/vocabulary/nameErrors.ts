import {
  listSectionTitles,
  getYamlConstants,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { getComparedField } from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { Schemas } from "../readSchemas.ts";
import { findEnclosingFields } from "./conditionErrors.ts";
import { listSchemaNodes, errorAtValue, type SchemaError } from "./schemaError.ts";

/** A name in a schema that must exist elsewhere, such as a field's name in `required`. */
interface NameReference {
  path: string[];
  name: string | undefined;
}

/** Reports references to fields, sections and write names that do not exist. */
export function findUnknownReferences(schema: EntitySchema): SchemaError[] {
  const fields = Object.keys(schema.properties);
  const references = Object.entries(schema.properties).flatMap(([name, field]) =>
    listReferences(name, field),
  );
  const dangling = references.filter(({ name }) => name !== undefined && !fields.includes(name));
  return [
    ...dangling.map(({ path, name }) => unknownFieldError(path, name!, fields)),
    ...findUnknownSiblings(schema),
    ...findMisspelledSections(schema),
    ...findOnceErrors(schema),
  ];
}

const unknownFieldError = (path: string[], name: string, fields: string[]): SchemaError =>
  errorAtValue(
    path,
    `${path.findLast((step) => !/^\d+$/.test(step))} names the field "${name}", which does not exist.${suggestion(name, fields)}`,
  );

function listReferences(name: string, field: FieldSchema): NameReference[] {
  const path = ["properties", name];
  return [
    ...(field["x-clears"] ?? []).map((other, index) => ({
      path: [...path, "x-clears", String(index)],
      name: other,
    })),
    { path: [...path, "x-rules"], name: getComparedField("startsWith", field) },
    { path: [...path, "x-rules"], name: getComparedField("notBefore", field) },
    { path: [...path, "x-options", "filterBy"], name: field["x-options"]?.filterBy },
    { path: [...path, "x-derived", "from"], name: field["x-derived"]?.from },
  ];
}

/** `required` and the rule `equals` name fields of the same object. */
function findUnknownSiblings(schema: EntitySchema): SchemaError[] {
  return listSchemaNodes(schema).flatMap(({ path, node }) => {
    const known = Object.keys(node.properties ?? {});
    // A condition names fields of the enclosing object.
    const isCondition = path.some((step) =>
      ["if", "then", "else", "allOf", "anyOf", "oneOf", "not"].includes(step),
    );
    const fields = isCondition ? findEnclosingFields(schema, path) : undefined;
    const names = [...known, ...Object.keys(fields ?? {})];
    if (isCondition && names.length === 0) return [];
    const required = (node.required ?? []).map((name, index) => ({
      path: [...path, "required", String(index)],
      name,
    }));
    const equal = Object.entries(node.properties ?? {}).map(([name, child]) => ({
      path: [...path, "properties", name, "x-rules"],
      name: getComparedField("equals", child),
    }));
    return [...required, ...equal]
      .filter(({ name }) => name !== undefined && !names.includes(name))
      .map((reference) => unknownFieldError(reference.path, reference.name!, names));
  });
}

function findMisspelledSections(schema: EntitySchema): SchemaError[] {
  const fields = Object.entries(schema.properties);
  return listSectionTitles(schema).flatMap((section) => {
    const named = fields.filter(([, field]) => field["x-section"] === section);
    const others = listSectionTitles(schema).filter((other) => other !== section);
    const hint = suggestion(section, others);
    if (named.length > 1 || hint === "") return [];
    const path = ["properties", named[0]![0], "x-section"];
    return [errorAtValue(path, `No other field is in the section "${section}".${hint}`)];
  });
}

/** `once` lists names that are sent with a create only: constants, or write names beyond a field's first. */
function findOnceErrors(schema: EntitySchema): SchemaError[] {
  const additionalNames = Object.values(schema.properties).flatMap(({ "x-wire": wire }) =>
    [wire?.write].flat().slice(1),
  );
  const allowed = [...additionalNames, ...Object.keys(schema["x-wire"]?.constants ?? {})].filter(
    (name) => name !== undefined,
  );
  return (schema["x-wire"]?.once ?? []).flatMap((name, index) =>
    allowed.includes(name)
      ? []
      : [
          errorAtValue(
            ["x-wire", "once", String(index)],
            `once lists "${name}", which is neither a constant nor an additional write name of a field.${suggestion(name, allowed)}`,
          ),
        ],
  );
}

interface NameUse {
  name: string;
  path: string[];
}

/** Reports roles, wire names and YAML attributes that two fields, or a field and its frame, both use. */
export function findDuplicateNames(schema: EntitySchema, { product, schemas }: Schemas): SchemaError[] {
  const frame = Object.values(schemas.find(({ name }) => name === "record")?.schema.properties ?? {}).flatMap(
    (field) => field["x-wire"]?.read ?? [],
  );
  const reserved = RESERVED_NAMES[schema.$id]?.(`${product}_`, frame) ?? { read: [], write: [] };
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    path: ["properties", name],
    field,
  }));
  const listUses = (namesOf: (field: FieldSchema) => [string, string[]][]) =>
    fields.flatMap(({ path, field }) =>
      namesOf(field).map(([name, below]): NameUse => ({ name, path: [...path, ...below] })),
    );
  const constants = getYamlConstants(schema);
  return [
    ...findRepeated(listUses(rolesOf), (name) => `More than one field has the role "${name}".`),
    ...findRepeated(
      listUses(readNames),
      (name) => `The response name "${name}" is reserved or belongs to another field.`,
      reserved.read,
    ),
    ...findRepeated(
      listUses(writeNames),
      (name) => `The request name "${name}" is reserved or belongs to another field.`,
      [...reserved.write, ...Object.keys(schema["x-wire"]?.constants ?? {})],
    ),
    ...(constants
      ? findRepeated(
          listUses(yamlNames),
          (name) => `The YAML attribute "${name}" is reserved or belongs to another field.`,
          [`${product}_identifier`, "schema_version", ...Object.keys(constants)],
        )
      : []),
  ];
}

/** Wire names that the services use beside the fields of a schema. */
const RESERVED_NAMES: Record<
  string,
  (product: string, frame: string[]) => { read: string[]; write: string[] }
> = {
  metadata: (product, frame) => ({ read: frame, write: [`${product}identifier`, "userId"] }),
  contact: (product) => ({
    read: ["id", "contact_id", `${product}contact_id`, "record_count"],
    write: ["contact_id", `${product}contact_id`, "userId"],
  }),
};

function findRepeated(
  uses: NameUse[],
  buildMessage: (name: string) => string,
  reserved: string[] = [],
): SchemaError[] {
  const seen = new Set(reserved);
  return uses.flatMap(({ name, path }) => {
    if (seen.has(name)) return [errorAtValue(path, buildMessage(name))];
    seen.add(name);
    return [];
  });
}

const rolesOf = ({ "x-role": role }: FieldSchema): [string, string[]][] => (role ? [[role, ["x-role"]]] : []);

const namesAt = (names: string | string[] | undefined, below: string[]): [string, string[]][] =>
  Array.isArray(names)
    ? names.map((name, index) => [name, [...below, String(index)]])
    : names === undefined
      ? []
      : [[names, below]];

const readNames = ({ "x-wire": wire }: FieldSchema) => namesAt(wire?.read, ["x-wire", "read"]);
const writeNames = ({ "x-wire": wire }: FieldSchema) => namesAt(wire?.write, ["x-wire", "write"]);

function yamlNames(field: FieldSchema): [string, string[]][] {
  const yaml = field["x-yaml"];
  const key = getYamlKey(field);
  const more =
    typeof yaml === "object" ? [...Object.keys(yaml.with ?? {}), ...(yaml.label ? [yaml.label] : [])] : [];
  const below = yaml === undefined ? ["x-wire", "write"] : ["x-yaml"];
  return [...(key === undefined ? [] : [key]), ...more].map((name) => [name, below]);
}
