import type { EntitySchema, FieldSchema, RuleEntry } from "./fields.ts";
import { comparedBy } from "./fieldSchema.ts";

/** One rule that a schema lays on its documents. */
export interface SchemaRule {
  /** Steps from the schema's root to the node that states the rule, e.g. ["properties", "county", "items"]. */
  node: string[];
  /** Steps from a document's root to the value it is about; "*" for each entry of a list. */
  place: string[];
  /** A keyword of JSON Schema, `equals` (a comparison of x-rules), or `x-rules`. */
  keyword: string;
  /** The keyword's value: one required name or one named rule, where the keyword lists several. */
  value: unknown;
  /** Steps to the `if` that must hold, or must not, for the rule to count. */
  when?: { node: string[]; holds: boolean };
}

/** Keywords that say what a value must be. */
const RULES = [
  ...["type", "enum", "const", "pattern", "format", "minLength", "maxLength"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minItems", "maxItems", "uniqueItems", "contains", "minProperties", "maxProperties", "propertyNames"],
  ...["anyOf", "oneOf", "not"],
];

/** Keywords that hold several rules, one for each entry. */
const RULE_LISTS = ["required", "x-rules"];

/**
 * Every rule of a schema, with the place it is about, conditional ones included. What looks at all rules (examples,
 * mutations, dictionary) asks here, so that none knows a rule another has forgotten.
 */
export function rulesOf(schema: EntitySchema): SchemaRule[] {
  return rulesAt({ schema, node: [], place: [] });
}

interface Place {
  schema: FieldSchema;
  node: string[];
  place: string[];
  when?: SchemaRule["when"];
}

function rulesAt(at: Place): SchemaRule[] {
  return [...ownRules(at), ...placesBelow(at).flatMap(rulesAt)];
}

function ownRules({ schema, node, place, when }: Place): SchemaRule[] {
  const keywords = schema as Record<string, unknown>;
  const about = { node, place, ...(when ? { when } : {}) };
  const single = RULES.filter((keyword) => keywords[keyword] !== undefined && keywords[keyword] !== false);
  const listed = RULE_LISTS.flatMap((keyword) =>
    ((keywords[keyword] as RuleEntry[] | undefined) ?? [])
      .filter((value) => typeof value === "string")
      .map((value) => ({ ...about, keyword, value })),
  );
  const other = comparedBy("equals", schema);
  const closed = keywords["additionalProperties"] === false;
  return [
    ...single.map((keyword) => ({ ...about, keyword, value: keywords[keyword] })),
    ...(other === undefined ? [] : [{ ...about, keyword: "equals", value: other }]),
    ...(closed ? [{ ...about, keyword: "additionalProperties", value: false }] : []),
    ...listed,
  ];
}

/** The nodes below one, which speak of values below its value or, in conditions, of the same value. */
function placesBelow(at: Place): Place[] {
  const { schema, node, place, when } = at;
  const under = (steps: string[], child: FieldSchema, below: string[] = []): Place => ({
    schema: child,
    node: [...node, ...steps],
    place: [...place, ...below],
    ...(when ? { when } : {}),
  });
  const condition = { ...(schema.if ? { node: [...node, "if"] } : {}) };
  const branch = (name: "then" | "else"): Place[] => {
    const child = schema[name];
    if (!child || !condition.node) return [];
    return [{ ...under([name], child), when: { node: condition.node, holds: name === "then" } }];
  };
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, child]) =>
      under(["properties", name], child, [name]),
    ),
    ...(schema.items ? [under(["items"], schema.items, ["*"])] : []),
    ...(schema.allOf ?? []).map((child, index) => under(["allOf", String(index)], child)),
    ...branch("then"),
    ...branch("else"),
  ];
}

/** A rule's own name within its schema, for people: `county / items: pattern`. */
export function ruleName({ node, keyword, value }: SchemaRule): string {
  const where = node.filter((step) => step !== "properties").join(" / ");
  const what = RULE_LISTS.includes(keyword) ? `${keyword} ${String(value)}` : keyword;
  return where ? `${where}: ${what}` : what;
}
