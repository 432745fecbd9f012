import { expect, it } from "vitest";
import { schemaOf } from "../../src/contract/schema/fields.ts";
import { statuses } from "../../src/contract/status.ts";

it("are those that the schema of a record names, in its order", () => {
  expect(statuses).toEqual(schemaOf("record").properties["status"]!.enum);
});
