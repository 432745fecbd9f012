import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  MAX_HDF_BYTES,
  UnreadableFileError,
  type FileFacts,
} from "../../../src/contract/models/fileFacts.ts";
import { openHdf, readRasHdf } from "../../../src/contract/models/rasHdf.ts";
import { recognizeFile } from "../../../src/contract/models/recognizeFile.ts";
import { decodeText } from "../../../src/contract/models/textLines.ts";

export interface MutationResult {
  inputs: number;
  /** Inputs that the reader rejected with a reason. */
  rejected: number;
  /** Other errors, each with the seed that reproduces it. */
  crashes: string[];
  /** CPU time of the slowest read. */
  maxReadMs: number;
}

/** Reads `count` damaged copies of a file. HDF files are read alternately as a whole and by ranges. */
export async function readDamagedCopies(
  name: string,
  content: Uint8Array,
  count: number,
): Promise<MutationResult> {
  const result: MutationResult = { inputs: count, rejected: 0, crashes: [], maxReadMs: 0 };
  const type = recognizeFile(name);
  const originalLog = [console.log, console.warn];
  // With damaged files, the HDF reader rejects promises that no code awaits.
  const ignore = () => undefined;
  process.on("unhandledRejection", ignore);
  // The HDF reader prints everything it does not understand.
  console.log = console.warn = () => undefined;
  const read = async (bytes: Uint8Array, isWhole: boolean): Promise<FileFacts> => {
    if (type?.readText) return type.readText(decodeText(bytes), name);
    const range = async (length: number, offset = 0) => bytes.subarray(offset, offset + length);
    const hdf = await openHdf(isWhole ? bytes.length : MAX_HDF_BYTES + 1, isWhole, range);
    return readRasHdf(hdf, name, () => undefined);
  };
  for (let seed = 1; seed <= count; seed++) {
    const input = damage(content, seed);
    const start = process.cpuUsage();
    try {
      await read(input, seed % 2 === 0);
      await nextTurn();
    } catch (error) {
      if (error instanceof UnreadableFileError) result.rejected += 1;
      else result.crashes.push(`${name}, seed ${seed}: ${String(error)}`);
    }
    const { user, system } = process.cpuUsage(start);
    result.maxReadMs = Math.max(result.maxReadMs, (user + system) / 1000);
  }
  process.off("unhandledRejection", ignore);
  [console.log, console.warn] = originalLog as [typeof console.log, typeof console.warn];
  return result;
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
  "a.p01.hdf": readFixture("Pecan.p01.hdf"),
  "a.g01.hdf": readFixture("Pecan.g01.hdf"),
};
