import { isDeepStrictEqual } from "node:util";
import { describeRule, getRuleErrorMessage } from "../../src/contract/rules/describeRule.ts";
import {
  getSchemaVersion,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
import { formatRuleName, listSchemaRules, type SchemaRule } from "../../src/contract/schema/schemaRules.ts";

/** In the order of the report. */
export const CHANGE_KINDS = [
  "removed",
  "renamed",
  "added",
  "stricter",
  "looser",
  "wire",
  "yaml",
  "text",
  "other",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface SchemaChange {
  kind: ChangeKind;
  /** The field's name in the new schema, or in the old one if it was removed; undefined for the schema itself. */
  field?: string | undefined;
  description: string;
}

export function listSchemaChanges(before: EntitySchema, after: EntitySchema): SchemaChange[] {
  const renamed = mapRenamedFields(before, after);
  const oldNames = new Set(renamed.values());
  const added = Object.keys(after.properties).filter(
    (name) => !before.properties[name] && !renamed.has(name),
  );
  const removed = Object.keys(before.properties).filter(
    (name) => !after.properties[name] && !oldNames.has(name),
  );
  const common = Object.keys(after.properties).flatMap((name): [string, string][] => {
    const old = renamed.get(name) ?? (before.properties[name] ? name : undefined);
    return old === undefined ? [] : [[old, name]];
  });
  return [
    ...removed.map((name) => change("removed", name, `${formatField(before, name)} was removed.`)),
    ...[...renamed].map(([name, old]) => change("renamed", name, `\`${old}\` is now named \`${name}\`.`)),
    ...added.map((name) =>
      change("added", name, `${formatField(after, name)} is new${formatNeed(after, name)}.`),
    ),
    ...listRuleChanges(before, after, renamed, new Set([...added, ...removed])),
    ...common.flatMap(([old, name]) =>
      listFieldChanges(name, before.properties[old]!, after.properties[name]!),
    ),
    ...listVersionChange(before, after),
  ];
}

const change = (kind: ChangeKind, field: string | undefined, description: string): SchemaChange => ({
  kind,
  field,
  description,
});

const formatField = ({ properties }: EntitySchema, name: string) =>
  `\`${name}\` (${properties[name]?.title ?? name})`;

const formatNeed = (schema: EntitySchema, name: string) =>
  schema.required?.includes(name) ? " and required" : " and optional";

/** New name -> old name. */
function mapRenamedFields(before: EntitySchema, after: EntitySchema): Map<string, string> {
  const pairs = Object.entries(after.properties).flatMap(([name, field]): [string, string][] => {
    if (before.properties[name]) return [];
    const old = field["x-changes"]?.renamed?.findLast(
      (entry) => entry.name !== undefined && before.properties[entry.name],
    );
    return old?.name === undefined ? [] : [[name, old.name]];
  });
  return new Map(pairs);
}

/** Only of fields that both schemas have. */
function listRuleChanges(
  before: EntitySchema,
  after: EntitySchema,
  renamed: Map<string, string>,
  skippedFields: Set<string>,
) {
  const newNames = new Map([...renamed].map(([name, old]) => [old, name]));
  const renameFields = (rule: SchemaRule, names: Map<string, string>): SchemaRule => {
    const newName = (name: string) => names.get(name) ?? name;
    const value =
      rule.keyword === "required" && rule.valuePath.length === 0 ? newName(String(rule.value)) : rule.value;
    const schemaPath = rule.schemaPath.map((part, index) =>
      index === 1 && rule.schemaPath[0] === "properties" ? newName(part) : part,
    );
    return {
      ...rule,
      schemaPath,
      valuePath: rule.valuePath.map((part, index) => (index === 0 ? newName(part) : part)),
      value,
    };
  };
  const indexRules = (schema: EntitySchema, names: Map<string, string>) =>
    new Map(
      listSchemaRules(schema)
        .map((rule) => renameFields(rule, names))
        .map((rule) => [formatRuleName(rule), rule]),
    );
  const [oldRules, newRules] = [indexRules(before, newNames), indexRules(after, new Map())];
  const changes: SchemaChange[] = [];
  for (const name of new Set([...oldRules.keys(), ...newRules.keys()])) {
    const [was, is] = [oldRules.get(name), newRules.get(name)];
    const field = getRuleField((is ?? was)!);
    if (field !== undefined && skippedFields.has(field)) continue;
    if (was && is && isDeepStrictEqual(was.value, is.value)) continue;
    changes.push(
      ...describeRuleChange(field, was && { rule: was, schema: before }, is && { rule: is, schema: after }),
    );
  }
  return [...changes, ...listTextChanges(before, after, oldRules, newRules)];
}

const getRuleField = ({ valuePath, keyword, value }: SchemaRule) =>
  valuePath[0] ?? (keyword === "required" ? String(value) : undefined);

interface RuleInSchema {
  rule: SchemaRule;
  /** Needed to describe the rule's condition. */
  schema: EntitySchema;
}

function describeRuleChange(
  field: string | undefined,
  was: RuleInSchema | undefined,
  is: RuleInSchema | undefined,
): SchemaChange[] {
  const part = ((is ?? was)!.rule.valuePath.slice(1).includes("*") && "each entry ") || "";
  if (!was) return [change("stricter", field, `new rule: ${part}${describeRuleInSchema(is!)}.`)];
  if (!is) return [change("looser", field, `rule removed: ${part}${describeRuleInSchema(was)}.`)];
  return compareRuleValues(was.rule, is.rule).map(({ kind, description }) =>
    change(kind, field, `${part}${description}`),
  );
}

/** The line already begins with the field's name. */
function describeRuleInSchema({ rule, schema }: RuleInSchema): string {
  const words = describeRule(rule, schema);
  const isOwn = rule.keyword === "required" && String(rule.value) === getRuleField(rule);
  return isOwn ? words.replace(`has ${String(rule.value)}`, "is required") : words;
}

function listTextChanges(
  before: EntitySchema,
  after: EntitySchema,
  oldRules: Map<string, SchemaRule>,
  newRules: Map<string, SchemaRule>,
): SchemaChange[] {
  const original = new Map(listSchemaRules(before).map((rule) => [formatRuleName(rule), rule]));
  return [...newRules].flatMap(([name, rule]) => {
    if (!oldRules.has(name)) return [];
    const was = original.get(name) && getRuleErrorMessage(before, original.get(name)!);
    const is = getRuleErrorMessage(after, rule);
    return was === undefined || was === is
      ? []
      : [
          change(
            "text",
            getRuleField(rule),
            `the error text of ${rule.keyword}: “${was}” is now ${is === undefined ? "the validator's default" : `“${is}”`}.`,
          ),
        ];
  });
}

function listFieldChanges(name: string, before: FieldSchema, after: FieldSchema): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const compare = (kind: ChangeKind, property: string, was: unknown, is: unknown) => {
    if (!isDeepStrictEqual(was, is))
      changes.push(change(kind, name, `${property}: ${formatValue(was)} is now ${formatValue(is)}.`));
  };
  compare("text", "the label", before.title, after.title);
  compare("text", "the help text", before.description, after.description);
  compare("wire", "the response name", before["x-wire"]?.read, after["x-wire"]?.read);
  compare("wire", "the request name", before["x-wire"]?.write, after["x-wire"]?.write);
  compare("wire", "the codec", before["x-wire"]?.codec, after["x-wire"]?.codec);
  compare("yaml", "the YAML attribute", getYamlKey(before), getYamlKey(after));
  for (const keyword of ["x-section", "x-widget", "x-options", "x-role", "default", "x-hide"] as const)
    compare("other", keyword, before[keyword], after[keyword]);
  return changes;
}

const formatValue = (value: unknown) =>
  value === undefined ? "nothing" : typeof value === "string" ? `“${value}”` : `\`${JSON.stringify(value)}\``;

function listVersionChange(before: EntitySchema, after: EntitySchema): SchemaChange[] {
  const [was, is] = [getSchemaVersion(before), getSchemaVersion(after)];
  return was === is ? [] : [change("other", undefined, `the schema version: ${was} is now ${is}.`)];
}

interface RuleChange {
  kind: "stricter" | "looser";
  description: string;
}

const LOWER_BOUNDS = ["minLength", "minItems", "minimum", "exclusiveMinimum", "minProperties"];
const UPPER_BOUNDS = ["maxLength", "maxItems", "maximum", "exclusiveMaximum", "maxProperties"];

/** A change that cannot be compared, such as another pattern, counts as stricter: valid values may become invalid. */
function compareRuleValues(was: SchemaRule, is: SchemaRule): RuleChange[] {
  const { keyword } = is;
  if (keyword === "enum") return compareChoices(was.value as unknown[], is.value as unknown[]);
  const description = `${describeRule(is)}; before: ${describeRule(was)}.`;
  if (keyword === "type") return compareTypes([was.value].flat(), [is.value].flat(), description);
  const grows = Number(is.value) > Number(was.value);
  if (LOWER_BOUNDS.includes(keyword)) return [{ kind: grows ? "stricter" : "looser", description }];
  if (UPPER_BOUNDS.includes(keyword)) return [{ kind: grows ? "looser" : "stricter", description }];
  return [{ kind: "stricter", description }];
}

function compareChoices(was: unknown[], is: unknown[]): RuleChange[] {
  const removed = was.filter((choice) => !is.includes(choice));
  const added = is.filter((choice) => !was.includes(choice));
  const formatList = (values: unknown[]) => values.map((value) => `“${String(value)}”`).join(", ");
  return [
    ...(removed.length > 0
      ? [{ kind: "stricter" as const, description: `no longer allows ${formatList(removed)}.` }]
      : []),
    ...(added.length > 0
      ? [{ kind: "looser" as const, description: `now also allows ${formatList(added)}.` }]
      : []),
  ];
}

const compareTypes = (was: unknown[], is: unknown[], description: string): RuleChange[] => [
  { kind: was.every((type) => is.includes(type)) ? "looser" : "stricter", description },
];
