import { isDeepStrictEqual } from "node:util";
import { ruleWording, ruleWords } from "../../src/contract/rules/ruleWords.ts";
import { versionOf, yamlKey, type EntitySchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import { ruleName, rulesOf, type SchemaRule } from "../../src/contract/schema/schemaRules.ts";

/** What kind of change: the headings of the report, in this order. */
export const KINDS = [
  "removed",
  "renamed",
  "added",
  "narrowed",
  "widened",
  "wire",
  "yaml",
  "wording",
  "other",
] as const;

export type ChangeKind = (typeof KINDS)[number];

export interface SchemaChange {
  kind: ChangeKind;
  /** The field of the new edition it is about, of the old one where it is gone; undefined for the schema itself. */
  field?: string | undefined;
  words: string;
}

/** Every difference between two editions of a schema that somebody or something outside would notice. */
export function schemaChanges(before: EntitySchema, after: EntitySchema): SchemaChange[] {
  const renamed = renamedFields(before, after);
  const oldNames = new Set(renamed.values());
  const added = Object.keys(after.properties).filter(
    (name) => !before.properties[name] && !renamed.has(name),
  );
  const removed = Object.keys(before.properties).filter(
    (name) => !after.properties[name] && !oldNames.has(name),
  );
  const kept = Object.keys(after.properties).flatMap((name): [string, string][] => {
    const old = renamed.get(name) ?? (before.properties[name] ? name : undefined);
    return old === undefined ? [] : [[old, name]];
  });
  return [
    ...removed.map((name) => change("removed", name, `${labelled(before, name)} is gone.`)),
    ...[...renamed].map(([name, old]) => change("renamed", name, `\`${old}\` is now called \`${name}\`.`)),
    ...added.map((name) => change("added", name, `${labelled(after, name)} is new${needOf(after, name)}.`)),
    ...ruleChanges(before, after, renamed, new Set([...added, ...removed])),
    ...kept.flatMap(([old, name]) => fieldChanges(name, before.properties[old]!, after.properties[name]!)),
    ...versionChange(before, after),
  ];
}

const change = (kind: ChangeKind, field: string | undefined, words: string): SchemaChange => ({
  kind,
  field,
  words,
});

const labelled = ({ properties }: EntitySchema, name: string) =>
  `\`${name}\` (${properties[name]?.title ?? name})`;

const needOf = (schema: EntitySchema, name: string) =>
  schema.required?.includes(name) ? ", and required" : ", and optional";

/** New name -> old name, of fields that say what they were called before. */
function renamedFields(before: EntitySchema, after: EntitySchema): Map<string, string> {
  const pairs = Object.entries(after.properties).flatMap(([name, field]): [string, string][] => {
    if (before.properties[name]) return [];
    const old = field["x-changes"]?.renamed?.findLast(
      (entry) => entry.name !== undefined && before.properties[entry.name],
    );
    return old?.name === undefined ? [] : [[name, old.name]];
  });
  return new Map(pairs);
}

/** Rules that came, went or changed, of fields that both editions have. */
function ruleChanges(
  before: EntitySchema,
  after: EntitySchema,
  renamed: Map<string, string>,
  passed: Set<string>,
) {
  const oldName = new Map([...renamed].map(([name, old]) => [old, name]));
  const keyOf = (rule: SchemaRule, names: Map<string, string>) => {
    const step = (name: string) => names.get(name) ?? name;
    const value =
      rule.keyword === "required" && rule.place.length === 0 ? step(String(rule.value)) : rule.value;
    const node = rule.node.map((part, index) =>
      index === 1 && rule.node[0] === "properties" ? step(part) : part,
    );
    return {
      ...rule,
      node,
      place: rule.place.map((part, index) => (index === 0 ? step(part) : part)),
      value,
    };
  };
  const index = (schema: EntitySchema, names: Map<string, string>) =>
    new Map(
      rulesOf(schema)
        .map((rule) => keyOf(rule, names))
        .map((rule) => [ruleName(rule), rule]),
    );
  const [old, now] = [index(before, oldName), index(after, new Map())];
  const changes: SchemaChange[] = [];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)];
    const field = fieldOf((is ?? was)!);
    if (field !== undefined && passed.has(field)) continue;
    if (was && is && isDeepStrictEqual(was.value, is.value)) continue;
    changes.push(
      ...ruleChange(field, was && { rule: was, schema: before }, is && { rule: is, schema: after }),
    );
  }
  return [...changes, ...wordings(before, after, old, now)];
}

const fieldOf = ({ place, keyword, value }: SchemaRule) =>
  place[0] ?? (keyword === "required" ? String(value) : undefined);

/** A rule, and the edition it is of, which tells its condition. */
interface Told {
  rule: SchemaRule;
  schema: EntitySchema;
}

