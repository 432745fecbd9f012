import type { EntitySchema, FieldSchema } from "./fields.ts";

export const DEFAULT_MAX_LENGTH = 20_000;
export const DEFAULT_MAX_ITEMS = 10_000;

const isBounded = (node: FieldSchema) =>
  node.enum !== undefined || node.const !== undefined || node.oneOf !== undefined || node.format === "date";

const allowsType = (type: string, node: FieldSchema) =>
  node.type === undefined || [node.type].flat().includes(type);

/** New fields must not store unlimited data. Conditions stay unchanged: a limit would change when they hold. */
export function addDefaultLimits<Node extends FieldSchema>(node: Node): Node {
  const { properties, items } = node;
  const limited = Object.entries(properties ?? {}).map(([name, field]) => [name, addDefaultLimits(field)]);
  return {
    ...(!isBounded(node) && allowsType("string", node) && { maxLength: DEFAULT_MAX_LENGTH }),
    ...(!isBounded(node) && allowsType("array", node) && { maxItems: DEFAULT_MAX_ITEMS }),
    ...node,
    ...(properties && { properties: Object.fromEntries(limited) as EntitySchema["properties"] }),
    ...(items && { items: addDefaultLimits(items) }),
  };
}
