import { describe, expect, it } from "vitest";
import {
  accessWords,
  mayEdit,
  mayRead,
  partiesOf,
  readableBy,
  withUnread,
} from "../../src/contract/schema/access.ts";
import { schemaOf, type EntitySchema } from "../../src/contract/schema/fields.ts";

const admin = { username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] };
const vendor = { username: "vendor1", roles: ["ROLE_EDITOR"] };

const schema: EntitySchema = {
  $id: "metadata",
  title: "Metadata",
  properties: {
    usual: { type: "string" },
    given: { type: "string", "x-access": { edit: ["admin"] } },
    hidden: { type: "string", "x-access": { read: ["admin"], edit: ["admin"] } },
    shared: { type: "string", "x-access": { edit: ["vendor", "admin"] } },
    shown: { type: "string", readOnly: true },
  },
};
const namesOf = (holds: (field: EntitySchema["properties"][string]) => boolean) =>
  Object.entries(schema.properties).flatMap(([name, field]) => (holds(field) ? [name] : []));

describe("what somebody is to a record", () => {
  it("is its vendor, an admin of the agency, or both", () => {
    expect(partiesOf(vendor)).toEqual(["vendor"]);
    expect(partiesOf(vendor, "vendor2")).toEqual([]);
    expect(partiesOf(admin, "vendor1")).toEqual(["admin"]);
    expect(partiesOf(admin, "agency1")).toEqual(["vendor", "admin"]);
  });

  it("decides what they read and edit of it", () => {
    expect(namesOf((field) => mayRead(field, ["vendor"]))).toEqual(["usual", "given", "shared", "shown"]);
    expect(namesOf((field) => mayEdit(field, ["vendor"]))).toEqual(["usual", "shared"]);
    expect(namesOf((field) => mayRead(field, ["admin"]))).toEqual(Object.keys(schema.properties));
    expect(namesOf((field) => mayEdit(field, ["admin"]))).toEqual(["given", "hidden", "shared"]);
    expect(namesOf((field) => mayEdit(field, ["vendor", "admin"]))).toEqual([
      ...["usual", "given", "hidden", "shared"],
    ]);
  });
});

it("answers the schema itself to whoever may read all of it", () => {
  expect(readableBy(schema, ["admin"])).toBe(schema);
  expect(readableBy(schemaOf("metadata"), ["vendor"])).toBe(schemaOf("metadata"));
  expect(Object.keys(readableBy(schema, ["vendor"]).properties)).not.toContain("hidden");
  expect(readableBy(schema, ["vendor"])).toBe(readableBy(schema, ["vendor"]));
});

it("keeps what somebody could not read as it was, whatever they send", () => {
  const before = { usual: "a", hidden: "secret" };
  expect(withUnread(schema, { usual: "b", hidden: "forged" }, before, ["vendor"])).toEqual({
    usual: "b",
    hidden: "secret",
  });
  expect(withUnread(schema, { usual: "b", hidden: "forged" }, {}, ["vendor"])).toEqual({ usual: "b" });
  expect(withUnread(schema, { usual: "b", hidden: "new" }, before, ["admin"])).toEqual({
    usual: "b",
    hidden: "new",
  });
});

it("is said in words where it is not the usual", () => {
  const words = Object.values(schema.properties).map(accessWords);
  expect(words).toEqual([
    undefined,
    "read by the record's vendor and the agency's admins, edited by the agency's admins",
    "read by the agency's admins, edited by the agency's admins",
    "read by the record's vendor and the agency's admins, edited by the record's vendor and the agency's admins",
    "shown, and not edited",
  ]);
});
