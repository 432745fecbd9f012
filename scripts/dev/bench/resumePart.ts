import { rm } from "node:fs/promises";
import { killedUpload, type KilledUpload } from "./resume/killedUpload.ts";
import type { Samples } from "./samples.ts";
import type { Table } from "./table.ts";
import { temporaryFolder } from "../lib/temporaryFolder.ts";

const MIB = 1024 ** 2;
const KILLS = 5;
const BYTES = 200 * MIB;

/** What a killed upload costs: how much of the zip the bash script sends twice after kill -9 at random points. */
export async function resumePart(runs: number, samples: Samples): Promise<Table[]> {
  const folder = await temporaryFolder("flood-resume-");
  const measured: KilledUpload[] = [];
  try {
    for (let run = 0; run < runs; run += 1) measured.push(await killedUpload(folder, BYTES, KILLS));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  samples.add("bytes sent twice", ...measured.map(({ twice }) => twice));
  const inMib = (bytes: number) => (bytes / MIB).toFixed(1);
  return [
    {
      title: `Bytes sent twice after ${KILLS} kills at random points`,
      note: "The bash script sending by itself, to the embedded store. At most the blocks under way are lost by a kill; the zip in the store has the hash of the zip on disk.",
      columns: ["", "Zip, MiB", "Blocks under way, MiB", "Sent twice, MiB", "Most allowed, MiB"],
      rows: measured.map(({ size, underWay, twice }, run) => [
        `Run ${run + 1}`,
        ...[size, underWay, twice, KILLS * underWay].map(inMib),
      ]),
    },
  ];
}
