import { expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";

function listMessages(field: FieldSchema, value: unknown): string[] {
  const schema: EntitySchema = { $id: "a", title: "A", type: "object", properties: { field } };
  return validateEntity(schema, compileSchema(schema), { field: value } as JsonObject).map(
    ({ message }) => message,
  );
}

const choices = {
  oneOf: [
    { const: "a", title: "An a" },
    { const: "b", title: "A b" },
  ],
};

it.each<[string, FieldSchema & Record<string, unknown>, unknown, string]>([
  ["a repeated entry", { type: "array", uniqueItems: true }, [1, 1], "Each entry can be listed only once."],
  ["an option", { enum: ["a", "b"] }, "c", "Must be one of: a, b."],
  ["a labeled option", choices, "c", "Must be one of: An a, A b."],
  ["a constant", { const: "a" }, "b", "Must be a."],
  [
    "a pattern",
    { type: "string", pattern: "^\\d{4}$", examples: ["1234"] },
    "a",
    "Must be written like 1234.",
  ],
  [
    "a pattern without example",
    { type: "string", pattern: "^\\d{4}$" },
    "a",
    "The value does not have the required format. Check the field's description.",
  ],
  ["a date", { type: "string", format: "date" }, "a", "Must be a date, YYYY-MM-DD."],
  ["a short text", { type: "string", minLength: 3 }, "a", "Must have 3 characters or more."],
  ["a long text", { type: "string", maxLength: 1 }, "ab", "Must have 1 character or fewer."],
  ["few entries", { type: "array", minItems: 2 }, [1], "Must have 2 entries or more."],
  ["many entries", { type: "array", maxItems: 1 }, [1, 2], "Must have 1 entry or fewer."],
  ["a multiple", { type: "number", multipleOf: 5 }, 7, "Must be a multiple of 5."],
  ["a missing entry", { type: "array", contains: { const: 1 } }, [2], "The list must include 1."],
  [
    "a missing option",
    { type: "array", contains: { enum: ["a", "b"] } },
    ["c"],
    "The list must include a or b.",
  ],
  [
    "an entry of a missing kind",
    { type: "array", contains: { type: "string" } },
    [2],
    "The list must include an entry of the required kind.",
  ],
  ["a text", { type: "string" }, 1, "Must be a text."],
  ["a text or nothing", { type: ["string", "null"] }, 1, "Must be a text."],
  ["a list", { type: "array" }, 1, "Must be a list."],
  ["yes or no", { type: "boolean" }, 1, "Must be yes or no."],
  ["a group", { type: "object" }, 1, "Must be a group of fields."],
  ["a forbidden value", { not: { const: 1 } }, 1, "This value is not allowed in this field."],
])("reports %s with one message in plain words", (_, field, value, words) => {
  expect(listMessages(field, value)).toEqual([words]);
});
