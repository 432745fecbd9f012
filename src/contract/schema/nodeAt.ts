import type { FieldSchema } from "./fields.ts";

/** The node of a schema that steps such as ["properties", "city", "items"] lead to. */
export function nodeAt(schema: FieldSchema, steps: string[]): FieldSchema | undefined {
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    schema,
  ) as FieldSchema | undefined;
}
