import type { FieldSchema } from "../../src/contract/schema/fields.ts";

const AWKWARD_TEXTS = [
  `it's "quoted" \\ back\\slash \`tick\` $HOME %PATH%`,
  "emoji 🌊👩‍👩‍👧 and ünïcödé",
  "מודל שיטפון עברית",
  "<script>alert(1)</script> &amp; </b>",
  "no",
  "null",
  "0123",
  "4.10",
  "2024-02-30",
  "{12,1},{40,9}",
  "a: b # c",
  "tab\tand\nnew line",
  "a, b, c",
  "x".repeat(10_000),
];

const matches = (field: FieldSchema) => (text: string) =>
  (field.pattern === undefined || new RegExp(field.pattern, "u").test(text)) &&
  (field.enum === undefined || field.enum.includes(text)) &&
  (field.format !== "date" || isDate(text));

const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** The example of a field and all edge cases that its rule allows, each with a short title. */
export const awkwardValues = (field: FieldSchema) =>
  valuesFor(field).map((value) => ({ value, shown: JSON.stringify(value).slice(0, 60) }));

function valuesFor(field: FieldSchema): unknown[] {
  const examples = [field.examples?.[0]];
  if (field.type === "string") return [...examples, ...dates(field), ...AWKWARD_TEXTS.filter(matches(field))];
  const { items } = field;
  if (items?.type !== "string") return examples;
  const entries = [
    ...(items.enum ?? []),
    ...AWKWARD_TEXTS.filter((text) => !text.includes(",")).filter(matches(items)),
  ];
  return [...examples, ...entries.map((entry) => [entry]), ...(entries.length > 1 ? [entries] : [])];
}

const dates = ({ format }: FieldSchema) =>
  format === "date" ? ["0001-01-01", "2024-02-29", "9999-12-31"] : [];
