import { expect, it } from "vitest";
import { isAdmin, hasPortalRole } from "../../src/contract/roles.ts";

it.each([
  ["ROLE_EDITOR", true, false],
  ["ROLE_ADMIN-APPLICATION", true, true],
  ["ROLE_ADMIN-ADVANCED", true, true],
  ["ROLE_VIEWER", false, false],
])("a user with the role %s can log in: %s, can review: %s", (role, enters, reviews) => {
  expect(hasPortalRole({ roles: [role] })).toBe(enters);
  expect(isAdmin({ roles: [role] })).toBe(reviews);
  expect(hasPortalRole({ roles: ["ROLE_VIEWER", role] })).toBe(enters);
});
