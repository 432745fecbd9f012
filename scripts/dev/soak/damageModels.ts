import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ZipFile } from "yazl";
import {
  MAX_HDF_BYTES,
  UnreadableFileError,
  type FileFacts,
} from "../../../src/contract/models/fileFacts.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  modelFolderName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { createTransformation } from "../../../src/contract/models/coordinateSystem.ts";
import { openHdf, readRasHdf } from "../../../src/contract/models/rasHdf.ts";
import { recognizeFile } from "../../../src/contract/models/recognizeFile.ts";
import {
  inspectLocalModel,
  openLocalFolder,
  openLocalZip,
  type LocalModel,
} from "../../../src/contract/models/sources/localModel.ts";
import { decodeText } from "../../../src/contract/models/textLines.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { NO_REFERENCES } from "../../../src/contract/schema/references.ts";
import { InvalidZipError, readZipMember } from "../../../src/contract/zip/zipMember.ts";

export interface MutationResult {
  inputs: number;
  /** Inputs that the reader rejected with a reason. */
  rejected: number;
  /** Other errors, each with the seed that reproduces it. */
  crashes: string[];
  /** CPU time of the slowest read. */
  maxReadMs: number;
}

interface MutationRange {
  lastSeed: number;
  firstSeed?: number;
  onSeed?: (seed: number) => void;
}

/** Reads one damaged copy of a file for each seed. HDF files are read alternately as a whole and by ranges. */
export async function readDamagedCopies(
  name: string,
  content: Uint8Array,
  { lastSeed, firstSeed = 1, onSeed = () => undefined }: MutationRange,
): Promise<MutationResult> {
  const inputs = lastSeed - firstSeed + 1;
  const result: MutationResult = { inputs, rejected: 0, crashes: [], maxReadMs: 0 };
  const originalLog = [console.log, console.warn];
  // With damaged files, the HDF reader rejects promises that no code awaits.
  const ignore = () => undefined;
  process.on("unhandledRejection", ignore);
  // The HDF reader prints everything it does not understand.
  console.log = console.warn = () => undefined;
  for (let seed = firstSeed; seed <= lastSeed; seed++) {
    onSeed(seed);
    const input = damage(content, seed);
    const start = process.cpuUsage();
    try {
      if (await isRejected(name, input, seed % 2 === 0)) result.rejected += 1;
      await nextTurn();
    } catch (error) {
      result.crashes.push(`${name}, seed ${seed}: ${String(error)}`);
    }
    const { user, system } = process.cpuUsage(start);
    result.maxReadMs = Math.max(result.maxReadMs, (user + system) / 1000);
  }
  process.off("unhandledRejection", ignore);
  [console.log, console.warn] = originalLog as [typeof console.log, typeof console.warn];
  return result;
}

/** Throws only what a reader must not throw. */
async function isRejected(name: string, bytes: Uint8Array, isWhole: boolean): Promise<boolean> {
  try {
    if (name.endsWith(".zip")) return await hasErrors(await openLocalZip(...toZip(bytes)));
    if (name.endsWith(".yml")) return await hasErrors(toModelFolder(bytes));
    const { projection } = await readFacts(name, bytes, isWhole);
    if (projection !== undefined) createTransformation(projection)?.([1, 1]);
    return false;
  } catch (error) {
    if (error instanceof UnreadableFileError || error instanceof InvalidZipError) return true;
    throw error;
  }
}

async function readFacts(name: string, bytes: Uint8Array, isWhole: boolean): Promise<FileFacts> {
  const type = recognizeFile(name);
  if (type?.readText) return type.readText(decodeText(bytes), name);
  const range = async (length: number, offset = 0) => bytes.subarray(offset, offset + length);
  const hdf = await openHdf(isWhole ? bytes.length : MAX_HDF_BYTES + 1, isWhole, range);
  return readRasHdf(hdf, name, () => undefined);
}

const RECORD_ID = "700";
const EXPECTED_RECORD = { recordId: RECORD_ID, metadata: {}, references: NO_REFERENCES };
const METADATA_FILE = metadataFileName(RECORD_ID);
/** As for a record without identifier and title. */
const ROOT = modelFolderName("", "");

async function hasErrors(model: LocalModel): Promise<boolean> {
  const { diagnostics } = await inspectLocalModel(model, EXPECTED_RECORD);
  return diagnostics!.some(({ severity }) => severity === "error");
}

