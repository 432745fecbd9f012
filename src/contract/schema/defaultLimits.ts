import type { EntitySchema, FieldSchema } from "./fields.ts";

/** For texts and lists without their own limit in the schema. */
export const DEFAULT_MAX_LENGTH = 20_000;
export const DEFAULT_MAX_ITEMS = 10_000;

const isBounded = (node: FieldSchema) =>
  node.enum !== undefined || node.const !== undefined || node.oneOf !== undefined || node.format === "date";

const allowsType = (type: string, node: FieldSchema) =>
  node.type === undefined || [node.type].flat().includes(type);

/**
 * Gives every text and list a maximum size, so that new fields cannot store unlimited data. Conditions are left
 * unchanged: a limit would change when they hold.
 */
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
