import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./configError.ts";

/**
 * The secret kept in the data folder, made there at the first start and readable by its owner only. It is written
 * aside and then linked into place, so that a start cut short leaves no half secret and two starts agree on one.
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "token-secret");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return existing(file) ?? made(file);
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`]);
  }
}

function existing(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function made(file: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}
