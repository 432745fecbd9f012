import { describe, expect, it } from "vitest";
import {
  describeAccess,
  canEditField,
  canReadField,
  accessRolesOf,
  filterReadableFields,
  preserveHiddenFields,
} from "../../src/contract/schema/access.ts";
import { getSchema, type EntitySchema } from "../../src/contract/schema/fields.ts";

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

describe("access roles of a user", () => {
  it("are vendor, admin, or both", () => {
    expect(accessRolesOf(vendor)).toEqual(["vendor"]);
    expect(accessRolesOf(vendor, "vendor2")).toEqual([]);
    expect(accessRolesOf(admin, "vendor1")).toEqual(["admin"]);
    expect(accessRolesOf(admin, "agency1")).toEqual(["vendor", "admin"]);
  });

  it("decide which fields the user can read and edit", () => {
    expect(namesOf((field) => canReadField(field, ["vendor"]))).toEqual([
      "usual",
      "given",
      "shared",
      "shown",
    ]);
    expect(namesOf((field) => canEditField(field, ["vendor"]))).toEqual(["usual", "shared"]);
    expect(namesOf((field) => canReadField(field, ["admin"]))).toEqual(Object.keys(schema.properties));
    expect(namesOf((field) => canEditField(field, ["admin"]))).toEqual(["given", "hidden", "shared"]);
    expect(namesOf((field) => canEditField(field, ["vendor", "admin"]))).toEqual([
      ...["usual", "given", "hidden", "shared"],
    ]);
  });
});

it("filterReadableFields returns the same schema object if all fields are readable", () => {
  expect(filterReadableFields(schema, ["admin"])).toBe(schema);
  expect(filterReadableFields(getSchema("metadata"), ["vendor"])).toBe(getSchema("metadata"));
  expect(Object.keys(filterReadableFields(schema, ["vendor"]).properties)).not.toContain("hidden");
  expect(filterReadableFields(schema, ["vendor"])).toBe(filterReadableFields(schema, ["vendor"]));
});

it("preserveHiddenFields keeps stored values of hidden fields, whatever is sent", () => {
  const before = { usual: "a", hidden: "secret" };
  expect(preserveHiddenFields(schema, { usual: "b", hidden: "forged" }, before, ["vendor"])).toEqual({
    usual: "b",
    hidden: "secret",
  });
  expect(preserveHiddenFields(schema, { usual: "b", hidden: "forged" }, {}, ["vendor"])).toEqual({
    usual: "b",
  });
  expect(preserveHiddenFields(schema, { usual: "b", hidden: "new" }, before, ["admin"])).toEqual({
    usual: "b",
    hidden: "new",
  });
});

it("describeAccess returns a text only if access differs from the default", () => {
  const words = Object.values(schema.properties).map(describeAccess);
  expect(words).toEqual([
    undefined,
    "read by the record's vendor and the agency's admins, edited by the agency's admins",
    "read by the agency's admins, edited by the agency's admins",
    "read by the record's vendor and the agency's admins, edited by the record's vendor and the agency's admins",
    "read-only",
  ]);
});
