/** Server, portal and upload scripts share these messages. `formatMessage` fills in the `{slots}`. */
export const modelFolderMessages = {
  controlCharacter:
    "{entry} has an invisible control character in its name. Rename it. Then zip the folder again.",
  driveLetter:
    "{entry} starts with a drive letter. Zip the folder itself, without keeping full paths " +
    "(in 7-Zip or WinZip, choose relative path names).",
  topOfDisk:
    "{entry} starts at the root of a disk instead of in a folder. " +
    "Go to the folder that contains the model folder and zip the model folder from there.",
  outside:
    'The path {entry} leads out of the folder with "..". Move the file into the folder. Then zip the folder again.',
  backslash:
    "{entry} is written with backslashes (\\), which other systems do not read as folders. " +
    "Zip the folder again with Windows Explorer, 7-Zip or PowerShell 7.",
  emptyName:
    '{entry} has an empty folder name or "." in its path. Select the folder itself. Then zip it again.',
  symlink:
    "{entry} is a link to another file, not a file. Replace the link with a copy of the file. Then zip the folder again.",
  noPlainFile:
    "{entry} is neither a file nor a folder (a device or a pipe). Remove it. Then zip the folder again.",
  deviceName:
    "{entry} uses a name that Windows reserves (such as CON, AUX, NUL or COM1) and cannot unpack. " +
    "Rename this file or folder and update all references to it. Then zip the folder again.",
  trailingDot:
    "{entry} has a name that ends with a dot or a space, which Windows drops. Rename it. Then zip the folder again.",
  longPath:
    "{entry} has a path longer than {most} characters. Shorten the folder names. Then zip the folder again.",
  notOnWindows:
    '{entry} has a character in its name that Windows does not allow (< > : " | ? *). ' +
    "Rename this file or folder so that the model can be unpacked on Windows.",

  longOnWindows:
    "{entry} has a path longer than {most} characters, which many Windows programs cannot open. " +
    "Shorten the folder names if the model can be changed.",

  tooManyEntries:
    "The zip holds more than {most} files and folders, the limit for one upload. " +
    "Leave out files the model does not need, or contact support.",
  tooLarge:
    "The zip unpacks to {size} GiB, more than the limit of {most} GiB for one upload. Its largest file is {entry}. " +
    "Leave out files the model does not need, or contact support.",
  bomb:
    "{entry} and the rest of the zip would unpack to more than {most} times the zip's size, " +
    "which is not safe. If the files are real, contact support before you upload again.",
  morePlural: "{more} more entries have the same problem as {entry}.",
  moreSingular: "1 more entry has the same problem as {entry}.",

  onlyCapitals:
    "{entry} and {other} differ only in upper/lower case, so on Windows one replaces the other. " +
    "Rename or remove one of them. Then zip the folder again.",
  twice:
    "{entry} is in the zip twice, perhaps with accents in two encodings. " +
    "Make a new zip of the folder instead of adding to an old one.",
  fileAndFolder:
    "{entry} is in the zip both as a file and as a folder. Rename one of them and make a new zip.",
  takenOver:
    "{entry} is kept from the version you are correcting. " +
    "To replace it, put a file at exactly this path into the zip. " +
    'To delete it, choose it under "Delete from" in this record\'s upload instructions.',

  noFiles: "The zip holds no files. Zip the folder {root} with the model in it.",
  contentsOnly:
    "The zip holds what should be inside the folder {root}, but not that folder. " +
    "Go one level up, and zip the folder itself instead of its contents.",
  tooDeep: "The folder {inner} is inside another folder, {entry}. Zip the inner folder {inner} itself.",
  misnamedTooDeep:
    "The model is in the folder {inner}, inside another folder. Rename {inner} to {root} and zip that inner folder itself.",
  misnamed: "The folder in the zip is named {entry}. Rename it to {root}. Then zip it again.",
  noRoot:
    "The zip has no folder {root}; at its top level it holds {names}{others}. " +
    "Put everything into one folder of that name and zip that folder.",
  noRootOthers: " and {more} more",
  beside:
    "{entry} is next to the model folder {other}. " +
    "Move it into that folder or leave it out. The zip must contain only the model folder.",

  folderIsFile:
    "{entry} is a file but must be a folder. Rename the file and create a folder with that name. Then zip again.",
  noEmptyFolder:
    "The folder {entry} is missing. It must be in the zip even when it is empty. Many programs leave an " +
    "empty folder out of the zip: put a small text file into it, such as readme.txt. Then zip again.",
  noFolder: "The folder {entry} is missing. Make it and put the model's files into it. Then zip again.",
  emptyFolder: "The folder {entry} holds no files. Put the model's files into it. Then zip again.",
  noCoverage:
    "The coverage geodatabase {entry} is missing. " +
    "Put the geodatabase of the area the model covers there, zipped or as a folder. Then zip again.",
  noCoverageButLike:
    "The coverage geodatabase {entry} is missing. Rename {other} if that is it. Then zip again.",
  emptyCoverage:
    "The coverage geodatabase {entry} is an empty file. Zip the geodatabase again and replace the file.",
  coverageWithoutTables:
    "The coverage geodatabase {entry} is a folder without tables (files ending in .gdbtable directly in it). " +
    "Copy the whole geodatabase into place. Then zip again.",
  metadataElsewhere: "The metadata file is at {entry}. Move it to {other}. Then zip again.",
  metadataRenamed:
    "The metadata file {entry} is missing; the folder holds {other}. If that is this record's " +
    "newest file, rename it to {metadata}. Otherwise, download the metadata file again. Then zip again.",
  noMetadata:
    "The metadata file {entry} is missing. Download it from this record's upload instructions " +
    "and put it directly into the model folder without renaming it. Then zip again.",
  compressed:
    "{entry} is a compressed file inside the model's folder; its content cannot be listed or previewed. " +
    "Next time, unpack this compressed file and leave it out of the zip.",
} as const;

const FOLDER_WORDING: [zipWording: RegExp, folderWording: string][] = [
  [/ Then zip (?:again|it again|the folder again)\./g, ""],
  [/ Zip the folder again with .*$/, " Rename it."],
  [/ Zip (the folder .*with the model in it|the inner folder )/, " Choose $1"],
  [/\bzip (that (?:inner )?folder|the folder itself)/, "choose $1"],
  [/The folder in the zip is named/, "The folder is named"],
  [/^The zip (holds|has|unpacks to)\b/, "The folder $1"],
  [/ The zip must contain only .*$/, ""],
  [/ It must be in the zip even when it is empty\. .*readme\.txt\./, " Create it. It may be empty."],
];

/** A folder on the computer is not zipped yet, so nothing is zipped again. */
export const toFolderWording = (text: string): string =>
  FOLDER_WORDING.reduce((worded, [pattern, wording]) => worded.replace(pattern, wording), text);

export function formatMessage(text: string, slots: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`No value for {${name}} in: ${text}`);
    return String(value);
  });
}
