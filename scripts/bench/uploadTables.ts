import type { Samples } from "./samples.ts";
import type { Table } from "./table.ts";
import type { NamedSize } from "./uploadPart.ts";

/** Sending the same file to the same store with each client. */
export function sendersTable(samples: Samples, sizes: NamedSize[]): Table {
  const cell = (name: string) => samples.cell(name, 1);
  return {
    title: "Sending a zip, in seconds (and MB/s)",
    note: "The script hashes the zip and looks into it before it sends, and says so to the server afterwards, all of which is in its time; it sends blocks of 8 MiB that are never sent twice. curl sends one request, rclone its default.",
    columns: ["", "Upload script", "curl", "rclone"],
    rows: sizes.map(({ name }) => [
      name,
      ...["script", "curl", "rclone"].map(
        (sender) => `${cell(`${name} ${sender} seconds`)} (${samples.cell(`${name} ${sender} rate`)})`,
      ),
    ]),
  };
}

/** What the server does with an upload, as it grows. */
export function processingTable(samples: Samples, sizes: NamedSize[]): Table {
  const rows: [string, string, number][] = [
    ["Entries in the zip", "entries", 0],
    ["Range requests for the list of entries", "requests", 0],
    ["MB read for it", "read", 2],
    ["Milliseconds for it", "list", 0],
    ["Hashing and checking, s", "check", 1],
    ["Hashing and checking, MB/s", "check rate", 0],
    ["Extracting, s", "extract", 1],
    ["Extracting, MB/s", "extract rate", 0],
    ["unzip to disk, s", "unzip", 1],
    ["Cataloguing, s", "catalogue", 1],
    ["Memory of the idle server, MB", "idle", 0],
    ["Most memory over idle, MB", "grown", 0],
  ];
  return {
    title: "Processing an upload",
    note: "From the stages of the receipt. The time for unzip ends when all is on the disk (sync), as it is for extraction, which hashes every file too. The largest zip holds zeros after the start of each file, which are holes on the sender's disk only.",
    columns: ["", ...sizes.map(({ name }) => name)],
    rows: rows.map(([words, what, digits]) => [
      words,
      ...sizes.map(({ name }) => samples.cell(`${name} ${what}`, digits)),
    ]),
  };
}
