import { cp, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const parts = ["Model_Files", "Supporting", "GIS"];
const coverageName = /^Model_.*_Coverage\.gdb(\.zip)?$/i;

export interface ModelFolderOptions {
  modelIdentifier: string;
  modelName: string;
  recordId: string;
  /** The text of the record's metadata file. */
  yaml: string;
  /** A model root folder to copy instead of the fixtures; its root and coverage are renamed to this record. */
  from?: string;
  /** The form of the spatial extent: vendors are asked for a zip. Ignored with `from`. */
  coverage?: "folder" | "zip" | "gdb.zip";
}

/**
 * Creates a complete model root folder `<MODEL_ID>_<MODEL_NAME>` in a new temporary folder and returns its path. It always
 * has the three part folders; they may be empty. The caller removes the parent folder.
 */
export async function aModelFolder(options: ModelFolderOptions): Promise<string> {
  const { modelIdentifier, modelName, recordId, yaml, from } = options;
  const parent = await mkdtemp(join(tmpdir(), "flood-model-"));
  const root = join(parent, `${modelIdentifier}_${modelName.replace(/[^A-Za-z0-9]+/g, "_")}`);
  const source = from ?? join(fixtures, "model");

  for (const part of parts) {
    await mkdir(join(root, part), { recursive: true });
    await copyIfThere(source, part, join(root, part));
  }
  const coverage = from === undefined ? fixtureCoverage(options.coverage ?? "zip") : await coverageIn(from);
  await cp(coverage.path, join(root, `Model_${modelIdentifier}_Coverage.gdb${coverage.suffix}`), {
    recursive: true,
  });
  await writeFile(join(root, `metadata_${recordId}.yml`), yaml);
  return root;
}

async function copyIfThere(source: string, part: string, target: string): Promise<void> {
  if ((await readdir(source)).includes(part)) await cp(join(source, part), target, { recursive: true });
}

function fixtureCoverage(kind: NonNullable<ModelFolderOptions["coverage"]>) {
  return {
    path: join(fixtures, kind === "folder" ? "coverage.gdb" : "coverage.gdb.zip"),
    suffix: kind === "gdb.zip" ? ".zip" : "",
  };
}

async function coverageIn(folder: string) {
  const name = (await readdir(folder)).find((entry) => coverageName.test(entry));
  if (name === undefined) throw new Error(`${folder} holds no Model_<MODEL_ID>_Coverage.gdb`);
  return { path: join(folder, name), suffix: name.toLowerCase().endsWith(".zip") ? ".zip" : "" };
}
