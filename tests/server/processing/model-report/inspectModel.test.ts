import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadExpectedRecord } from "../../../../scripts/inspect-model/loadExpectedRecord.ts";
import { openModel } from "../../../../scripts/inspect-model/openModel.ts";
import { inspectLocalModel, isModelComplete } from "../../../../src/contract/models/sources/localModel.ts";
import { buildMetadataYaml } from "../../../../src/contract/yaml/metadataYaml.ts";
import { NO_REFERENCES } from "../../../../src/contract/schema/references.ts";
import { pecanBranch } from "../../../support/modelTexts.ts";

const IDENTIFIER = "030000000001";
const ROOT = `${IDENTIFIER}_Pecan`;
const METADATA = buildMetadataYaml({
  ...{ recordId: "17", references: NO_REFERENCES, contacts: [] },
  metadata: { modelIdentifier: IDENTIFIER, modelName: "Pecan" },
});
const COMPLETE: Record<string, string> = {
  ...pecanBranch,
  "Model_Files/Terrain/Terrain.hdf": "terrain",
  "metadata_17.yml": METADATA,
  "Supporting/readme.txt": "-",
  "GIS/readme.txt": "-",
  [`Model_${IDENTIFIER}_Coverage.gdb/a00000001.gdbtable`]: "table",
};

async function createFolder(files: Record<string, string>): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), "flood-inspect-")), ROOT);
  onTestFinished(() => rm(dirname(folder), { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text, "latin1");
  }
  return folder;
}

async function inspect(folder: string) {
  const model = await openModel(folder);
  return inspectLocalModel(model, await loadExpectedRecord(model));
}

it("checks the layout against the metadata file in the folder", async () => {
  const { diagnostics } = await inspect(await createFolder(COMPLETE));
  expect(diagnostics).toEqual([]);
  const withoutGis = Object.fromEntries(Object.entries(COMPLETE).filter(([path]) => !path.startsWith("GIS")));
  const check = await inspect(await createFolder(withoutGis));
  expect(check.diagnostics?.map(({ text }) => text)).toEqual([expect.stringContaining('GIS" is missing')]);
  expect(isModelComplete(check)).toBe(false);
});

it("does not call a model complete without its metadata file or with a file that could not be read", async () => {
  const terrain = { "Model_Files/Terrain/Terrain.hdf": undefined, "Model_Files/Pecan.rasmap": undefined };
  const readable = Object.fromEntries(Object.entries(COMPLETE).filter(([path]) => !(path in terrain)));
  expect(isModelComplete(await inspect(await createFolder(readable)))).toBe(true);
  const unnamed = Object.fromEntries(Object.entries(readable).filter(([path]) => path !== "metadata_17.yml"));
  const check = await inspect(await createFolder(unnamed));
  expect([check.diagnostics, isModelComplete(check)]).toEqual([undefined, false]);
  const utf16 = { ...readable, "Model_Files/Pecan.p03": "\xff\xfeP\0" };
  expect(isModelComplete(await inspect(await createFolder(utf16)))).toBe(false);
});

it("follows links as zip -r does and names links that lead nowhere or into a circle", async () => {
  const { ["Model_Files/Pecan.g01"]: geometry = "", ...others } = COMPLETE;
  const folder = await createFolder({
    ...others,
    "../shared/Pecan.g01": geometry,
    "../shared/more/dem.tif": "dem",
  });
  await symlink(join(folder, "../shared/Pecan.g01"), join(folder, "Model_Files/Pecan.g01"));
  await symlink(join(folder, "../shared/more"), join(folder, "GIS/more"));
  await symlink(join(folder, "gone.tif"), join(folder, "GIS/gone.tif"));
  await symlink(folder, join(folder, "GIS/circle"));
  const { source } = await openModel(folder);
  const { report } = await inspect(folder);
  expect(source.files.map(({ path }) => path)).toEqual(expect.arrayContaining(["GIS/more/dem.tif"]));
  expect(report.totals.missing).toBe(0);
  expect(report.findings.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Replace "GIS/gone.tif". It could not be read: it is a link to a file that does not exist.',
      'Replace "GIS/circle". It could not be read: it is a link to a folder that contains it.',
    ]),
  );
});
