import { accessWords } from "./access.ts";
import { yamlConstants, yamlKey, type EntitySchema, type FieldSchema } from "./fields.ts";
import { choicesOf } from "./fieldSchema.ts";
import { ruleWording, ruleWords } from "../rules/ruleWords.ts";
import { rulesOf, type SchemaRule } from "./schemaRules.ts";

/** One rule of a field, as the dictionary tells it. */
export interface DictionaryRule {
  /** The part of the value it is about: "" for the field itself, "each entry", "start" ... */
  about: string;
  /** The rule in words, to be read after the part's name. */
  rule: string;
  /** What people are told when it is broken; undefined where nobody is, as for a value no input can make. */
  wording?: string | undefined;
}

/** Everything the data dictionary says of one field. */
export interface DictionaryRow {
  name: string;
  label: string;
  help: string;
  /** The form's section; undefined for a field the form does not show. */
  section?: string | undefined;
  /** What a value is: "text", "date", "list of texts" ... */
  kind: string;
  isRequired: boolean;
  /** The field it follows from, when it is not typed. */
  derivedFrom?: string | undefined;
  rules: DictionaryRule[];
  /** The closed choices, where the schema lists them. */
  choices: string[];
  /** The unit of a number. */
  unit?: string | undefined;
  /** Who reads and edits it, where that is not everybody's and the vendor's. */
  access: string | undefined;
  /** The reference list of the choices, where there is one. */
  source?: string | undefined;
  /** The server's names in answers, the first of which counts. */
  read: string[];
  /** The server's names in saves. */
  write: string[];
  /** How the value travels; undefined for as it is. */
  codec?: string | undefined;
  /** The attribute of the metadata YAML; undefined where the entity or the field has none. */
  yaml?: string | undefined;
  default?: unknown;
  example: unknown;
}

/** Rules that only say what `kind` says already, or that no input of the portal can break. */
const TOLD_ELSEWHERE = ["type", "additionalProperties", "enum", "oneOf"];

/**
 * The data dictionary of one schema, a row for each field in the schema's order: what the Markdown file and the
 * portal's page show. Pure: the schema is all it reads.
 */
export function dataDictionary(schema: EntitySchema): DictionaryRow[] {
  const rules = rulesOf(schema);
  return Object.entries(schema.properties).map(([name, field]) => rowOf(schema, name, field, rules));
}

function rowOf(schema: EntitySchema, name: string, field: FieldSchema, rules: SchemaRule[]): DictionaryRow {
  const wire = field["x-wire"];
  return {
    name,
    label: field.title ?? name,
    help: field.description ?? "",
    section: field["x-section"],
    kind: kindOf(field),
    isRequired: schema.required?.includes(name) ?? false,
    derivedFrom: field["x-derived"]?.from,
    rules: rules.filter((rule) => isAbout(rule, name)).map((rule) => toldRule(schema, rule)),
    choices: choicesOf(field).map(({ label, value, isDeprecated }) =>
      [
        label === String(value) ? label : `${label} (${String(value)})`,
        ...(isDeprecated ? ["no longer offered"] : []),
      ].join(", "),
    ),
    unit: field["x-unit"],
    access: accessWords(field),
    source: field["x-options"]?.source,
    read: namesOf(wire?.read),
    write: namesOf(wire?.write),
    codec: wire?.codec,
    yaml: yamlConstants(schema) ? yamlKey(field) : undefined,
    default: field.default,
    example: field.examples?.[0],
  };
}

/** A rule of a field, of a part of its value, or of its absence. Choices stand apart, unless they have a wording. */
function isAbout({ keyword, place, value, when }: SchemaRule, name: string): boolean {
  if (keyword === "required" && place.length === 0) return value === name;
  return place[0] === name && (!TOLD_ELSEWHERE.includes(keyword) || (keyword === "enum" && !when));
}

function toldRule(schema: EntitySchema, rule: SchemaRule): DictionaryRule {
  const wording = ruleWording(schema, rule);
  if (rule.keyword === "required" && rule.place.length === 0) {
    const needed = rule.when ? ruleWords(rule, schema).replace(/^has [^,]*/, "is required") : "is required";
    return { about: "", rule: needed, wording };
  }
  const about = rule.place
    .slice(1)
    .map((step) => (step === "*" ? "each entry" : step))
    .join(", ");
  return {
    about,
    rule: rule.keyword === "enum" ? "is one of the choices" : ruleWords(rule, schema),
    wording,
  };
}

const KINDS: Record<string, string> = {
  string: "text",
  boolean: "yes or no",
  integer: "whole number",
  number: "number",
  null: "nothing",
};

/** What a value is, for people who know no JSON Schema. */
function kindOf(field: FieldSchema): string {
  const type = [field.type].flat()[0];
  if (type === "array") return `list of ${plural(field.items ? kindOf(field.items) : "values")}`;
  if (type === "object") {
    const parts = Object.entries(field.properties ?? {}).map(([name, child]) => child.title ?? name);
    return parts.length > 0 ? `group (${parts.join(", ")})` : "group";
  }
  if (field.format === "date") return "date";
  return KINDS[type ?? ""] ?? "any value";
}

const plural = (kind: string) => (kind.startsWith("group") ? kind.replace("group", "groups") : `${kind}s`);

const namesOf = (names: string | string[] | undefined): string[] =>
  names === undefined ? [] : [names].flat();
