import { isDate } from "../wire/typedValues.ts";
import type { Fault } from "./faults.ts";
import type { JsonObject, EntitySchema, FieldSchema } from "../schema/fields.ts";
import { comparedBy } from "../schema/fieldSchema.ts";
import type { RuleName } from "../generated/vocabulary.ts";
import { messages } from "../messages.ts";
import { isOriginator, type RecordContact } from "../schema/originator.ts";
import type { References } from "../schema/references.ts";

/** Answers where below the value the rule is broken: [] for no fault, [""] for the value itself. */
type Rule = (value: unknown, references: References) => string[];

interface Period {
  start?: string;
  end?: string;
}

const isDay = (value: unknown): value is string => typeof value === "string" && isDate(value);

const rules: Record<RuleName, Rule> = {
  periodIsWhole: (value) => {
    const { start, end } = value as Period;
    if (Boolean(start) === Boolean(end)) return [];
    return [start ? "end" : "start"];
  },
  periodEndsAfterItStarts: (value) => {
    const { start, end } = value as Period;
    // What is no date is a fault of its own.
    return isDay(start) && isDay(end) && end < start ? ["end"] : [];
  },
  /** The originator stands apart, and does not count toward the one contact every record needs. */
  oneContactBesidesOriginator: (value, { contactRoles }) =>
    (value as (RecordContact | null)[]).some((contact) => contact && !isOriginator(contact, contactRoles))
      ? []
      : [""],
};

/**
 * What JSON Schema cannot say, checked in form and server alike; dates too, since Ajv knows a year 0000.
 *
 * @throws Error when a schema names a rule that does not exist
 */
export function brokenRules(schema: EntitySchema, document: JsonObject, references: References): Fault[] {
  return faultsAt(schema, document, [], references);
}

function faultsAt(node: FieldSchema, value: unknown, path: string[], references: References): Fault[] {
  // A value of another type has been refused as such; the rules can rely on theirs.
  if (value === undefined || value === null || !hasShapeOf(node, value)) return [];
  const here = (node["x-rules"] ?? [])
    .filter((entry) => typeof entry === "string")
    .flatMap((name) =>
      ruleNamed(name)(value, references).map((below) => fault(node, name, below ? [...path, below] : path)),
    );
  if (node.format === "date" && !isDate(String(value))) return [fault(node, "format", path)];
  if (Array.isArray(value)) {
    const items = node.items;
    return items
      ? [
          ...here,
          ...value.flatMap((item, index) => faultsAt(items, item, [...path, String(index)], references)),
        ]
      : here;
  }
  const below = Object.entries(node.properties ?? {}).flatMap(([name, child]) => [
    ...unequal(child, value as JsonObject, [...path, name], name),
    ...faultsAt(child, (value as JsonObject)[name], [...path, name], references),
  ]);
  return [...here, ...below];
}

function hasShapeOf(node: FieldSchema, value: unknown): boolean {
  if (node.items || node.type === "array") return Array.isArray(value);
  return !node.properties || (typeof value === "object" && !Array.isArray(value));
}

function unequal(child: FieldSchema, parent: JsonObject, path: string[], name: string): Fault[] {
  const other = comparedBy("equals", child);
  if (other === undefined || parent[name] === undefined || parent[name] === parent[other]) return [];
  return [fault(child, "equals", path)];
}

const fault = (node: FieldSchema, rule: string, path: string[]): Fault => ({
  path,
  rule,
  message: node["x-messages"]?.[rule] ?? messages.generic,
});

function ruleNamed(name: string): Rule {
  const rule = (rules as Partial<Record<string, Rule>>)[name];
  if (!rule) throw new Error(`Unknown x-rules entry "${name}"`);
  return rule;
}
