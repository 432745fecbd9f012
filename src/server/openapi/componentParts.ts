import type { JsonObject } from "../../contract/json.ts";
import type { Component } from "./buildWireComponent.ts";

export const textSchema = (example: string, description?: string): JsonObject => ({
  type: "string",
  ...(description && { description }),
  example,
});

export const ID_SCHEMA = textSchema("1");

export const TEXT_LIST = { type: "array", items: { type: "string" }, example: [] };

export function withProperties(
  component: Component,
  names: Record<string, JsonObject>,
  required: string[] = [],
): Component {
  const examples = Object.entries(names).map(([name, { example }]) => [name, example] as const);
  return {
    ...component,
    properties: { ...component.properties, ...names },
    required: [...component.required, ...required],
    example: { ...component.example, ...Object.fromEntries(examples) },
  };
}

export const objectComponent = (
  description: string,
  names: Record<string, JsonObject>,
  required = Object.keys(names),
): Component =>
  withProperties(
    { type: "object", description, properties: {}, required: [], additionalProperties: true, example: {} },
    names,
    required,
  );
