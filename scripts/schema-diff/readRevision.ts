import { execFileSync } from "node:child_process";
import { isSchemaFile, parseSchemaSet, type SchemaSet } from "./schemaSet.ts";

const MAX_FILE_BYTES = 64 * 1024 * 1024;

const git = (...args: string[]) =>
  execFileSync("git", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: MAX_FILE_BYTES,
  });

/** Reads the schemas of a git revision. */
export function readRevision(revision: string): SchemaSet {
  const prefix = git("rev-parse", "--show-prefix").trim();
  try {
    git("rev-parse", "--verify", `${revision}^{commit}`);
  } catch (error) {
    throw new Error(`Unknown git revision "${revision}".`, { cause: error });
  }
  const files = git("ls-tree", "-r", "--name-only", revision, "schemas/")
    .split("\n")
    .map((path) => path.replace("schemas/", ""))
    .filter(isSchemaFile);
  return parseSchemaSet(
    new Map(files.map((file) => [file, git("show", `${revision}:${prefix}schemas/${file}`)])),
  );
}
