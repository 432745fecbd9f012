import {
  yamlConstants,
  yamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import type { Schemas } from "../readSchemas.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

interface Used {
  name: string;
  path: string[];
}

/** Names that two fields of a schema lay claim to, or a field and what stands around it: roles, wire names, attributes. */
export function repeatedFaults(schema: EntitySchema, { product, schemas }: Schemas): VocabularyFault[] {
  const frame = Object.values(schemas.find(({ name }) => name === "record")?.schema.properties ?? {}).flatMap(
    (field) => field["x-wire"]?.read ?? [],
  );
  const around = AROUND[schema.$id]?.(`${product}_`, frame) ?? { read: [], write: [] };
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    path: ["properties", name],
    field,
  }));
  const uses = (of: (field: FieldSchema) => [string, string[]][]) =>
    fields.flatMap(({ path, field }) =>
      of(field).map(([name, below]): Used => ({ name, path: [...path, ...below] })),
    );
  const constants = yamlConstants(schema);
  return [
    ...repeated(uses(roleOf), (name) => `The role "${name}" is given to more than one field.`),
    ...repeated(
      uses(readNames),
      (name) => `The name "${name}" of answers is used by more than one field.`,
      around.read,
    ),
    ...repeated(uses(writeNames), (name) => `The name "${name}" of saves is used by more than one field.`, [
      ...around.write,
      ...Object.keys(schema["x-wire"]?.constants ?? {}),
    ]),
    ...(constants
      ? repeated(uses(yamlNames), (name) => `The YAML attribute "${name}" is used more than once.`, [
          `${product}_identifier`,
          "schema_version",
          ...Object.keys(constants),
        ])
      : []),
  ];
}

/** What stands beside a document's fields in the same object, by schema: the names of its frame, of ids and of who asks. */
const AROUND: Record<string, (product: string, frame: string[]) => { read: string[]; write: string[] }> = {
  metadata: (product, frame) => ({ read: frame, write: [`${product}identifier`, "userId"] }),
  contact: (product) => ({
    read: ["id", "contact_id", `${product}contact_id`, "record_count"],
    write: ["contact_id", `${product}contact_id`, "userId"],
  }),
};

function repeated(uses: Used[], words: (name: string) => string, taken: string[] = []): VocabularyFault[] {
  const seen = new Set(taken);
  return uses.flatMap(({ name, path }) => {
    if (seen.has(name)) return [{ path, at: "value" as const, message: words(name) }];
    seen.add(name);
    return [];
  });
}

const roleOf = ({ "x-role": role }: FieldSchema): [string, string[]][] => (role ? [[role, ["x-role"]]] : []);

const namesUnder = (names: string | string[] | undefined, below: string[]): [string, string[]][] =>
  Array.isArray(names)
    ? names.map((name, index) => [name, [...below, String(index)]])
    : names === undefined
      ? []
      : [[names, below]];

const readNames = ({ "x-wire": wire }: FieldSchema) => namesUnder(wire?.read, ["x-wire", "read"]);
const writeNames = ({ "x-wire": wire }: FieldSchema) => namesUnder(wire?.write, ["x-wire", "write"]);

function yamlNames(field: FieldSchema): [string, string[]][] {
  const yaml = field["x-yaml"];
  const key = yamlKey(field);
  const more =
    typeof yaml === "object" ? [...Object.keys(yaml.with ?? {}), ...(yaml.label ? [yaml.label] : [])] : [];
  const below = yaml === undefined ? ["x-wire", "write"] : ["x-yaml"];
  return [...(key === undefined ? [] : [key]), ...more].map((name) => [name, below]);
}
