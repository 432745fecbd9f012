const ZIP_AGAIN = "Zip the folder again, check that the zip opens on your computer, and upload it again.";
const USE_ZIP_COMMAND =
  " If it was made with Compress in the Mac's Finder, use the command zip -r instead: " +
  "the Finder writes damaged zips above 4 GB.";
const DOWNLOAD_METADATA_AGAIN =
  "Download the metadata file from this record's upload instructions and put it into the root folder unchanged. Then zip again.";

/** Above this size, the macOS Finder writes damaged zips. */
export const MAX_FINDER_ZIP_BYTES = 4 * 1024 ** 3;

export const OTHER_ARCHIVE_SIGNATURES: readonly [start: string, name: string][] = [
  ["377abcaf271c", "a 7-Zip archive"],
  ["526172211a07", "a RAR archive"],
  ["1f8b", "a gzip archive"],
  ["425a68", "a bzip2 archive"],
  ["fd377a585a00", "an xz archive"],
];

export const COMPRESSION_METHOD_NAMES: Readonly<Record<number, string>> = {
  12: "BZIP2",
  14: "LZMA",
  93: "Zstandard",
  95: "XZ",
  98: "PPMd",
};

export const MAX_METADATA_BYTES = 1024 * 1024;

export const modelZipMessages = {
  empty: "The file is empty (0 bytes). Zip the folder and upload it again.",
  otherArchive: "The file is {kind}, not a zip, whatever its name says. Make a zip of the folder.",
  split: "This zip file is one part of a split zip. Make a single zip of the model folder.",
  cutOff: `The zip is cut off: its end, which lists what it holds, is missing. ${ZIP_AGAIN}`,
  noZip: "The file is not a zip. Make a zip of the folder; renaming another file to .zip is not enough.",
  damaged: `The zip is damaged: the list of what it holds cannot be read. ${ZIP_AGAIN}`,
  damagedLarge: `The zip is damaged: the list of what it holds cannot be read. ${ZIP_AGAIN}${USE_ZIP_COMMAND}`,
  unlisted: `The zip holds more files than it lists. ${ZIP_AGAIN}`,
  unlistedLarge: `The zip holds more files than it lists.${USE_ZIP_COMMAND} ${ZIP_AGAIN}`,
  madeByFinder:
    "The zip is larger than 4 GB, but its list of files counts only up to 4 GB, as zips made with Compress in the " +
    "Mac's Finder do. Make the zip with the command zip -r instead, and upload that.",
  encryptedAsWhole: "The zip is encrypted as a whole. Make a zip of the folder without a password.",
  damagedMember: "The zip is damaged: {entry} {problem}. Zip the folder again and upload the new zip.",
  longerMember:
    "The zip is damaged: {entry} is longer than the zip says. Zip the folder again and upload the new zip. " +
    "If the file is larger than 4 GB and the zip was made with Compress in the Mac's Finder, use the command zip -r instead.",
  encrypted: "{entry} is protected by a password. Make a zip of the folder without a password.",
  deflate64:
    "{entry} is compressed with Deflate64, which the portal cannot read. Windows Explorer uses it for files over 2 GB. " +
    "Zip the folder with 7-Zip (archive format zip, compression method Deflate) or with the command tar -a -c -f.",
  otherMethod:
    "{entry} is compressed with {method}, which the portal cannot read. Zip the folder again with the method Deflate.",
  metadataTooLarge: `{entry} is larger than 1 MB, so it is not a metadata file from this portal. ${DOWNLOAD_METADATA_AGAIN}`,
  metadataUnreadable: "{entry} could not be read: {reason}. Then zip again.",
  noAttributes: `{entry} has no "global_attributes", which every metadata file from this portal has. ${DOWNLOAD_METADATA_AGAIN}`,
  noRecordNamed: `{entry} does not name the record it belongs to ("{attribute}" is empty). ${DOWNLOAD_METADATA_AGAIN}`,
  stale:
    "{entry} is older than the record: {field} is {inFile} in the file and {inRecord} in the record. The record's value is used. " +
    "Download the file again before your next upload.",
  otherRecord: `{entry} belongs to record {other}, not to this one, {record}. ${DOWNLOAD_METADATA_AGAIN}`,
} as const;
