import {
  sectionTitles,
  yamlConstants,
  yamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { comparedBy } from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { Schemas } from "../readSchemas.ts";
import { schemaNodes, wrongValue, type VocabularyFault } from "./vocabularyFault.ts";

/** A name that one node gives, and what it must be a name of. */
interface Naming {
  path: string[];
  name: string | undefined;
}

/** Words that name a field, a section or a name of saves which is not there. */
export function namingFaults(schema: EntitySchema): VocabularyFault[] {
  const fields = Object.keys(schema.properties);
  const top = Object.entries(schema.properties).flatMap(([name, field]) => namedBy(name, field));
  const dangling = top.filter(({ name }) => name !== undefined && !fields.includes(name));
  return [
    ...dangling.map(({ path, name }) => missing(path, name!, fields)),
    ...siblingFaults(schema),
    ...sectionFaults(schema),
    ...onceFaults(schema),
  ];
}

const missing = (path: string[], name: string, fields: string[]): VocabularyFault =>
  wrongValue(
    path,
    `${path.findLast((step) => !/^\d+$/.test(step))} names the field "${name}", which does not exist.${suggestion(name, fields)}`,
  );

function namedBy(name: string, field: FieldSchema): Naming[] {
  const path = ["properties", name];
  return [
    ...(field["x-clears"] ?? []).map((other, index) => ({
      path: [...path, "x-clears", String(index)],
      name: other,
    })),
    { path: [...path, "x-rules"], name: comparedBy("startsWith", field) },
    { path: [...path, "x-options", "filterBy"], name: field["x-options"]?.filterBy },
    { path: [...path, "x-derived", "from"], name: field["x-derived"]?.from },
  ];
}

/** `required` and the rule `equals` name fields of the object they stand in. */
function siblingFaults(schema: EntitySchema): VocabularyFault[] {
  return schemaNodes(schema).flatMap(({ path, node }) => {
    const known = Object.keys(node.properties ?? {});
    // Conditions speak of the fields of the object they stand in, which others list.
    const isCondition = path.some((step) =>
      ["if", "then", "else", "allOf", "anyOf", "oneOf", "not"].includes(step),
    );
    const names = isCondition ? [...known, ...Object.keys(schema.properties)] : known;
    const required = (node.required ?? []).map((name, index) => ({
      path: [...path, "required", String(index)],
      name,
    }));
    const equal = Object.entries(node.properties ?? {}).map(([name, child]) => ({
      path: [...path, "properties", name, "x-rules"],
      name: comparedBy("equals", child),
    }));
    return [...required, ...equal]
      .filter(({ name }) => name !== undefined && !names.includes(name))
      .map((naming) => missing(naming.path, naming.name!, names));
  });
}

/** A section of one field that is spelt almost like another is no section: the field would stand apart from its like. */
function sectionFaults(schema: EntitySchema): VocabularyFault[] {
  const fields = Object.entries(schema.properties);
  return sectionTitles(schema).flatMap((section) => {
    const named = fields.filter(([, field]) => field["x-section"] === section);
    const others = sectionTitles(schema).filter((other) => other !== section);
    const meant = suggestion(section, others);
    if (named.length > 1 || meant === "") return [];
    const path = ["properties", named[0]![0], "x-section"];
    return [wrongValue(path, `No other field is in the section "${section}".${meant}`)];
  });
}

/** What is sent once must be sent at all, and must not be what a change is read from. */
function onceFaults(schema: EntitySchema): VocabularyFault[] {
  const further = Object.values(schema.properties).flatMap(({ "x-wire": wire }) =>
    [wire?.write].flat().slice(1),
  );
  const sent = [...further, ...Object.keys(schema["x-wire"]?.constants ?? {})].filter(
    (name) => name !== undefined,
  );
  return (schema["x-wire"]?.once ?? []).flatMap((name, index) =>
    sent.includes(name)
      ? []
      : [
          wrongValue(
            ["x-wire", "once", String(index)],
            `once names "${name}", which is neither a constant nor a further write name of a field.${suggestion(name, sent)}`,
          ),
        ],
  );
}

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
    if (seen.has(name)) return [wrongValue(path, words(name))];
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
