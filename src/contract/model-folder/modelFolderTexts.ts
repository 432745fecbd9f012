/**
 * What is said of each fault of a model's folder and of its zip. Data, so that the server's check and the upload
 * scripts' look at the zip before sending say the same. `{name}` is a slot, filled by `said`.
 */
export const modelFolderTexts = {
  controlCharacter:
    "{entry} has an invisible control character in its name. Rename it and zip the folder again.",
  driveLetter:
    "{entry} starts with a drive letter. Zip the folder itself, without keeping full paths " +
    "(in 7-Zip or WinZip, choose relative path names).",
  topOfDisk:
    "{entry} starts at the top of a disk instead of in a folder. " +
    "Go to where the folder to be zipped lies and zip it from there.",
  outside:
    '{entry} points outside the folder with "..". Move the file into the folder and zip that folder again.',
  backslash:
    "{entry} is written with backslashes (\\), which other systems do not read as folders. " +
    "Zip the folder again with Windows Explorer, 7-Zip or PowerShell 7.",
  emptyName: '{entry} has an empty folder name or "." in its path. Zip the folder again by its plain name.',
  symlink:
    "{entry} is a link to another file, not a file. Put a copy of the file itself in its place and zip the folder again.",
  noPlainFile:
    "{entry} is neither a file nor a folder (a device or a pipe). Remove it and zip the folder again.",
  deviceName:
    "{entry} uses a name that Windows keeps for itself (such as CON, AUX, NUL or COM1) and cannot unpack. " +
    "Rename it, and what refers to it, and zip the folder again.",
  trailingDot:
    "{entry} has a name that ends with a dot or a space, which Windows drops. Rename it and zip the folder again.",
  longPath:
    "{entry} has a path longer than {most} characters. Shorten the folder names and zip the folder again.",
  notOnWindows:
    '{entry} has a character in its name that Windows does not allow (< > : " | ? *). ' +
    "Rename it if people on Windows are to unpack the model.",

  tooManyEntries:
    "The zip holds more than {most} files and folders, the most for one upload. " +
    "Leave out files the model does not need, or write to support.",
  tooLarge:
    "The zip unpacks to {size} GiB, more than the {most} GiB one upload may hold; its largest file is {entry}. " +
    "Leave out files the model does not need, or write to support.",
  bomb:
    "{entry} and the rest of the zip would unpack to more than {most} times the zip's size, " +
    "which only a zip made to fill disks does. If the files are real, write to support before uploading again.",
  morePlural: "{more} more entries have the same problem as {entry}.",
  moreSingular: "1 more entry has the same problem as {entry}.",

  onlyCapitals:
    "{entry} and {other} differ only in capital letters, so on Windows one replaces the other. " +
    "Rename or remove one of them and zip the folder again.",
  twice: "{entry} is in the zip twice. Make a new zip of the folder instead of adding to an old one.",
  fileAndFolder:
    "{entry} is in the zip both as a file and as a folder. Rename one of them and make a new zip.",
  takenOver:
    "{entry} is taken over from the version you correct: " +
    "send it under the same name, or name it among the files that are to go.",

  noFiles: "The zip holds no files. Zip the folder {root} with the model in it.",
  contentsOnly:
    "The zip holds what should be inside the folder {root}, but not that folder. " +
    "Go one level up, and zip the folder itself instead of its contents.",
  tooDeep: "The folder {inner} lies inside another folder, {entry}. Zip {inner} itself.",
  misnamed: "The folder in the zip is named {entry}. Rename it to {root} and zip it again.",
  noRoot:
    "The zip has no folder {root}; at its top level it holds {names}{others}. " +
    "Put everything into one folder of that name and zip that folder.",
  noRootOthers: " and {more} more",
  beside:
    "{entry} lies beside the folder {other}. " +
    "Move it into that folder or leave it out, so that the zip holds that one folder only.",

  folderIsFile: "{entry} is a file, and must be a folder. Rename the file and make a folder of that name.",
  noEmptyFolder:
    "The folder {entry} is missing. It must be in the zip even when it is empty. Many programs leave an " +
    "empty folder out of the zip: put a small text file into it, such as readme.txt, and zip again.",
  noFolder: "The folder {entry} is missing. Make it, put the model's files into it, and zip again.",
  emptyFolder: "The folder {entry} holds no files. Put the model's files into it and zip again.",
  noCoverage:
    "The coverage geodatabase {entry} is missing. " +
    "Put the geodatabase of the area the model covers there, zipped or as it is, and zip again.",
  noCoverageButLike:
    "The coverage geodatabase {entry} is missing. Rename {other} if that is it, and zip again.",
  emptyCoverage:
    "The coverage geodatabase {entry} is an empty file. Zip the geodatabase anew and replace it.",
  coverageWithoutTables:
    "The coverage geodatabase {entry} is a folder without tables (files ending in .gdbtable directly in it). " +
    "Copy the whole geodatabase into place and zip again.",
  metadataElsewhere: "The metadata file lies at {entry}. Move it to {other} and zip again.",
  metadataRenamed:
    "The metadata file {entry} is missing; the folder holds {other}. If that is this record's " +
    "newest file, rename it to {metadata}; else download the metadata file again. Then zip again.",
  noMetadata:
    "The metadata file {entry} is missing. Download it from this record's upload instructions, " +
    "put it directly into that folder without renaming it, and zip again.",
  compressed:
    "{entry} is a compressed file inside the model's folder; its content cannot be listed or previewed. " +
    "Next time, unpack it and leave the compressed file out.",
} as const;

/** A sentence with its slots filled; every slot of it must be given. */
export function said(text: string, slots: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`Nothing fills {${name}} in: ${text}`);
    return String(value);
  });
}
