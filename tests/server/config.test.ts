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
  it("has a default for every setting", () => {
    expect(readConfig({ DATA_DIR })).toMatchObject({
      port: 3000,
      host: "localhost",
      storageContainer: "ms2",
      publicUrl: "http://localhost:3000",
      uploadLinkLifetimeSeconds: 7 * 24 * 60 * 60,
      uploadLinksEnd: new Date("2027-12-31T23:59:59Z"),
      auditRetentionDays: 2555,
      trashRetentionDays: 90,
      azcopyAddresses: {},
      isDemo: true,
      isPublic: false,
    });
  });

  it("counts an empty variable as not set", () => {
    expect(readConfig({ DATA_DIR, PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, isDemo: true });
  });

  it("reports all errors at the same time", () => {
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
        "  - DATABASE_URL must be a URL that starts with postgresql://.",
        "  - AZURE_STORAGE_CONNECTION_STRING must contain DefaultEndpointsProtocol, AccountName and AccountKey (the key signs SAS tokens).",
        "  - AZURE_STORAGE_CONTAINER must be 3 to 63 lowercase letters, digits and single hyphens.",
        "  - TOKEN_LIFETIME must be a whole number from 60 to 2592000.",
        "  - PUBLIC_URL must be a URL without a path.",
        "  - Set TOKEN_SECRET if DATABASE_URL is set. Use the same secret on every server that shares the database.",
      ].join("\n"),
    );
  });

  it("never prints a secret", () => {
    const read = () => readConfig({ DATA_DIR, TOKEN_SECRET: "hunter2", DATABASE_URL: "://user:hunter3@db" });
    expect(read).toThrow("TOKEN_SECRET must have at least 32 characters");
    expect(read).not.toThrow(/hunter/);
  });

  it("creates a secret once, readable only by its owner", () => {
    const first = readConfig({ DATA_DIR }).tokenSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR }).tokenSecret).toBe(first);
    expect(statSync(join(DATA_DIR, "token-secret")).mode & 0o777).toBe(0o600);
  });

  it("reports a data folder that cannot be used", () => {
    const file = join(DATA_DIR, "file");
    writeFileSync(file, "");
    expect(() => readConfig({ DATA_DIR: file })).toThrow(/DATA_DIR .* cannot be used/);
  });

  it("adds no demo data with an external database or store", () => {
    const TOKEN_SECRET = "x".repeat(32);
    const AZURE_STORAGE_CONNECTION_STRING =
      "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=a2V5;EndpointSuffix=core.windows.net";
    expect(readConfig({ DATA_DIR, TOKEN_SECRET, DATABASE_URL: "postgresql://db/x" }).isDemo).toBe(false);
    expect(readConfig({ DATA_DIR, AZURE_STORAGE_CONNECTION_STRING }).isDemo).toBe(false);
  });

  it.each(settings.map(({ name, description }) => [name, description]))(
    "describes %s in a sentence",
    (_, description) => {
      expect(description).toMatch(/^[A-Z].*\.$/);
    },
  );
});
