import type { EntitySchema, FieldSchema } from "./fields.ts";

/** The most characters of a text, and entries of a list, where the schema sets no limit of the field's own. */
export const LONGEST_TEXT = 20_000;
export const LONGEST_LIST = 10_000;

/** Keywords that bound a text by themselves. */
const isBounded = (node: FieldSchema) =>
  node.enum !== undefined || node.const !== undefined || node.oneOf !== undefined || node.format === "date";

const mayBe = (type: string, node: FieldSchema) =>
  node.type === undefined || [node.type].flat().includes(type);

/**
 * A schema as it is validated: every text and list has a limit, so that no field a maintainer adds takes what nobody
 * could have typed. What only a condition says of a field is left as it is: a limit there would change the condition.
 */
export function withDefaultLimits<Node extends FieldSchema>(node: Node): Node {
  const { properties, items } = node;
  const limited = Object.entries(properties ?? {}).map(([name, field]) => [name, withDefaultLimits(field)]);
  return {
    ...(!isBounded(node) && mayBe("string", node) && { maxLength: LONGEST_TEXT }),
    ...(!isBounded(node) && mayBe("array", node) && { maxItems: LONGEST_LIST }),
    ...node,
    ...(properties && { properties: Object.fromEntries(limited) as EntitySchema["properties"] }),
    ...(items && { items: withDefaultLimits(items) }),
  };
}
