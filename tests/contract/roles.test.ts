import { expect, it } from "vitest";
import { isAdmin, mayEnter } from "../../src/contract/roles.ts";

it.each([
  ["ROLE_EDITOR", true, false],
  ["ROLE_ADMIN-APPLICATION", true, true],
  ["ROLE_ADMIN-ADVANCED", true, true],
  ["ROLE_VIEWER", false, false],
])("%s may enter: %s, and review: %s", (role, enters, reviews) => {
  expect(mayEnter({ roles: [role] })).toBe(enters);
  expect(isAdmin({ roles: [role] })).toBe(reviews);
  expect(mayEnter({ roles: ["ROLE_VIEWER", role] })).toBe(enters);
});
