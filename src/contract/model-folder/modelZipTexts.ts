const AGAIN = "Zip the folder again, check that the zip opens on your computer, and upload it again.";
const FINDER =
  " If it was made with Compress in the Mac's Finder, use the command zip -r instead: " +
  "the Finder writes faulty zips above 4 GB.";
const DOWNLOAD =
  "Download it from this record's upload instructions, put it into the root folder as it is, and zip again.";

/** From this size on, the Mac's Finder writes zips that cannot be read. */
export const FINDER_LIMIT = 4 * 1024 ** 3;

/** Files that people take for a zip: the first bytes in hexadecimal, and what they are. */
export const OTHER_ARCHIVES: readonly [start: string, name: string][] = [
  ["377abcaf271c", "a 7-Zip archive"],
  ["526172211a07", "a RAR archive"],
  ["1f8b", "a gzip archive"],
  ["425a68", "a bzip2 archive"],
  ["fd377a585a00", "an xz archive"],
];

/** How zip programs call the ways of compressing that are not read here, by their number in the zip. */
export const METHOD_NAMES: Readonly<Record<number, string>> = {
  12: "BZIP2",
  14: "LZMA",
  93: "Zstandard",
  95: "XZ",
  98: "PPMd",
};

/** No metadata file of the portal is larger, in bytes. */
export const MOST_METADATA = 1024 * 1024;

/** What is said of a zip that cannot be read, and of the metadata file inside one; `{name}` is a slot. */
export const modelZipTexts = {
  empty: "The uploaded file is empty (0 bytes). Zip the folder and upload it again.",
  otherArchive: "The uploaded file is {kind}, not a zip, whatever its name says. Make a zip of the folder.",
  split: "The zip is one part of a zip split into several. Make a single zip of the folder.",
  cutOff: `The zip is cut off: its end, which lists what it holds, is missing. ${AGAIN}`,
  noZip:
    "The uploaded file is not a zip. Make a zip of the folder; renaming another file to .zip is not enough.",
  damaged: `The zip is damaged: the list of what it holds cannot be read. ${AGAIN}`,
  damagedLarge: `The zip is damaged: the list of what it holds cannot be read. ${AGAIN}${FINDER}`,
  unlisted: `The zip holds more files than it says. ${AGAIN}`,
  unlistedLarge: `The zip holds more files than it says.${FINDER} ${AGAIN}`,
  encrypted: "{entry} is protected by a password. Make a zip of the folder without a password.",
  deflate64:
    "{entry} is compressed with Deflate64, as Windows Explorer does with files over 2 GB; it cannot be read here. " +
    "Zip the folder with 7-Zip (archive format zip, compression method Deflate) or with the command tar -a -c -f.",
  otherMethod:
    "{entry} is compressed with {method}, which cannot be read here. Zip the folder again with the method Deflate.",
  metadataTooLarge: `{entry} is larger than 1 MB, so it is no metadata file of this portal. ${DOWNLOAD}`,
  noAttributes: `{entry} has no "global_attributes", which every metadata file of this portal has. ${DOWNLOAD}`,
  noRecordNamed: `{entry} does not say which record it belongs to ("{attribute}" names none). ${DOWNLOAD}`,
  stale:
    "{entry} is not as new as the record: {field} is {inFile} in the file and {inRecord} in the record, which counts. " +
    "Download the file again before you zip the next time.",
  otherRecord: `{entry} belongs to record {other}, not to this one, {record}. ${DOWNLOAD}`,
} as const;
