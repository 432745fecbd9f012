import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { addAccount } from "../../src/server/auth/accounts.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { aContact } from "../support/aContact.ts";
import { anonymous } from "../support/apiClient.ts";
import { startServer } from "../support/startServer.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ isDemo: false });
});
afterAll(() => server.close());

const add = (overrides: Partial<Parameters<typeof addAccount>[1]> = {}) =>
  addAccount(server.services, {
    username: "vendor3",
    roles: ["ROLE_EDITOR"],
    password: "FloodModel2027",
    contact: aContact(),
    ...overrides,
  });

it("adds a user who can sign in, with the id of the contact", async () => {
  await add();
  const body = { username: "vendor3", password: "FloodModel2027" };
  const { status, body: user } = await anonymous(server)(endpoints.signIn, { body });
  expect(status).toBe(200);
  const contact = await server.services.db.selectFrom("contacts").selectAll().executeTakeFirstOrThrow();
  expect(user["id"]).toBe(String(contact.id));
});

it("rejects a used name or email and invalid values, and stores nothing", async () => {
  await expect(add()).rejects.toThrow("The user name vendor3 is already in use.");
  await expect(add({ username: "vendor4" })).rejects.toThrow(
    "Another contact has the email address of vendor4.",
  );
  await expect(add({ password: "short" })).rejects.toThrow("must be 10 characters or more");
  await expect(add({ roles: ["ROLE_BOSS"] })).rejects.toThrow("ROLE_BOSS is unknown");
  await expect(add({ contact: aContact({ email: "nobody" }) })).rejects.toThrow("Invalid email address");
  expect(await server.services.db.selectFrom("contacts").selectAll().execute()).toHaveLength(1);
});
