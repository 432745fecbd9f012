import { expect, it } from "vitest";
import { findMigrationErrors } from "../../scripts/generate/vocabulary/migrationErrors.ts";
import { findVersionErrors } from "../../scripts/generate/vocabulary/versionErrors.ts";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";

type Changes = FieldSchema["x-changes"];

const text = (yaml: string, changes?: Changes): FieldSchema => ({
  type: "string",
  "x-yaml": yaml,
  ...(changes && { "x-changes": changes }),
});
const number = (yaml: string, changes?: Changes): FieldSchema => ({ ...text(yaml, changes), type: "number" });
const group = (properties: Record<string, FieldSchema>): FieldSchema => ({ type: "object", properties });
const listOf = (items: FieldSchema): FieldSchema => ({ type: "array", items });

const RELEASED = {
  name: text("title"),
  depth: number("depth"),
  site: group({ place: group({ town: text("town") }) }),
  periods: listOf(group({ start: text("start"), end: text("end") })),
};

const buildSchema = (properties: Record<string, FieldSchema>, changes: Changes): EntitySchema => ({
  $id: "metadata",
  title: "Metadata",
  "x-yaml": { constants: {} },
  "x-changes": changes ?? {},
  properties,
});

function listErrors(fields: Partial<Record<string, FieldSchema>>, changes: Changes): string[] {
  const { site, periods } = RELEASED;
  const properties = { site, periods, ...fields } as Record<string, FieldSchema>;
  const after = buildSchema(properties, changes);
  const errors = findVersionErrors(after);
  if (errors.length === 0) errors.push(...findMigrationErrors(buildSchema(RELEASED, { version: 1 }), after));
  return errors.map(({ message, path }) => `${message} (/${path.join("/")})`);
}

const { name, depth } = RELEASED;

it.each<[string, Partial<Record<string, FieldSchema>>, Changes]>([
  [
    "a new field with the name of a removed one",
    { depth, name: number("number", { since: { version: 2 } }) },
    { version: 2, removed: [{ version: 1, name: "name" }] },
  ],
  [
    "a new field with the name of a renamed one",
    {
      depth,
      label: text("title", { renamed: [{ version: 1, name: "name" }] }),
      name: number("number", { since: { version: 2 } }),
    },
    { version: 2 },
  ],
  [
    "a field that is removed and added again in two versions",
    { depth, name: number("number", { since: { version: 3 } }) },
    { version: 3, removed: [{ version: 1, name: "name" }] },
  ],
  [
    "a field that has the name of a removed one and is renamed later",
    { depth, count: number("number", { renamed: [{ version: 2, name: "name" }] }) },
    { version: 3, removed: [{ version: 1, name: "name" }] },
  ],
  [
    "two fields that swap their names",
    {
      name: number("depth", { renamed: [{ version: 1, name: "depth" }] }),
      depth: text("title", { renamed: [{ version: 1, name: "name" }] }),
    },
    { version: 2 },
  ],
  [
    "a field whose values are converted to its new type",
    {
      depth,
      name: number("title", { converted: [{ version: 1, by: "number", rest: "note" }] }),
      note: text("note"),
    },
    { version: 2 },
  ],
  [
    "a removed field that is split in two",
    {
      depth,
      program: text("program", {
        converted: [
          { version: 1, from: "name", yaml: "title", by: "split", pattern: "(.*) .*", rest: "note" },
        ],
      }),
      note: text("note"),
    },
    { version: 2, removed: [{ version: 1, name: "name" }] },
  ],
  [
    "a removed part of a list of groups",
    {
      name,
      depth,
      periods: listOf({
        ...group({ end: text("end") }),
        "x-changes": { removed: [{ version: 1, name: "start" }] },
      }),
    },
    { version: 2 },
  ],
  [
    "a renamed part that gets another type, in a group in a group",
    {
      name,
      depth,
      site: group({
        place: group({
          mile: number("mile", {
            renamed: [{ version: 1, name: "town" }],
            converted: [{ version: 1, from: "town", by: "number", rest: "note" }],
          }),
          note: text("note"),
        }),
      }),
    },
    { version: 2 },
  ],
  [
    "a new part",
    { name, depth, site: group({ place: group({ town: text("town"), street: text("street") }) }) },
    { version: 1 },
  ],
])("accepts %s", (_, fields, changes) => {
  expect(listErrors(fields, changes)).toEqual([]);
});

