import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_HDF_BYTES, UnreadableFileError, type FileFacts } from "../../../src/contract/models/fileFacts.ts";
import { openHdf, readRasHdf } from "../../../src/contract/models/rasHdf.ts";
import { recognizeFile } from "../../../src/contract/models/recognizeFile.ts";
import { decodeText } from "../../../src/contract/models/textLines.ts";

export interface Mutated {
  inputs: number;
  /** Inputs that a reader refused with a reason. */
  refused: number;
  /** Failures that are no refusal, each with the seed that makes it again. */
  crashes: string[];
  /** Milliseconds of the processor that the longest reading took. */
  longest: number;
}

/**
 * Reads a file in `count` broken forms, each made from its seed, and answers how its reader bore it. HDF files are read
 * whole and by ranges in turn.
 */
export async function mutate(name: string, content: Uint8Array, count: number): Promise<Mutated> {
  const result: Mutated = { inputs: count, refused: 0, crashes: [], longest: 0 };
  const type = recognizeFile(name);
  const usual = [console.log, console.warn];
  // The processes that make reports bear what the HDF reader rejects where nobody waits; so does this one.
  const bear = () => undefined;
  process.on("unhandledRejection", bear);
  // The HDF reader prints what it cannot make sense of, and would print a screenful of it.
  console.log = console.warn = () => undefined;
  const read = async (bytes: Uint8Array, isWhole: boolean): Promise<FileFacts> => {
    if (type?.readText) return type.readText(decodeText(bytes), name);
    const range = async (length: number, offset = 0) => bytes.subarray(offset, offset + length);
    return readRasHdf(await openHdf(isWhole ? bytes.length : MAX_HDF_BYTES + 1, isWhole, range));
  };
  for (let seed = 1; seed <= count; seed++) {
    const input = broken(content, seed);
    const start = process.cpuUsage();
    try {
      await read(input, seed % 2 === 0);
      await nextTurn();
    } catch (error) {
      if (error instanceof UnreadableFileError) result.refused += 1;
      else result.crashes.push(`${name}, seed ${seed}: ${String(error)}`);
    }
    const { user, system } = process.cpuUsage(start);
    result.longest = Math.max(result.longest, (user + system) / 1000);
  }
  process.off("unhandledRejection", bear);
  [console.log, console.warn] = usual as [typeof console.log, typeof console.warn];
  return result;
}

/** A small generator of numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
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

/** One to eight changes: bytes overwritten, cut, doubled, moved, or a word put in that readers look for. */
export function broken(content: Uint8Array, seed: number): Uint8Array {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  let bytes = Buffer.from(content);
  for (let change = 0; change <= below(8); change++) {
    const at = below(bytes.length + 1);
    const end = Math.min(bytes.length, at + below(64));
    const kind = below(5);
    if (kind === 0) bytes.fill(below(256), at, end);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
    else if (kind === 3) bytes = bytes.subarray(0, Math.max(1, at));
    else
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(TOKENS[below(TOKENS.length)]!.repeat(1 + below(40))),
        bytes.subarray(at),
      ]);
  }
  return bytes;
}

const demo = (name: string) => readFileSync(new URL(`../../src/server/seed/model/${name}`, import.meta.url));

const fixture = (name: string) =>
  readFileSync(new URL(`../../tests/fixtures/models/${name}`, import.meta.url));

/** A small file of each format, by a name its reader is chosen by. */
export const MODEL_FILES: Record<string, Uint8Array> = {
  "a.prj": demo("project.prj"),
  "a.p01": demo("plan.p01"),
  "a.g01": demo("geometry.g01"),
  "a.u01": demo("flows.u01"),
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
  "a.p01.hdf": fixture("Pecan.p01.hdf"),
  "a.g01.hdf": fixture("Pecan.g01.hdf"),
};