function ruleChange(field: string | undefined, was: Told | undefined, is: Told | undefined): SchemaChange[] {
  const part = ((is ?? was)!.rule.place.slice(1).includes("*") && "each entry ") || "";
  if (!was) return [change("narrowed", field, `now ${part}${told(is!)}; before, that was free.`)];
  if (!is) return [change("widened", field, `no longer: ${part}${told(was)}.`)];
  return narrowing(was.rule, is.rule).map(({ kind, words }) => change(kind, field, `${part}${words}`));
}

/** The line begins with the field's name, and a field that is required is told of itself. */
function told({ rule, schema }: Told): string {
  const words = ruleWords(rule, schema);
  const isOwn = rule.keyword === "required" && String(rule.value) === fieldOf(rule);
  return isOwn ? words.replace(`has ${String(rule.value)}`, "is required") : words;
}

function wordings(
  before: EntitySchema,
  after: EntitySchema,
  old: Map<string, SchemaRule>,
  now: Map<string, SchemaRule>,
): SchemaChange[] {
  const original = new Map(rulesOf(before).map((rule) => [ruleName(rule), rule]));
  return [...now].flatMap(([name, rule]) => {
    if (!old.has(name)) return [];
    const was = original.get(name) && ruleWording(before, original.get(name)!);
    const is = ruleWording(after, rule);
    return was === undefined || was === is
      ? []
      : [
          change(
            "wording",
            fieldOf(rule),
            `the wording of ${rule.keyword}: “${was}” is now ${is === undefined ? "left to the validator" : `“${is}”`}.`,
          ),
        ];
  });
}

/** What a field shows, and how it travels. */
function fieldChanges(name: string, before: FieldSchema, after: FieldSchema): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const compare = (kind: ChangeKind, what: string, was: unknown, is: unknown) => {
    if (!isDeepStrictEqual(was, is))
      changes.push(change(kind, name, `${what}: ${shown(was)} is now ${shown(is)}.`));
  };
  compare("wording", "the label", before.title, after.title);
  compare("wording", "the help text", before.description, after.description);
  compare("wire", "the name in answers", before["x-wire"]?.read, after["x-wire"]?.read);
  compare("wire", "the name in saves", before["x-wire"]?.write, after["x-wire"]?.write);
  compare("wire", "how it travels", before["x-wire"]?.codec, after["x-wire"]?.codec);
  compare("yaml", "the YAML attribute", yamlKey(before), yamlKey(after));
  for (const word of ["x-section", "x-widget", "x-options", "x-role", "default", "x-hide"] as const)
    compare("other", word, before[word], after[word]);
  return changes;
}

const shown = (value: unknown) =>
  value === undefined ? "nothing" : typeof value === "string" ? `“${value}”` : `\`${JSON.stringify(value)}\``;

function versionChange(before: EntitySchema, after: EntitySchema): SchemaChange[] {
  const [was, is] = [versionOf(before), versionOf(after)];
  return was === is ? [] : [change("other", undefined, `the schema version: ${was} is now ${is}.`)];
}

interface Judged {
  kind: "narrowed" | "widened";
  words: string;
}

/** Bounds of which a larger one refuses more, and of which a smaller one does. */
const LEAST = ["minLength", "minItems", "minimum", "exclusiveMinimum", "minProperties"];
const MOST = ["maxLength", "maxItems", "maximum", "exclusiveMaximum", "maxProperties"];

/**
 * Whether a rule whose value changed refuses more than before, less, or some of each. What nobody can tell, such as
 * one pattern in place of another, counts as narrowed: values that were right may be wrong now.
 */
function narrowing(was: SchemaRule, is: SchemaRule): Judged[] {
  const { keyword } = is;
  if (keyword === "enum") return choices(was.value as unknown[], is.value as unknown[]);
  const words = `${ruleWords(is)}; before: ${ruleWords(was)}.`;
  if (keyword === "type") return types([was.value].flat(), [is.value].flat(), words);
  const grows = Number(is.value) > Number(was.value);
  if (LEAST.includes(keyword)) return [{ kind: grows ? "narrowed" : "widened", words }];
  if (MOST.includes(keyword)) return [{ kind: grows ? "widened" : "narrowed", words }];
  return [{ kind: "narrowed", words }];
}

function choices(was: unknown[], is: unknown[]): Judged[] {
  const gone = was.filter((choice) => !is.includes(choice));
  const come = is.filter((choice) => !was.includes(choice));
  const list = (values: unknown[]) => values.map((value) => `“${String(value)}”`).join(", ");
  return [
    ...(gone.length > 0 ? [{ kind: "narrowed" as const, words: `no longer takes ${list(gone)}.` }] : []),
    ...(come.length > 0 ? [{ kind: "widened" as const, words: `now takes ${list(come)} too.` }] : []),
  ];
}

const types = (was: unknown[], is: unknown[], words: string): Judged[] => [
  { kind: was.every((type) => is.includes(type)) ? "widened" : "narrowed", words },
];
