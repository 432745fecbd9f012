import type { Samples } from "./samples.ts";
import type { Table } from "./table.ts";
import type { NamedSize } from "./uploadPart.ts";

/** The most that the server's memory may grow by, in MB. */
const MOST_GROWTH = 300;

/** Sending to the same kind of store with each client; `isSame` where all of a size were given the same zip. */
export function sendersTable(samples: Samples, sizes: NamedSize[], isSame: boolean): Table {
  const cell = (name: string) => samples.cell(name, 1);
  return {
    title: "Sending a zip, in seconds (and MB/s)",
    note: `Each client sends ${isSame ? "the same zip" : "a zip of the same size and layout"} to a new server of its own. The script has the end of the zip checked first, hashes the zip while it sends, and reports it afterwards, all of which is in its time; its blocks of 16 MiB are never sent twice. curl sends one request, rclone its default.`,
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
    ["MB of its files, unpacked", "unpacked", 0],
    ["Extracting, s", "extract", 1],
    ["Extracting, unpacked MB/s", "extract rate", 0],
    ["unzip to disk, s", "unzip", 1],
    ["Cataloguing, s", "catalogue", 1],
    ["Memory of the idle server, MB", "idle", 0],
    ["Most memory over idle, MB", "grown", 0],
  ];
  return {
    title: "Processing an upload",
    note: "From the stages of the receipt. The time for unzip ends when all is on the disk (sync), as it is for extraction, which hashes every file too. In the zips up to 2 GB every second file is text that is deflated, so that unpacking is work, and the others are stored as they are. In the largest nothing is deflated: it holds zeros after the start of each file, which are holes on the sender's disk only.",
    columns: ["", ...sizes.map(({ name }) => name)],
    rows: [
      ...rows.map(([words, what, digits]) => [
        words,
        ...sizes.map(({ name }) => samples.cell(`${name} ${what}`, digits)),
      ]),
      [
        `Memory over idle below ${MOST_GROWTH} MB in every run`,
        ...sizes.map(({ name }) => yesOrNo(samples.all()[`${name} grown`])),
      ],
    ],
  };
}

const yesOrNo = (grown: number[] = []) => {
  if (grown.length === 0) return "–";
  return grown.every((megabytes) => megabytes < MOST_GROWTH) ? "yes" : "no";
};
