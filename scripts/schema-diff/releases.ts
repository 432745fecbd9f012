import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";
import { generate } from "../generate/generate.ts";
import { parseSource } from "../source/parseSource.ts";
import { compareSchemaSets, isUnchanged } from "./schemaDiff.ts";
import { parseSchemaSet, readSchemaSet, type SchemaSet } from "./schemaSet.ts";

interface ReleaseFile {
  product: string;
  schemas: Record<string, unknown>;
  lists: Record<string, unknown>;
}

const getPath = (folder: string, release: number) => join(folder, "releases", `${release}.json`);

/** @returns the numbers of all releases, the newest last */
export async function listReleases(folder: string): Promise<number[]> {
  const files = await readdir(join(folder, "releases")).catch(() => []);
  return files
    .flatMap((file) => /^([1-9]\d*)\.json$/.exec(file)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
}

/** @throws Error if the release does not exist or cannot be read */
export async function readRelease(folder: string, release: number): Promise<SchemaSet> {
  const path = getPath(folder, release);
  const known = await listReleases(folder);
  if (!known.includes(release))
    throw new Error(
      `There is no release ${release}. Releases in ${folder}/releases: ${known.join(", ") || "none"}.`,
    );
  const content = parseSource(path, await readFile(path, "utf8")).value as ReleaseFile;
  try {
    return parseRelease(content);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

const parseRelease = ({ product, schemas, lists }: ReleaseFile): SchemaSet =>
  parseSchemaSet(
    new Map([
      ["product.json", JSON.stringify({ product })],
      ...Object.entries(schemas).map(
        ([name, schema]) => [`${name}.schema.json`, JSON.stringify(schema)] as const,
      ),
      ...Object.entries(lists).map(([file, list]) => [`reference/${file}`, JSON.stringify(list)] as const),
    ]),
  );

/** Undefined before the first release. */
export async function readNewestRelease(folder: string): Promise<SchemaSet | undefined> {
  const newest = (await listReleases(folder)).at(-1);
  return newest === undefined ? undefined : readRelease(folder, newest);
}

/**
 * Writes the next release.
 *
 * @returns its path
 * @throws Error if the schemas have mistakes, or if nothing differs from the newest release
 */
export async function releaseSchemas(folder: string): Promise<string> {
  const number = ((await listReleases(folder)).at(-1) ?? 0) + 1;
  const released = number > 1 ? await readRelease(folder, number - 1) : undefined;
  await generate(folder, { released: released?.resolved });
  const current = await readSchemaSet(folder);
  if (released && hasSameContent(released, current))
    throw new Error(`Nothing differs from release ${number - 1}.`);
  const path = getPath(folder, number);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, formatRelease(current));
  return path;
}

/** Formatting does not count, as in schema-diff. */
const hasSameContent = (before: SchemaSet, after: SchemaSet): boolean =>
  isUnchanged(compareSchemaSets({ before, after, references: NO_REFERENCES }));

/** Prints a reminder if the schemas differ from the newest release: `generate` protects only released fields. */
export async function warnIfUnreleased(folder: string): Promise<void> {
  const newest = (await listReleases(folder)).at(-1);
  if (newest === undefined) return;
  if (hasSameContent(await readRelease(folder, newest), await readSchemaSet(folder))) return;
  console.warn(`The schemas differ from release ${newest}. Before you deploy, run npm run release-schemas.`);
}

/** One line for each schema and list. */
function formatRelease({ product, written, lists }: SchemaSet): string {
  const formatEntries = (entries: Map<string, unknown>) =>
    [...entries].map(([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`).join(",\n");
  return `{"product":${JSON.stringify(product)},\n"schemas":{\n${formatEntries(written)}\n},\n"lists":{\n${formatEntries(lists)}\n}}\n`;
}
