import { expect, it } from "vitest";
import { getSchema } from "../../src/contract/schema/fields.ts";
import { STATUSES } from "../../src/contract/status.ts";

it("STATUSES matches the statuses of the record schema, in order", () => {
  expect(STATUSES).toEqual(getSchema("record").properties["status"]!.enum);
});
