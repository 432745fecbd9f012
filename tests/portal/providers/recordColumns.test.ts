import { describe, expect, it } from "vitest";
import { getSchema, type EntitySchema } from "../../../src/contract/schema/fields.ts";
import { listColumns } from "../../../src/portal/providers/resources/recordColumns.ts";
import { aMetadata } from "../../support/aMetadata.ts";

const metadata = getSchema("metadata");

describe("listColumns", () => {
  it("starts with the title and the identifier, then follows the schema", () => {
    const fields = listColumns(metadata).map(({ field }) => metadata.properties[field]?.["x-role"]);
    expect(fields.slice(0, 3)).toEqual(["title", "identifier", "region"]);
  });

  it("omits only the contacts, the collection and the update frequency", () => {
    const fields = listColumns(metadata).map(({ field }) => field);
    const missing = Object.keys(metadata.properties).filter((field) => !fields.includes(field));
    expect(missing.toSorted()).toEqual(["contacts", "modelUpdateFrequency", "tdisCollectionIdentifier"]);
  });

  it("adds a column for any schema field that is not hidden in lists", () => {
    const schema: EntitySchema = {
      $id: "mill",
      title: "Mill",
      properties: {
        wheels: { title: "Wheels", type: "string" },
        height: { title: "Height", type: "number", "x-unit": "ft" },
        secret: { type: "string", "x-hide": ["list"] },
      },
    };
    const [column, height, ...others] = listColumns(schema);
    expect(others).toEqual([]);
    expect(height).toMatchObject({ title: "Height (ft)" });
    expect(column).toMatchObject({ field: "wheels", title: "Wheels" });
    expect(column!.formatCell({ wheels: "two" }, {})).toBe("two");
  });

  it("formats every example of the schema as text", () => {
    const record = { ...aMetadata() };
    for (const { formatCell } of listColumns(metadata))
      expect(formatCell(record, {})).toMatch(/^(?!.*\[object)./s);
  });
});
