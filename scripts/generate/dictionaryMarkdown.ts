import { format, resolveConfig } from "prettier";
import {
  buildDataDictionary,
  type DictionaryRow,
  type DictionaryRule,
} from "../../src/contract/schema/dataDictionary.ts";
import { DEFAULT_MAX_ITEMS, DEFAULT_MAX_LENGTH } from "../../src/contract/schema/defaultLimits.ts";
import { getSchemaVersion, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { readSchemas } from "./readSchemas.ts";

/** Where the data dictionary is kept. */
export const DICTIONARY_FILE = "docs/data-dictionary.md";

/** What people write stands before what the services answer. */
const FIRST = ["metadata", "contact", "message", "rejection", "record"];

/** The text of the data dictionary of all schemas in a folder, formatted as the project formats Markdown. */
export async function dictionaryText(folder = "schemas"): Promise<string> {
  const { schemas } = await readSchemas(folder);
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const ordered = schemas.toSorted((a, b) => rank(a.name) - rank(b.name)).map(({ schema }) => schema);
  const style = await resolveConfig(DICTIONARY_FILE);
  return format(dictionaryMarkdown(ordered), { ...style, parser: "markdown" });
}

const INTRODUCTION = `# Data dictionary

Every field of what the portal and its services exchange. Written by \`npm run docs\` from \`schemas/\`; edit those.

**In answers** and **in saves** are the names the services use; of several in answers the first that is present counts.
**In the YAML** is the attribute of \`metadata_{id}.yml\`. A rule's wording is what people read when they break it.

A text without a limit of its own has at most ${DEFAULT_MAX_LENGTH.toLocaleString("en-US")} characters, a list at most ${DEFAULT_MAX_ITEMS.toLocaleString("en-US")} entries.`;

/** The data dictionary of some schemas as Markdown: a chapter for each schema, a section for each field. */
export function dictionaryMarkdown(schemas: EntitySchema[]): string {
  const contents = schemas.map(
    ({ title }) => `- [${spaced(title)}](#${spaced(title).toLowerCase().replaceAll(" ", "-")})`,
  );
  return [INTRODUCTION, contents.join("\n"), ...schemas.map(chapter)].join("\n\n") + "\n";
}

/** "RecordFrame" -> "Record frame". */
const spaced = (title: string) =>
  title.replaceAll(/(?<=[a-z])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

function chapter(schema: EntitySchema): string {
  const version = schema["x-changes"]?.version ? `Schema version ${getSchemaVersion(schema)}.` : "";
  const head = [`## ${spaced(schema.title)}`, `${schema.description ?? ""} ${version}`.trim()];
  return [...head, ...buildDataDictionary(schema).map(section)].join("\n\n");
}

function section(row: DictionaryRow): string {
  const lines = [
    ...line(
      "Choices",
      row.options.map(code).join(", ") || (row.optionSource && `the list of ${words(row.optionSource)}`),
    ),
    ...line("Unit", row.unit),
    ...line("Access", row.access),
    ...row.rules.map(ruleLine),
    ...line("By default", row.default === undefined ? undefined : code(shown(row.default))),
    ...line("In answers", row.readNames.map(code).join(", ")),
    ...line("In saves", row.writeNames.map(code).join(", ")),
    ...line("Travels as", row.codec && words(row.codec)),
    ...line("In the YAML", row.yamlKey && code(row.yamlKey)),
    ...line("Example", row.example === undefined ? undefined : code(shown(row.example))),
  ];
  return [`### ${row.label}`, factsOf(row), ...(row.help ? [row.help] : []), lines.join("\n")].join("\n\n");
}

function factsOf({ name, valueType: kind, isRequired, section: form, derivedFrom }: DictionaryRow): string {
  const need = derivedFrom ? `follows from ${code(derivedFrom)}` : isRequired ? "required" : "optional";
  return [code(name), kind, need, ...(form ? [`in the section _${form}_`] : [])].join(" · ");
}

const line = (label: string, text: string | undefined) => (text ? [`- ${label}: ${text}`] : []);

function ruleLine({ appliesTo: about, description: rule, errorMessage: wording }: DictionaryRule): string {
  const pattern = /^matches (.*)$/s.exec(rule)?.[1];
  const told = pattern === undefined ? rule : `matches ${code(pattern)}`;
  return `- Rule: ${about && `${about} `}${told}${wording === undefined ? "" : ` – “${wording}”`}`;
}

/** Fenced by more backticks than the text holds, so that none of it is taken for Markdown. */
const code = (text: string) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** "hydrologicUnits" -> "hydrologic units". */
const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
