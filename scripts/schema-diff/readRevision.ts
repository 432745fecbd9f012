import { execFileSync } from "node:child_process";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { parseSchemas, parseProduct } from "../generate/readSchemas.ts";

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Reads the schemas of a git revision; returns them by name. */
export function readSchemasOfRevision(revision: string): Map<string, EntitySchema> {
  const prefix = git("rev-parse", "--show-prefix").trim();
  const show = (path: string) => git("show", `${revision}:${prefix}${path}`);
  try {
    git("rev-parse", "--verify", `${revision}^{commit}`);
  } catch (error) {
    throw new Error(`Unknown git revision "${revision}".`, { cause: error });
  }
  const product = parseProduct(show("schemas/product.json"));
  const files = git("ls-tree", "--name-only", revision, "schemas/").split("\n");
  const names = files
    .flatMap((file) => /^schemas\/(.+)\.schema\.json$/.exec(file)?.[1] ?? [])
    .filter((name) => name !== "vocabulary");
  const texts = new Map(names.map((name) => [name, show(`schemas/${name}.schema.json`)]));
  return new Map(parseSchemas(texts, product).map(({ name, schema }) => [name, schema]));
}