it.each<[string, Partial<Record<string, FieldSchema>>, message: string]>([
  [
    "a field that gets another type",
    { depth, name: number("title", { since: { version: 2 } }) },
    '"name" was a text and is now a number: stored values would become invalid. Add "converted" to its x-changes. Or add a new field for the new type, and list this one as "removed" in the schema\'s x-changes. (/properties/name/type)',
  ],
  [
    "a field renamed to another released one",
    { name: number("depth", { renamed: [{ version: 1, name: "depth" }] }) },
    "Stored documents still contain `name`",
  ],
  [
    "a removed part of a list of groups",
    { name, depth, periods: listOf(group({ end: text("end") })) },
    'Stored values of "periods" have "start": add {"version": 1, "name": "start"} to "removed" in the x-changes of this group, or to "renamed" in those of the part that replaces it. (/properties/periods/items)',
  ],
  [
    "a renamed part of a group in a group",
    { name, depth, site: group({ place: group({ city: text("town") }) }) },
    'Stored values of "site" have "town": add {"version": 1, "name": "town"} to "removed"',
  ],
  [
    "a part that gets another type",
    { name, depth, site: group({ place: group({ town: number("town") }) }) },
    '"town" was a text and is now a number: stored values would become invalid. Add "converted" to its x-changes. Or add a new field for the new type, and list this one as "removed" in the group\'s x-changes. (/properties/site/properties/place/properties/town/type)',
  ],
  [
    "a conversion to a field that has values",
    { depth, name: text("title", { converted: [{ version: 1, from: "depth", by: "join" }] }) },
    '"name" has stored values, which this conversion would replace: convert to a new field, or join both fields. (/properties/name/x-changes/converted)',
  ],
  [
    "a conversion of groups to a text",
    { name, depth, periods: text("periods", { converted: [{ version: 1, by: "join" }] }) },
    '"join" cannot convert "periods": its values are groups of fields.',
  ],
  [
    "a map from single values to a list",
    {
      depth,
      name: {
        ...listOf({ type: "string" }),
        "x-yaml": "title",
        "x-changes": { converted: [{ version: 1, by: "map", values: { a: "b" }, rest: "note" }] },
      },
      note: text("note"),
    },
    '"map" makes a list only of a list, and a single value only of a single value.',
  ],
])("refuses %s", (_, fields, message) => {
  expect(listErrors(fields, { version: 2 })).toEqual([expect.stringContaining(message)]);
});

it.each([{ version: 1 }, {}])("refuses a lowered or removed version: %j", (changes) => {
  const released = buildSchema(RELEASED, { version: 2 });
  expect(findMigrationErrors(released, buildSchema(RELEASED, changes))).toMatchObject([
    { message: "Stored documents have version 2: the version cannot be lowered or removed." },
  ]);
});

it("refuses a conversion of a removed field that metadata files would lose", () => {
  const program = text("program", { converted: [{ version: 1, from: "name", by: "join" }] });
  expect(listErrors({ depth, program }, { version: 2, removed: [{ version: 1, name: "name" }] })).toEqual([
    'Existing metadata files use the attribute "title" for "name": add it to "yaml" of this conversion. (/properties/program/x-changes/converted/0)',
  ]);
});

it("refuses a conversion of a field that was removed in an earlier version", () => {
  const program = text("program", { converted: [{ version: 2, from: "name", yaml: "title", by: "join" }] });
  expect(listErrors({ depth, program }, { version: 3, removed: [{ version: 1, name: "name" }] })).toEqual([
    expect.stringContaining('"name" is no field of schema version 2.'),
  ]);
});

it.each<[string, FieldSchema, NonNullable<NonNullable<Changes>["converted"]>[number], message: string]>([
  ["another type", number("title"), { version: 1, by: "join" }, '"join" makes a text, but this field has'],
  ["no rest", number("title"), { version: 1, by: "number" }, '"number" needs "rest": a text field'],
  [
    "a rest that is no text",
    number("title"),
    { version: 1, by: "number", rest: "depth" },
    '"depth" must be another field of the schema, and a text',
  ],
  [
    "an unknown source",
    text("title"),
    { version: 1, by: "join", from: "nam" },
    '"nam" is no field of schema version 1. Did you mean "name"?',
  ],
  [
    "several sources",
    listOf(text("title")),
    { version: 1, by: "list", from: ["name", "depth"] },
    'Only "join" has several fields in "from"',
  ],
  [
    "a separator between all characters",
    listOf(text("title")),
    { version: 1, by: "list", separator: "|" },
    "it must match at least one character, and have no group",
  ],
  [
    "a separator with a group",
    listOf(text("title")),
    { version: 1, by: "list", separator: "(,|;)" },
    "it must match at least one character, and have no group",
  ],
  ["no pattern", text("title"), { version: 1, by: "split", rest: "note" }, '"split" needs "pattern"'],
  [
    "a pattern without a group",
    text("title"),
    { version: 1, by: "split", pattern: ".*", rest: "note" },
    "The pattern needs one group",
  ],
  [
    "a pattern that is none",
    text("title"),
    { version: 1, by: "split", pattern: "(", rest: "note" },
    "Invalid regular expression",
  ],
  [
    "a mapped value of another type",
    number("title"),
    { version: 1, by: "map", values: { one: "1" }, rest: "note" },
    '"1" is not valid for this field',
  ],
])("refuses a conversion with %s", (_, field, conversion, message) => {
  const fields = { depth, note: text("note"), name: { ...field, "x-changes": { converted: [conversion] } } };
  expect(listErrors(fields, { version: 2 })).toEqual([expect.stringContaining(message)]);
});
