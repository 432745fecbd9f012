import { execFileSync } from "node:child_process";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { namedSchemas, productIn } from "../generate/readSchemas.ts";

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/**
 * The schemas as they were in a revision of the project's repository, by name, {product} resolved.
 *
 * @throws Error when there is no such revision
 */
export function readRevision(revision: string): Map<string, EntitySchema> {
  const prefix = git("rev-parse", "--show-prefix").trim();
  const show = (path: string) => git("show", `${revision}:${prefix}${path}`);
  try {
    git("rev-parse", "--verify", `${revision}^{commit}`);
  } catch (error) {
    throw new Error(`There is no revision "${revision}".`, { cause: error });
  }
  const product = productIn(show("schemas/product.json"));
  const files = git("ls-tree", "--name-only", revision, "schemas/").split("\n");
  const names = files
    .flatMap((file) => /^schemas\/(.+)\.schema\.json$/.exec(file)?.[1] ?? [])
    .filter((name) => name !== "vocabulary");
  const texts = new Map(names.map((name) => [name, show(`schemas/${name}.schema.json`)]));
  return new Map(namedSchemas(texts, product).map(({ name, schema }) => [name, schema]));
}
