import type { ZipFile } from "yauzl";
import { fault, type Finding } from "../../contract/modelFolderFinding.ts";
import type { BufferedAccess } from "./bufferedAccess.ts";

const LOCAL_HEADER = "504b0304";
const LISTED_ENTRY = "504b0102";
const SPANNED = "504b0708";
const FOUR_GIB = 4 * 1024 ** 3;

const OTHER_ARCHIVES: [start: string, name: string][] = [
  ["377abcaf271c", "a 7-Zip archive"],
  ["526172211a07", "a RAR archive"],
  ["1f8b", "a gzip archive"],
  ["425a68", "a bzip2 archive"],
  ["fd377a585a00", "an xz archive"],
];

const AGAIN = "Zip the folder again, check that the zip opens on your computer, and upload it again.";
const FINDER =
  " If it was made with Compress in the Mac's Finder, use the command zip -r instead: " +
  "the Finder writes faulty zips above 4 GB.";

/** Why the list of a zip's entries could not be read, told from the error and from the first bytes of the file. */
export async function faultOfShape(access: BufferedAccess, error: unknown): Promise<Finding> {
  const reason = error instanceof Error ? error.message : "";
  if (access.size === 0)
    return fault("The uploaded file is empty (0 bytes). Zip the folder and upload it again.");
  const start = (await access.bytes(0, Math.min(8, access.size))).toString("hex");
  const other = OTHER_ARCHIVES.find(([magic]) => start.startsWith(magic));
  if (other)
    return fault(
      `The uploaded file is ${other[1]}, not a zip, whatever its name says. Make a zip of the folder.`,
    );
  if (reason.startsWith("strong encryption"))
    return fault("The zip is encrypted as a whole. Make a zip of the folder without a password.");
  if (reason.startsWith("multi-disk") || start.startsWith(SPANNED))
    return fault("The zip is one part of a zip split into several. Make a single zip of the folder.");
  if (!reason.startsWith("End of central directory")) return fault(damagedList(access.size));
  if (start.startsWith(LOCAL_HEADER))
    return fault(`The zip is cut off: its end, which lists what it holds, is missing. ${AGAIN}`);
  return fault(
    "The uploaded file is not a zip. Make a zip of the folder; renaming another file to .zip is not enough.",
  );
}

/** A fault when more entries follow where the zip says its list ends: read as it says, files would be lost silently. */
export async function hasUnlistedEntries(zip: ZipFile, access: BufferedAccess): Promise<Finding[]> {
  // Declared a boolean by its type package; it is the place after the last entry read.
  const end = Number(zip.readEntryCursor);
  if (end + 4 > access.size) return [];
  const next = (await access.bytes(end, 4)).toString("hex");
  return next === LISTED_ENTRY
    ? [fault(`The zip holds more files than it says.${access.size > FOUR_GIB ? FINDER : ""} ${AGAIN}`)]
    : [];
}

const damagedList = (size: number) =>
  `The zip is damaged: the list of what it holds cannot be read. ${AGAIN}${size > FOUR_GIB ? FINDER : ""}`;
