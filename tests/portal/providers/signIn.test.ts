import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { messages } from "../../../src/contract/messages.ts";
import { signIn } from "../../../src/portal/providers/calls/signIn.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { aVendorService } from "../../support/aVendorService.ts";

const answering = (answer: JsonObject | Error) =>
  signIn(aVendorService({ [endpoints.signIn.path]: answer instanceof Error ? answer : [answer] }).call, {
    username: "vendor1",
    password: "FloodModel2026",
  });

const REFUSED = "Could not log in with the provided credentials.";

describe("signing in", () => {
  it.each(["ROLE_EDITOR", "ROLE_ADMIN-APPLICATION", "ROLE_ADMIN-ADVANCED"])(
    "lets in a user with %s",
    async (role) => {
      const answer = {
        id: 7,
        username: "vendor1",
        roles: ["OTHER", role],
        accessToken: "t",
        expirationTime: 5,
      };
      expect(await answering(answer)).toEqual({ ...answer, id: "7" });
    },
  );

  it.each([
    [
      "a user without any of the three roles",
      { id: 7, roles: ["ROLE_VIEWER"], accessToken: "t", expirationTime: 5 },
    ],
    ["an answer without roles", { id: 7, accessToken: "t" }],
    ["wrong credentials", new VendorError("something of the server's", 401)],
    ["credentials that other services refuse in their own way", new VendorError("Bad credentials", 400)],
    ["a user the server turns away", new VendorError("something of the server's", 403)],
  ])("refuses %s with the portal's words", async (_, answer) => {
    await expect(answering(answer)).rejects.toThrow(REFUSED);
  });

  it("passes on how long to wait after too many tries", async () => {
    await expect(answering(new VendorError("Try again in 5 minutes.", 429))).rejects.toThrow(
      "Try again in 5 minutes.",
    );
  });

  it("takes the expiry from the token where the answer has none", async () => {
    const token = `h.${btoa(JSON.stringify({ exp: 4711 })).replace(/=+$/, "")}.s`;
    const account = await answering({ id: 7, roles: ["ROLE_EDITOR"], accessToken: token });
    expect(account.expirationTime).toBe(4711);
  });

  it.each([
    ["an expiry that is no time", { accessToken: "t", expirationTime: "soon" }],
    ["a token without one", { accessToken: "t" }],
  ])("calls an answer with %s unreadable", async (_, rest) => {
    await expect(answering({ id: 7, roles: ["ROLE_EDITOR"], ...rest })).rejects.toThrow(messages.unreadable);
  });
});
