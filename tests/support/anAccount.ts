import type { Account } from "../../src/contract/generated/entities.ts";

/** A signed-in vendor whose session lasts for an hour. */
export const anAccount = (overrides: Partial<Account> = {}): Account => ({
  id: "1",
  username: "vendor1",
  accessToken: "token",
  roles: ["ROLE_EDITOR"],
  expirationTime: Math.floor(Date.now() / 1000) + 3600,
  ...overrides,
});
