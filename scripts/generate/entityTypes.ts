import { compile, type JSONSchema } from "json-schema-to-typescript";
import type { NamedSchema } from "./readSchemas.ts";

const BANNER = "/* Written by `npm run generate` from schemas/. Do not edit. */";

/** One TypeScript interface per schema. Property titles are left out: they would become type aliases. */
export async function entityTypes(schemas: NamedSchema[]): Promise<string> {
  const parts: string[] = [BANNER];
  for (const { schema } of schemas) {
    const { title, ...rest } = schema;
    const bare = { ...(withoutTitles(rest) as JSONSchema), $id: title, title };
    parts.push(await compile(bare, title, { bannerComment: "", additionalProperties: false }));
  }
  return parts.join("\n");
}

function withoutTitles(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutTitles);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key, value]) => !(key === "title" && typeof value === "string"),
  );
  return Object.fromEntries(
    entries.filter(([key]) => !key.startsWith("x-")).map(([key, value]) => [key, withoutTitles(value)]),
  );
}
