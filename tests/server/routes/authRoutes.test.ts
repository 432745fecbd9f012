import { createSigner } from "fast-jwt";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { createToken } from "../../../src/server/auth/tokens.ts";
import { anonymous, signedIn } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";

const PASSWORD = "FloodModel2026";
const BAD_CREDENTIALS = "Could not log in with the provided credentials.";

withDemoServer("Sign-in", (server) => {
  const signIn = (body: unknown) => anonymous(server())(endpoints.signIn, { body });

  it("returns the user, the roles, a token and its expiration time", async () => {
    const { status, body } = await signIn({ username: "vendor1", password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: "1",
      username: "vendor1",
      roles: ["ROLE_EDITOR"],
      accessToken: expect.any(String),
      expirationTime: expect.any(Number),
    });
    const lifetime = Number(body["expirationTime"]) - Date.now() / 1000;
    expect(lifetime).toBeGreaterThan(24 * 60 * 60 - 60);
    expect(lifetime).toBeLessThanOrEqual(24 * 60 * 60);
  });

  it("rejects a wrong password and an unknown user with the same message", async () => {
    for (const body of [
      { username: "vendor1", password: "WrongPassword1" },
      { username: "nobody", password: PASSWORD },
    ])
      expect(await signIn(body)).toMatchObject({ status: 401, message: BAD_CREDENTIALS });
  });

  it("rejects a user without any of the three roles", async () => {
    expect(await signIn({ username: "viewer1", password: PASSWORD })).toMatchObject({
      status: 403,
      message: BAD_CREDENTIALS,
    });
  });

  it("reports a missing user name and password", async () => {
    const { status, faults } = await signIn({});
    expect(status).toBe(400);
    expect(faults.map(({ message }) => message)).toEqual(["Username is required", "Password is required"]);
  });

  it("responds with 401 to a missing, forged or expired token", async () => {
    const user = { accountId: 1, version: 1 };
    const { config } = server().services;
    const { token } = createToken(server().services, user);
    const forged = createToken(
      {
        config: { ...config, tokenSecret: "another secret, as long as the first one" },
        now: () => new Date(),
      },
      user,
    );
    const old = createToken({ config, now: () => new Date(Date.now() - 2 * 86_400_000) }, user);
    const listAs = (headers: Record<string, string>) =>
      anonymous(server())(endpoints.listRecords, { params: { username: "vendor1" }, headers });
    expect(await listAs({ "x-access-token": token })).toMatchObject({ status: 200 });
    const tampered = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
    for (const bad of ["", "nonsense", forged.token, old.token, tampered])
      expect(await listAs({ "x-access-token": bad })).toMatchObject({
        status: 401,
        message: "Session expired",
      });
    expect(await listAs({})).toMatchObject({ status: 401 });
  });

  it("responds with 401 after an accepted token has expired", async () => {
    const { services } = server();
    const { token } = createToken(services, { accountId: 1, version: 1 });
    const list = () => anonymous(server())(endpoints.listAgencies, { headers: { "x-access-token": token } });
    expect(await list()).toMatchObject({ status: 200 });
    const later = vi.spyOn(services, "now").mockReturnValue(new Date(Date.now() + 2 * 86_400_000));
    expect(await list()).toMatchObject({ status: 401, message: "Session expired" });
    later.mockRestore();
    expect(await list()).toMatchObject({ status: 200 });
  });

  it("rejects a token with another audience", async () => {
    const key = server().services.config.tokenSecret;
    const other = createSigner({ key, sub: "1", aud: "upload", expiresIn: "1h" })({ ver: 1 });
    const headers = { "x-access-token": other };
    expect(await anonymous(server())(endpoints.listAgencies, { headers })).toMatchObject({ status: 401 });
  });

  describe("changing the password", () => {
    const reset = async (username: string, body: Record<string, unknown>) =>
      (await signedIn(server(), username))(endpoints.resetPassword, { body: { username, ...body } });

    it("responds with 400, not 401, to a wrong old password", async () => {
      const answer = await reset("vendor2", { oldPassword: "WrongPassword1", newPassword: "FloodModel2027" });
      expect(answer).toMatchObject({ status: 400, message: "Failed to reset password." });
      expect(answer.faults[0]?.path).toEqual(["oldPassword"]);
    });

    it.each([
      ["short1", "Invalid password, must be 10 characters or more"],
      [
        "long enough!",
        "Due to usage in scripts, passwords can only contain numbers and upper & lowercase letters (certain symbols are restricted)",
      ],
      [undefined, "Required"],
    ])("rejects the new password %s", async (newPassword, message) => {
      const { status, faults } = await reset("vendor2", { oldPassword: PASSWORD, newPassword });
      expect(status).toBe(400);
      expect(faults).toEqual([expect.objectContaining({ path: ["newPassword"], message })]);
    });

    it("is rejected for another user", async () => {
      const answer = await reset("vendor2", {
        username: "vendor1",
        oldPassword: PASSWORD,
        newPassword: "FloodModel2027",
      });
      expect(answer.status).toBe(403);
    });

    it("replaces the old password", async () => {
      const changed = await reset("vendor2", { oldPassword: PASSWORD, newPassword: "FloodModel2027" });
      expect(changed).toMatchObject({ status: 200, message: "Reset password successfully!" });
      expect(await signIn({ username: "vendor2", password: PASSWORD })).toMatchObject({ status: 401 });
      expect(await signIn({ username: "vendor2", password: "FloodModel2027" })).toMatchObject({
        status: 200,
      });
    });
  });
});
