import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { messages } from "../../../src/contract/messages.ts";
import { signIn } from "../../../src/portal/providers/calls/signIn.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { aVendorService } from "../../support/aVendorService.ts";

const signInWith = (answer: JsonObject | Error) =>
  signIn(aVendorService({ [endpoints.signIn.path]: answer instanceof Error ? answer : [answer] }).call, {
    username: "vendor1",
    password: "FloodModel2026",
  });

const BAD_CREDENTIALS = "Could not log in with the provided credentials.";

describe("signIn", () => {
  it.each(["ROLE_EDITOR", "ROLE_ADMIN-APPLICATION", "ROLE_ADMIN-ADVANCED"])(
    "accepts a user with %s",
    async (role) => {
      const answer = {
        id: 7,
        username: "vendor1",
        roles: ["OTHER", role],
        accessToken: "t",
        expirationTime: 5,
      };
      expect(await signInWith(answer)).toEqual({ ...answer, id: "7" });
    },
  );

  it.each([
    [
      "a user without any of the three roles",
      { id: 7, roles: ["ROLE_VIEWER"], accessToken: "t", expirationTime: 5 },
    ],
    ["an answer without roles", { id: 7, accessToken: "t" }],
    ["wrong credentials", new ApiError("something of the server's", 401)],
    ["credentials rejected with status 400", new ApiError("Bad credentials", 400)],
    ["a user rejected with status 403", new ApiError("something of the server's", 403)],
  ])("rejects %s with the credentials message", async (_, answer) => {
    await expect(signInWith(answer)).rejects.toThrow(BAD_CREDENTIALS);
  });

  it("keeps the server's message after too many attempts", async () => {
    await expect(signInWith(new ApiError("Try again in 5 minutes.", 429))).rejects.toThrow(
      "Try again in 5 minutes.",
    );
  });

  it("reads the expiry from the token if the response has none", async () => {
    const token = `h.${btoa(JSON.stringify({ exp: 4711 })).replace(/=+$/, "")}.s`;
    const account = await signInWith({ id: 7, roles: ["ROLE_EDITOR"], accessToken: token });
    expect(account.expirationTime).toBe(4711);
  });

  it.each([
    ["an invalid expiry", { accessToken: "t", expirationTime: "soon" }],
    ["no expiry in response or token", { accessToken: "t" }],
  ])("rejects a response as unreadable: %s", async (_, rest) => {
    await expect(signInWith({ id: 7, roles: ["ROLE_EDITOR"], ...rest })).rejects.toThrow(
      messages.unreadableResponse,
    );
  });
});
