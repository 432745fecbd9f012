import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generate } from "../generate/generate.ts";
import { parseSource } from "../source/parseSource.ts";
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

/** @throws Error if the release does not exist or is not JSON */
export async function readRelease(folder: string, release: number): Promise<SchemaSet> {
  const path = getPath(folder, release);
  const known = await listReleases(folder);
  if (!known.includes(release))
    throw new Error(
      `There is no release ${release}. Releases in ${folder}/releases: ${known.join(", ") || "none"}.`,
    );
  const { product, schemas, lists } = parseSource(path, await readFile(path, "utf8")).value as ReleaseFile;
  return parseSchemaSet(
    new Map([
      ["product.json", JSON.stringify({ product })],
      ...Object.entries(schemas).map(
        ([name, schema]) => [`${name}.schema.json`, JSON.stringify(schema)] as const,
      ),
      ...Object.entries(lists).map(([file, list]) => [`reference/${file}`, JSON.stringify(list)] as const),
    ]),
  );
}

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
  if (released && formatRelease(released) === formatRelease(current))
    throw new Error(`Nothing differs from release ${number - 1}.`);
  const path = getPath(folder, number);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, formatRelease(current));
  return path;
}

/** One line for each schema and list. */
function formatRelease({ product, written, lists }: SchemaSet): string {
  const formatEntries = (entries: Map<string, unknown>) =>
    [...entries].map(([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`).join(",\n");
  return `{"product":${JSON.stringify(product)},\n"schemas":{\n${formatEntries(written)}\n},\n"lists":{\n${formatEntries(lists)}\n}}\n`;
}
