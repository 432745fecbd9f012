import {
  buildDataDictionary,
  type DictionaryRow,
  type DictionaryRule,
} from "../../src/contract/schema/dataDictionary.ts";
import { DEFAULT_MAX_ITEMS, DEFAULT_MAX_LENGTH } from "../../src/contract/schema/defaultLimits.ts";
import { getSchemaVersion, type EntitySchema } from "../../src/contract/schema/fields.ts";
import type { NamedSchema } from "./readSchemas.ts";

export const DICTIONARY_FILE = "docs/data-dictionary.md";

/** Documents that users edit come first. */
const FIRST_SCHEMAS = ["metadata", "contact", "message", "rejection", "review-checklist", "record"];

export function buildDictionaryFile(schemas: NamedSchema[]): string {
  const rank = (name: string) =>
    FIRST_SCHEMAS.includes(name) ? FIRST_SCHEMAS.indexOf(name) : FIRST_SCHEMAS.length;
  const ordered = schemas.toSorted((a, b) => rank(a.name) - rank(b.name)).map(({ schema }) => schema);
  return formatDictionary(ordered);
}

const INTRODUCTION = `# Data dictionary

All fields that the portal and its services exchange. Written by \`npm run docs\` from \`schemas/\`; edit the schemas instead.

**Name in responses** and **name in requests** are the names in API calls. If a field has several names in responses, the
first one that is present is used. **Name in the YAML** is the attribute in \`metadata_{id}.yml\`. The text after a rule is
the error message.

Unless a rule sets a limit, a text has at most ${DEFAULT_MAX_LENGTH.toLocaleString("en-US")} characters and a list at most ${DEFAULT_MAX_ITEMS.toLocaleString("en-US")} entries.`;

/** Returns Markdown with a chapter for each schema and a section for each field. */
export function formatDictionary(schemas: EntitySchema[]): string {
  const contents = schemas.map(
    ({ title }) => `- [${splitTitle(title)}](#${splitTitle(title).toLowerCase().replaceAll(" ", "-")})`,
  );
  return [INTRODUCTION, contents.join("\n"), ...schemas.map(formatChapter)].join("\n\n") + "\n";
}

/** "RecordFrame" -> "Record frame". */
const splitTitle = (title: string) =>
  title.replaceAll(/(?<=[a-z])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the Markdown of one schema. */
export function formatChapter(schema: EntitySchema): string {
  const version = schema["x-changes"]?.version ? `Schema version ${getSchemaVersion(schema)}.` : "";
  const head = [`## ${splitTitle(schema.title)}`, `${schema.description ?? ""} ${version}`.trim()];
  return [...head, ...buildDataDictionary(schema).map(formatField)].join("\n\n");
}

function formatField(row: DictionaryRow): string {
  const lines = [
    ...formatLine(
      "Choices",
      row.options.map(code).join(", ") ||
        (row.optionSource && `the list of ${splitCamelCase(row.optionSource)}`),
    ),
    ...formatLine("Unit", row.unit),
    ...formatLine("Access", row.access),
    ...row.rules.map(formatRule),
    ...formatLine("Default", row.default === undefined ? undefined : code(formatJson(row.default))),
    ...formatLine("Name in responses", row.readNames.map(code).join(", ")),
    ...formatLine("Name in requests", row.writeNames.map(code).join(", ")),
    ...formatLine("Format in requests", row.codec && splitCamelCase(row.codec)),
    ...formatLine("Name in the YAML", row.yamlKey && code(row.yamlKey)),
    ...formatLine("Example", row.example === undefined ? undefined : code(formatJson(row.example))),
  ];
  return [`### ${row.label}`, formatFacts(row), ...(row.help ? [row.help] : []), lines.join("\n")].join(
    "\n\n",
  );
}

function formatFacts({
  name,
  valueType,
  isRequired,
  section: formSection,
  derivedFrom,
}: DictionaryRow): string {
  const need = derivedFrom ? `derived from ${code(derivedFrom)}` : isRequired ? "required" : "optional";
  return [code(name), valueType, need, ...(formSection ? [`in the section _${formSection}_`] : [])].join(
    " · ",
  );
}

const formatLine = (label: string, text: string | undefined) => (text ? [`- ${label}: ${text}`] : []);

function formatRule({ appliesTo, description, errorMessage }: DictionaryRule): string {
  const pattern = /^matches (.*)$/s.exec(description)?.[1];
  const text = pattern === undefined ? description : `matches ${code(pattern)}`;
  return `- Rule: ${appliesTo && `${appliesTo} `}${text}${errorMessage === undefined ? "" : ` – “${errorMessage}”`}`;
}

/** Text that contains backticks needs double backticks around it. */
const code = (text: string) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

const formatJson = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** "hydrologicUnits" -> "hydrologic units". */
const splitCamelCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
