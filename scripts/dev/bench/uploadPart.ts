import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { createProgress } from "../lib/progress.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { measureUpload, type UploadMeasurement } from "../uploads/measureUpload.ts";
import type { ModelSize } from "../uploads/modelZip.ts";
import { isInstalled, measureUnzip, senders } from "../uploads/senders.ts";
import type { BenchOptions } from "./options.ts";
import { buildTable, formatValue, type Samples, type Table } from "./results.ts";

const GB = 1024 ** 3;

export interface NamedSize extends ModelSize {
  name: string;
}

export const MEDIUM_SIZE: NamedSize = {
  name: "2 GB, 5,000 files",
  files: 5000,
  bytes: 2 * GB,
  isCompressed: true,
};
export const LARGE_SIZE: NamedSize = {
  name: "16 GB, 5,000 files",
  files: 5000,
  bytes: 16 * GB,
  isSparse: true,
};
/** For the zip in the store and its extracted files. */
const LARGE_SIZE_DISK_BYTES = 60 * GB;

/** Measures uploads with the script, curl and rclone, and what the server does with them. */
export async function measureUploads({ runs, large }: BenchOptions, samples: Samples): Promise<Table[]> {
  const folder = await createTemporaryFolder("flood-upload-");
  const hasLarge = large === true && (await hasSpaceForLargeZip(folder));
  const sizes = [MEDIUM_SIZE, ...(hasLarge ? [LARGE_SIZE] : [])];
  for (const size of sizes)
    for (let run = 1; run <= (size === LARGE_SIZE ? 1 : runs); run += 1)
      for (const [name, send] of Object.entries(senders)) {
        if (name === "rclone" && !isInstalled("rclone")) continue;
        const onProgress = createProgress(`${size.name}, ${name}, run ${run}`);
        const onZipWritten = async (zip: string) => {
          onProgress("unzipping for comparison");
          samples.add(`${size.name} unzip`, (await measureUnzipIn(folder, zip)) / 1000);
        };
        const options = { folder, size, send, onProgress };
        const isScript = name === "script";
        const measured = await measureUpload(isScript ? { ...options, onZipWritten } : options);
        addSamples(samples, size.name, name, measured);
      }
  return [buildSendersTable(samples, sizes), buildProcessingTable(samples, sizes)];
}

export async function hasSpaceForLargeZip(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= LARGE_SIZE_DISK_BYTES;
}

async function measureUnzipIn(folder: string, zip: string): Promise<number> {
  const target = join(folder, "unzipped");
  try {
    return await measureUnzip(zip, target);
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

function addSamples(samples: Samples, size: string, sender: string, measured: UploadMeasurement): void {
  if (measured.differenceCount > 0)
    throw new Error(`${measured.differenceCount} files are not stored as they were sent.`);
  samples.add(`${size} ${sender} seconds`, measured.sendMs / 1000);
  samples.add(`${size} ${sender} rate`, measured.bytes / 1e6 / (measured.sendMs / 1000));
  samples.add(`${size} directory`, measured.directoryMs / 1000);
  samples.add(`${size} check`, measured.checkMs / 1000);
  samples.add(`${size} extract`, measured.extractMs / 1000);
  samples.add(`${size} memory`, measured.memoryGrowthBytes / 1e6);
}

function buildSendersTable(samples: Samples, sizes: NamedSize[]): Table {
  const formatCell = (name: string) =>
    `${formatValue(samples.get(`${name} seconds`), 1)} (${formatValue(samples.get(`${name} rate`))})`;
  return {
    title: "Sending a zip, in seconds (and MB/s)",
    note: "Each client sends a zip of the same size and structure to a new server. The script's time includes its check, its hash and its report. curl sends one request; rclone uses its defaults.",
    columns: ["", "Upload script", "curl", "rclone"],
    rows: sizes.map(({ name }) => [
      name,
      ...Object.keys(senders).map((sender) => formatCell(`${name} ${sender}`)),
    ]),
  };
}

function buildProcessingTable(samples: Samples, sizes: NamedSize[]): Table {
  const columns = Object.fromEntries(sizes.map(({ name }) => [name, name]));
  return buildTable(samples, columns, {
    title: "Processing an upload",
    note: "Times are from the receipt. The time of unzip includes sync; extracting also hashes every file. In zips up to 2 GB, every second file is compressed text; the largest zip contains uncompressed zeros.",
    rows: [
      { label: "Read the list of entries, s", key: "directory", digits: 2 },
      { label: "Check, s", key: "check", digits: 1 },
      { label: "Extract, s", key: "extract", digits: 1 },
      { label: "unzip to disk, s", key: "unzip", digits: 1 },
      { label: "Peak memory over idle, MB", key: "memory" },
    ],
  });
}
