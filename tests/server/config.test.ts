import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/server/config.ts";
import { settings } from "../../src/server/settings.ts";

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), "flood-config-"));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }));

describe("the configuration", () => {
  it("has a default for everything", () => {
    expect(readConfig({ DATA_DIR })).toMatchObject({
      port: 3000,
      host: "localhost",
      storageContainer: "ms2",
      publicUrl: "http://localhost:3000",
      uploadLinkLifetime: 7 * 24 * 60 * 60,
      azcopyAddresses: {},
      isDemo: true,
      isPublic: false,
    });
  });

  it("counts an empty variable as not set", () => {
    expect(readConfig({ DATA_DIR, PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, isDemo: true });
  });

  it("tells everything that is wrong at once", () => {
    const read = () =>
      readConfig({
        DATA_DIR,
        PORT: "70000",
        DATABASE_URL: "mysql://db",
        AZURE_STORAGE_CONNECTION_STRING: "AccountName=a",
        AZURE_STORAGE_CONTAINER: "No Such Name",
        TOKEN_LIFETIME: "soon",
        PUBLIC_URL: "https://portal.example.com/path",
      });
    expect(read).toThrow(
      [
        "The configuration is not valid:",
        "  - PORT must be a whole number from 0 to 65535.",
        "  - DATABASE_URL must be an address that begins with postgresql://.",
        "  - AZURE_STORAGE_CONNECTION_STRING must hold DefaultEndpointsProtocol, AccountName and AccountKey, since shared access is signed with the key.",
        "  - AZURE_STORAGE_CONTAINER must be 3 to 63 small letters, digits and single hyphens.",
        "  - TOKEN_LIFETIME must be a whole number from 60 to 2592000.",
        "  - PUBLIC_URL must be an address without a path.",
        "  - TOKEN_SECRET must be set where DATABASE_URL is, so that every server of the database agrees.",
      ].join("\n"),
    );
  });

  it("never says what a secret was", () => {
    const read = () => readConfig({ DATA_DIR, TOKEN_SECRET: "hunter2", DATABASE_URL: "://user:hunter3@db" });
    expect(read).toThrow("TOKEN_SECRET must be 32 characters or more");
    expect(read).not.toThrow(/hunter/);
  });

  it("makes a secret once and keeps it where only its owner reads it", () => {
    const first = readConfig({ DATA_DIR }).tokenSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR }).tokenSecret).toBe(first);
    expect(statSync(join(DATA_DIR, "token-secret")).mode & 0o777).toBe(0o600);
  });

  it("says when the data folder cannot be used", () => {
    const file = join(DATA_DIR, "file");
    writeFileSync(file, "");
    expect(() => readConfig({ DATA_DIR: file })).toThrow(/DATA_DIR .* cannot be used/);
  });

  it("is no demo where a database or a store of its own is named", () => {
    const TOKEN_SECRET = "x".repeat(32);
    const AZURE_STORAGE_CONNECTION_STRING =
      "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=a2V5;EndpointSuffix=core.windows.net";
    expect(readConfig({ DATA_DIR, TOKEN_SECRET, DATABASE_URL: "postgresql://db/x" }).isDemo).toBe(false);
    expect(readConfig({ DATA_DIR, AZURE_STORAGE_CONNECTION_STRING }).isDemo).toBe(false);
  });

  it.each(settings.map(({ name, about }) => [name, about]))("says what %s is for", (_, about) => {
    expect(about).toMatch(/^[A-Z].*\.$/);
  });
});
