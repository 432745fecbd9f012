import type { EntitySchema, FieldSchema, RuleEntry } from "./fields.ts";
import { getComparedField } from "./fieldSchema.ts";

export interface SchemaRule {
  /** Path of the schema node with the rule, for example ["properties", "county", "items"]. */
  schemaPath: string[];
  /** Path of the validated value; "*" is any entry of a list. */
  valuePath: string[];
  /** A JSON Schema keyword, `x-rules`, or `equals` (a comparison in x-rules). */
  keyword: string;
  /** The keyword's value. `required` and `x-rules` give one rule per listed name. */
  value: unknown;
  /** The `if` node that must hold, or must not, for the rule to apply. */
  when?: { schemaPath: string[]; holds: boolean };
}

const SINGLE_RULE_KEYWORDS = [
  ...["type", "enum", "const", "pattern", "format", "minLength", "maxLength"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minItems", "maxItems", "uniqueItems", "contains", "minProperties", "maxProperties", "propertyNames"],
  ...["anyOf", "oneOf", "not"],
];

const LIST_RULE_KEYWORDS = ["required", "x-rules"];

/** Every rule of a schema, conditional ones included. Rule examples, mutants and the data dictionary all use this list. */
export function listSchemaRules(schema: EntitySchema): SchemaRule[] {
  return listRulesBelow({ schema, schemaPath: [], valuePath: [] });
}

interface SchemaNode {
  schema: FieldSchema;
  schemaPath: string[];
  valuePath: string[];
  when?: SchemaRule["when"];
}

function listRulesBelow(node: SchemaNode): SchemaRule[] {
  return [...listOwnRules(node), ...listChildNodes(node).flatMap(listRulesBelow)];
}

function listOwnRules({ schema, schemaPath, valuePath, when }: SchemaNode): SchemaRule[] {
  const keywords = schema as Record<string, unknown>;
  const location = { schemaPath, valuePath, ...(when ? { when } : {}) };
  const singleRules = SINGLE_RULE_KEYWORDS.filter(
    (keyword) => keywords[keyword] !== undefined && keywords[keyword] !== false,
  );
  const listedRules = LIST_RULE_KEYWORDS.flatMap((keyword) =>
    ((keywords[keyword] as RuleEntry[] | undefined) ?? [])
      .filter((value) => typeof value === "string")
      .map((value) => ({ ...location, keyword, value })),
  );
  const equalField = getComparedField("equals", schema);
  const isClosed = keywords["additionalProperties"] === false;
  return [
    ...singleRules.map((keyword) => ({ ...location, keyword, value: keywords[keyword] })),
    ...(equalField === undefined ? [] : [{ ...location, keyword: "equals", value: equalField }]),
    ...(isClosed ? [{ ...location, keyword: "additionalProperties", value: false }] : []),
    ...listedRules,
  ];
}

function listChildNodes({ schema, schemaPath, valuePath, when }: SchemaNode): SchemaNode[] {
  const childNode = (steps: string[], child: FieldSchema, below: string[] = []): SchemaNode => ({
    schema: child,
    schemaPath: [...schemaPath, ...steps],
    valuePath: [...valuePath, ...below],
    ...(when ? { when } : {}),
  });
  const listBranch = (name: "then" | "else"): SchemaNode[] => {
    const child = schema[name];
    if (!child || !schema.if) return [];
    return [
      { ...childNode([name], child), when: { schemaPath: [...schemaPath, "if"], holds: name === "then" } },
    ];
  };
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, child]) =>
      childNode(["properties", name], child, [name]),
    ),
    ...(schema.items ? [childNode(["items"], schema.items, ["*"])] : []),
    ...(schema.allOf ?? []).map((child, index) => childNode(["allOf", String(index)], child)),
    ...listBranch("then"),
    ...listBranch("else"),
  ];
}

/** @example `county / items: pattern` */
export function formatRuleName({ schemaPath, keyword, value }: SchemaRule): string {
  const where = schemaPath.filter((step) => step !== "properties").join(" / ");
  const what = LIST_RULE_KEYWORDS.includes(keyword) ? `${keyword} ${String(value)}` : keyword;
  return where ? `${where}: ${what}` : what;
}
