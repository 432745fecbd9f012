import type { Vocabulary } from "./readSchemas.ts";

/** Type -> the steps to the word of the vocabulary that lists its names. */
const LISTED: Record<string, string[]> = {
  WidgetName: ["x-widget"],
  PartyName: ["x-access", "properties", "read", "items"],
  CodecName: ["x-wire", "oneOf", "1", "properties", "codec"],
  RoleName: ["x-role"],
  RuleName: ["x-rules", "items", "oneOf", "0"],
  DerivationName: ["x-derived", "properties", "by"],
};

/** The names that the vocabulary lists, as types: what code has for each of them is checked to be all. */
export function vocabularyTypes({ definitions }: Vocabulary): string {
  const types = Object.entries(LISTED).map(([type, steps]) => {
    const word = steps.reduce<unknown>(
      (node, step) => (node as Record<string, unknown>)[step],
      definitions.node.properties,
    );
    const names = (word as { enum: string[] }).enum.map((name) => JSON.stringify(name));
    return `export type ${type} = ${names.join(" | ")};\n`;
  });
  return types.join("\n");
}
