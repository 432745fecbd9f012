import { isIsoDate } from "../wire/parseValues.ts";
import type { FieldError } from "./fieldErrors.ts";
import type { JsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { getComparedField } from "../schema/fieldSchema.ts";
import type { RuleName } from "../generated/vocabulary.ts";
import { messages } from "../messages.ts";
import { isOriginator, type RecordContact } from "../schema/originator.ts";
import type { References } from "../schema/references.ts";

/** Returns the names of invalid parts: [] if valid, [""] for the value itself. */
type RuleCheck = (value: unknown, references: References) => string[];

interface Period {
  start?: string;
  end?: string;
}

const isDateText = (value: unknown): value is string => typeof value === "string" && isIsoDate(value);

const ruleChecks: Record<RuleName, RuleCheck> = {
  periodIsWhole: (value) => {
    const { start, end } = value as Period;
    if (Boolean(start) === Boolean(end)) return [];
    return [start ? "end" : "start"];
  },
  periodEndsAfterItStarts: (value) => {
    const { start, end } = value as Period;
    // Invalid dates break the format rule.
    return isDateText(start) && isDateText(end) && end < start ? ["end"] : [];
  },
  oneContactBesidesOriginator: (value, { contactRoles }) =>
    (value as (RecordContact | null)[]).some((contact) => contact && !isOriginator(contact, contactRoles))
      ? []
      : [""],
};

const EARLIEST_YEAR = 1900;
const getLatestYear = (now: Date) => now.getFullYear() + 10;

function isPlausibleYear(isoDate: string, now: Date): boolean {
  const year = Number(isoDate.slice(0, 4));
  return EARLIEST_YEAR <= year && year <= getLatestYear(now);
}

/** Rules that JSON Schema cannot express. Also checks dates: Ajv accepts the year 0000. */
export function checkNamedRules(
  schema: EntitySchema,
  entity: JsonObject,
  references: References,
  now = new Date(),
): FieldError[] {
  return checkNode(schema, entity, [], { references, now });
}

interface RuleContext {
  references: References;
  now: Date;
}

function checkNode(node: FieldSchema, value: unknown, path: string[], context: RuleContext): FieldError[] {
  const { references, now } = context;
  // Values of another type break the type rule.
  if (value === undefined || value === null || !hasExpectedShape(node, value)) return [];
  const ownErrors = (node["x-rules"] ?? [])
    .filter((entry) => typeof entry === "string")
    .flatMap((name) =>
      getRuleCheck(name)(value, references).map((below) =>
        createFieldError(node, name, below ? [...path, below] : path),
      ),
    );
  if (node.format === "date" && !isIsoDate(String(value))) return [createFieldError(node, "format", path)];
  if (node.format === "date" && !isPlausibleYear(String(value), now))
    return [{ path, rule: "format", message: messages.implausibleYear(EARLIEST_YEAR, getLatestYear(now)) }];
  if (Array.isArray(value)) {
    const items = node.items;
    return items
      ? [
          ...ownErrors,
          ...value.flatMap((item, index) => checkNode(items, item, [...path, String(index)], context)),
        ]
      : ownErrors;
  }
  const errorsBelow = Object.entries(node.properties ?? {}).flatMap(([name, child]) => [
    ...checkEquality(child, value as JsonObject, [...path, name], name),
    ...checkNode(child, (value as JsonObject)[name], [...path, name], context),
  ]);
  return [...ownErrors, ...errorsBelow];
}

function hasExpectedShape(node: FieldSchema, value: unknown): boolean {
  if (node.items || node.type === "array") return Array.isArray(value);
  return !node.properties || (typeof value === "object" && !Array.isArray(value));
}

function checkEquality(child: FieldSchema, parent: JsonObject, path: string[], name: string): FieldError[] {
  const other = getComparedField("equals", child);
  if (other === undefined || parent[name] === undefined || parent[name] === parent[other]) return [];
  return [createFieldError(child, "equals", path)];
}

const createFieldError = (node: FieldSchema, rule: string, path: string[]): FieldError => ({
  path,
  rule,
  message: node["x-messages"]?.[rule] ?? messages.generic,
});

function getRuleCheck(name: string): RuleCheck {
  const rule = (ruleChecks as Partial<Record<string, RuleCheck>>)[name];
  if (!rule) throw new Error(`Unknown x-rules entry "${name}"`);
  return rule;
}