function toZip(bytes: Uint8Array): Parameters<typeof openLocalZip> {
  const zip = {
    size: bytes.length,
    readBytes: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  return [zip, (entry, length) => readZipMember(zip, entry, length)];
}

/** Its metadata file has the given content. */
function toModelFolder(content: Uint8Array): LocalModel {
  const files = Object.entries(modelFiles(content)).map(([path, text]) => {
    const bytes = Buffer.from(text);
    return { path: `${ROOT}/${path}`, size: bytes.length, read: async () => bytes };
  });
  return openLocalFolder(files, []);
}

/** Returns a generator of numbers from 0 to 1 that is the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state / 2 ** 32;
  };
}

const TOKENS = [
  "=",
  ":",
  "-1",
  "99999999999",
  "\r\n",
  "[",
  "]",
  "<",
  '"',
  "\0",
  ",,,,",
  "NaN",
  "..\\..\\",
  "é",
];

/** Makes one to eight changes: overwrites, removes, doubles or cuts off bytes, or inserts tokens that readers look for. */
export function damage(content: Uint8Array, seed: number): Uint8Array {
  const random = createRandom(seed);
  const randomBelow = (most: number) => Math.floor(random() * most);
  let bytes = Buffer.from(content);
  for (let change = 0; change <= randomBelow(8); change++) {
    const start = randomBelow(bytes.length + 1);
    const end = Math.min(bytes.length, start + randomBelow(64));
    const kind = randomBelow(5);
    if (kind === 0) bytes.fill(randomBelow(256), start, end);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
    else if (kind === 3) bytes = bytes.subarray(0, Math.max(1, start));
    else
      bytes = Buffer.concat([
        bytes.subarray(0, start),
        Buffer.from(TOKENS[randomBelow(TOKENS.length)]!.repeat(1 + randomBelow(40))),
        bytes.subarray(start),
      ]);
  }
  return bytes;
}

const readDemoFile = (name: string) =>
  readFileSync(new URL(`../../../src/server/seed/model/${name}`, import.meta.url));

const readFixture = (name: string) =>
  readFileSync(new URL(`../../../tests/fixtures/models/${name}`, import.meta.url));

const METADATA = Buffer.from(
  `global_attributes:\n  ${RECORD_ID_KEY}: "${RECORD_ID}"\n  schema_version: 1\n  description: &a x\n  purpose: *a\n` +
    '  model_type: [1D, "2D"]\n  contacts:\n    - {name: x, role: y}\n',
);

const modelFiles = (metadata: Uint8Array): Record<string, string | Uint8Array> => ({
  "Model_Files/a.prj": "Proj Title=a\nPlan File=p01\n",
  "Model_Files/a.p01": `Plan Title=1%\n${"Short Identifier=a\n".repeat(20)}`,
  "Supporting/río.txt": "x",
  "GIS/x.txt": "x",
  [coverageGeodatabaseName("")]: "a zipped geodatabase",
  [METADATA_FILE]: metadata,
});

async function createSmallZip(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), `${ROOT}/${path}`, { mtime: new Date(Date.UTC(2026, 0, 2, 12)) });
  zip.end();
  return buffer(zip.outputStream);
}

/** A small file of each format; the name determines the reader. */
export const MODEL_FILES: Record<string, Uint8Array> = {
  "a.prj": readDemoFile("project.prj"),
  "a.p01": readDemoFile("plan.p01"),
  "a.g01": readDemoFile("geometry.g01"),
  "a.u01": readDemoFile("flows.u01"),
  "a.f01": Buffer.from(
    "Flow Title=1%\r\nProgram Version=6.50\r\nNumber of Profiles= 2 \r\nProfile Names=a,b\r\n",
  ),
  "a.rasmap": Buffer.from(
    '<RASMapper>\r\n <RASProjectionFilename Filename=".\\texas.prj" />\r\n <Layer Name="T &amp; U" ' +
      'Type="TerrainLayer" Filename=".\\Terrain\\T.hdf">\r\n </Layer>\r\n</RASMapper>\r\n',
  ),
  "a.hms": Buffer.from(
    "Project: Clear\n     Version: 4.11\nEnd:\n\nBasin: A\n     Filename: A.basin\nEnd:\n\nControl: C\n     FileName: C.control\nEnd:\n",
  ),
  "a.basin": Buffer.from(
    "Basin: A\n     Unit System: English\nEnd:\n\nSubbasin: S\n     Canvas X: 1.5\n     Canvas Y: 2.5\nEnd:\n\nJunction: J\nEnd:\n",
  ),
  "a.control": Buffer.from("Control: C\n     Start Date: 1 May 2017\n     End Date: 7 May 2017\nEnd:\n"),
  "a.gage": Buffer.from(
    "Gage Manager: A\nEnd:\n\nGage: G\n     Variant: V\n       DSS File Name: in.dss\nEnd:\n",
  ),
  "a.inp": Buffer.from(
    '[TITLE]\nElm Fork\n[OPTIONS]\nFLOW_UNITS CFS\nSTART_DATE 05/24/2015\n[TIMESERIES]\nT FILE "a b.txt"\n' +
      "[JUNCTIONS]\nJ1 0\n[COORDINATES]\nJ1 10 20\nJ2 30 40\n",
  ),
  "a.met": Buffer.from(
    "Meteorology: M\n     Version: 4.11\nEnd:\n\nPrecip Method Parameters: Gridded\n     Grid File Name: rain.dss\nEnd:\n",
  ),
  "a.run": Buffer.from("Run: R\n     Log File: R.log\n     DSS File: R.dss\n     Basin: A\nEnd:\n"),
  "a.terrain": Buffer.from(
    "Terrain Data Manager: A\nEnd:\n\nTerrain Data: T\n     Terrain Directory: terrain\\T\nEnd:\n",
  ),
  "a.projection": Buffer.from(
    'PROJCS["Texas",GEOGCS["NAD83",DATUM["NAD83",SPHEROID["GRS80",6378137.0,298.257222101]],PRIMEM["Greenwich",0],' +
      'UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["Central_Meridian",-100],' +
      'PARAMETER["Standard_Parallel_1",32.1],PARAMETER["Standard_Parallel_2",33.9],UNIT["Foot_US",0.3048006096012192]]',
  ),
  "a.vrt": Buffer.from(
    '<VRTDataset>\n<SourceFilename relativeToVRT="1">a&amp;b.tif</SourceFilename>\n</VRTDataset>\n',
  ),
  [METADATA_FILE]: METADATA,
  "a.zip": await createSmallZip(modelFiles(METADATA)),
  "a.p01.hdf": readFixture("Pecan.p01.hdf"),
  "a.g01.hdf": readFixture("Pecan.g01.hdf"),
};
