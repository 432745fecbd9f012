import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  openLocalFolder,
  openLocalZip,
  type LocalFile,
} from "../../../src/contract/models/sources/localModel.ts";
import {
  checkGeodatabaseListing,
  MAX_GEODATABASE_BYTES,
} from "../../../src/contract/uploads/geodatabaseZip.ts";
import { zipCoverage } from "../../../src/contract/uploads/zipCoverage.ts";
import { readZipMember } from "../../../src/contract/zip/zipMember.ts";
import { aZip } from "../../support/aZip.ts";

const GEODATABASE = "tests/fixtures/coverage.gdb";
const ROOT = "030000000001_Creek";
const COVERAGE = `${ROOT}/Model_030000000001_Coverage.gdb`;
const names = readdirSync(GEODATABASE);
const readContent = (name: string) => readFileSync(`${GEODATABASE}/${name}`);

const aFile = (path: string, content: Uint8Array): LocalFile => ({
  ...{ path, size: content.length },
  read: async (length, offset) => content.slice(offset, offset + length),
});
const aSource = (bytes: Uint8Array) => ({
  size: bytes.length,
  readBytes: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
});
const coverageFiles = () => names.map((name) => aFile(`${COVERAGE}/${name}`, readContent(name)));

async function zipFrom(files: LocalFile[], path = COVERAGE) {
  const parts = await zipCoverage(openLocalFolder(files, []).folder, path);
  return Buffer.concat(parts);
}

it("zips the folder of a geodatabase without lock files and files beside it", async () => {
  const zip = await zipFrom([
    aFile(`${ROOT}/Model_Files/a.prj`, readContent(names[0]!)),
    aFile(`${COVERAGE}/ArcGIS.sr.lock`, new Uint8Array(1)),
    ...coverageFiles(),
  ]);
  const { error, entries } = await checkGeodatabaseListing(aSource(zip));
  expect(error).toBeUndefined();
  expect(entries.map(({ path }) => path)).toEqual(
    names.map((name) => `Model_030000000001_Coverage.gdb/${name}`).sort(),
  );
  for (const entry of entries) {
    const content = await readZipMember(aSource(zip), entry);
    expect(readContent(entry.path.split("/")[1]!).equals(content)).toBe(true);
  }
});

it("uploads a zipped geodatabase as it is", async () => {
  const zip = readFileSync("tests/fixtures/coverage.gdb.zip");
  const sent = await zipFrom([aFile(`${COVERAGE}.zip`, zip)], `${COVERAGE}.zip`);
  expect(sent.equals(zip)).toBe(true);
});

it("takes the geodatabase from the zip of a model", async () => {
  const model = await aZip(
    names.map((name) => ({ path: `${COVERAGE}/${name}`, content: readContent(name) })),
  );
  const { folder } = await openLocalZip(aSource(model), (entry) => readZipMember(aSource(model), entry));
  const fromZip = Buffer.concat(await zipCoverage(folder, COVERAGE));
  expect(fromZip.equals(await zipFrom(coverageFiles()))).toBe(true);
});

it.each([
  ["", "/a00000001.gdbtable", /larger than 200 MB before zipping\. Zip its \.gdb folder and choose/],
  [".zip", "", /^The zipped geodatabase is larger than 200 MB\./],
])("does not read a geodatabase%s that is too large", async (ending, file, error) => {
  const path = COVERAGE + ending;
  const large = {
    ...aFile(path + file, new Uint8Array(0)),
    size: MAX_GEODATABASE_BYTES + 1,
    read: () => Promise.reject(new Error("read")),
  };
  await expect(zipFrom([large], path)).rejects.toThrow(error);
});
