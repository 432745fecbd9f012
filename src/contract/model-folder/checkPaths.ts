import { listFolders, splitPath, type FolderEntry } from "./folderEntries.ts";
import { createError, quoteName, limitPerRule, createWarning, type Diagnostic } from "./diagnostic.ts";
import { formatMessage, modelFolderMessages } from "./modelFolderMessages.ts";

interface PathRule {
  isBroken(entry: FolderEntry, limits: FolderLimits): boolean;
  text: string;
}

const TYPE_BITS = 0o170000;
const PLAIN_TYPES = [0, 0o100000, 0o040000];
const SYMLINK = 0o120000;
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

const splitEntryPath = (entry: FolderEntry) => splitPath(entry.path);
const getFileType = (entry: FolderEntry) => (entry.mode ?? 0) & TYPE_BITS;

/** Only the first broken rule of an entry is reported: later rules often fail for the same reason. */
const PATH_RULES: PathRule[] = [
  { isBroken: (entry) => /\p{Cc}/u.test(entry.path), text: modelFolderMessages.controlCharacter },
  { isBroken: (entry) => /^[A-Za-z]:/.test(entry.path), text: modelFolderMessages.driveLetter },
  { isBroken: (entry) => /^[/\\]/.test(entry.path), text: modelFolderMessages.topOfDisk },
  { isBroken: (entry) => entry.path.split(/[/\\]/).includes(".."), text: modelFolderMessages.outside },
  { isBroken: (entry) => entry.path.includes("\\"), text: modelFolderMessages.backslash },
  {
    isBroken: (entry) => splitEntryPath(entry).some((part) => part === "" || part === "."),
    text: modelFolderMessages.emptyName,
  },
  { isBroken: (entry) => getFileType(entry) === SYMLINK, text: modelFolderMessages.symlink },
  { isBroken: (entry) => !PLAIN_TYPES.includes(getFileType(entry)), text: modelFolderMessages.noPlainFile },
  {
    isBroken: (entry) => splitEntryPath(entry).some((part) => DEVICE_NAME.test(part)),
    text: modelFolderMessages.deviceName,
  },
  {
    isBroken: (entry) => splitEntryPath(entry).some((part) => /[. ]$/.test(part)),
    text: modelFolderMessages.trailingDot,
  },
  {
    isBroken: (entry, limits) => entry.path.length > limits.maxPathLength,
    text: modelFolderMessages.longPath,
  },
];

const FORBIDDEN_ON_WINDOWS = /[<>:"|?*]/;

export function checkUnsafePaths(entries: FolderEntry[], limits: FolderLimits): Diagnostic[] {
  const errorsByRule = new Map<PathRule, Diagnostic[]>();
  for (const entry of entries) {
    const rule = PATH_RULES.find((candidate) => candidate.isBroken(entry, limits));
    if (!rule) continue;
    const errors = errorsByRule.get(rule) ?? [];
    const values = { entry: quoteName(entry.path), most: limits.maxPathLength };
    errors.push(createError(formatMessage(rule.text, values), entry.path));
    errorsByRule.set(rule, errors);
  }
  return PATH_RULES.flatMap((rule) => limitPerRule(errorsByRule.get(rule) ?? []));
}

/** Windows programs open paths of up to 259 characters, and the model is unpacked in some folder. */
const MAX_WINDOWS_PATH_LENGTH = 240;

/** Names that Windows cannot unpack or open; the portal itself can. */
export function checkWindowsNames(entries: FolderEntry[], limits: FolderLimits): Diagnostic[] {
  const warn = (affected: FolderEntry[], text: string) =>
    limitPerRule(
      affected.map(({ path }) =>
        createWarning(formatMessage(text, { entry: quoteName(path), most: MAX_WINDOWS_PATH_LENGTH }), path),
      ),
    );
  const isForbidden = ({ path }: FolderEntry) => FORBIDDEN_ON_WINDOWS.test(path) && !/^[A-Za-z]:/.test(path);
  const isLong = ({ path }: FolderEntry) =>
    path.length > MAX_WINDOWS_PATH_LENGTH && path.length <= limits.maxPathLength;
  return [
    ...warn(entries.filter(isForbidden), modelFolderMessages.notOnWindows),
    ...warn(entries.filter(isLong), modelFolderMessages.longOnWindows),
  ];
}

/** Wide enough for the largest real models, but stops zip bombs. */
export interface FolderLimits {
  /** Counts files and folders, also folders that only appear in paths. */
  maxEntries: number;
  maxTotalBytes: number;
  maxRatio: number;
  /** The ratio is checked only above this unpacked size: smaller zips do no harm. */
  ratioCheckMinBytes: number;
  /** In characters. The blob store allows 1,024, including the upload's folder. */
  maxPathLength: number;
}

const GIB = 1024 ** 3;

export const DEFAULT_FOLDER_LIMITS: FolderLimits = {
  maxEntries: 100_000,
  maxTotalBytes: 1024 * GIB,
  maxRatio: 200,
  ratioCheckMinBytes: 64 * 1024 ** 2,
  maxPathLength: 900,
};

export function checkLimits(entries: FolderEntry[], limits: FolderLimits): Diagnostic[] {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  const compressed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  const errors: Diagnostic[] = [];
  if (hasTooManyEntries(entries, limits)) errors.push(createTooManyEntriesError(limits.maxEntries));
  if (size > limits.maxTotalBytes) {
    const values = {
      size: toGib(size),
      most: toGib(limits.maxTotalBytes),
      entry: quoteName(findLargest(entries).path),
    };
    errors.push(createError(formatMessage(modelFolderMessages.tooLarge, values), findLargest(entries).path));
  }
  if (size > limits.ratioCheckMinBytes && size > limits.maxRatio * compressed) {
    const values = { most: limits.maxRatio, entry: quoteName(findLargest(entries).path) };
    errors.push(createError(formatMessage(modelFolderMessages.bomb, values), findLargest(entries).path));
  }
  return errors;
}

export function hasTooManyEntries(entries: FolderEntry[], limits: FolderLimits): boolean {
  const files = entries.filter(({ isDirectory }) => !isDirectory).length;
  return (
    entries.length > limits.maxEntries ||
    files + listFolders(entries, limits.maxEntries).size > limits.maxEntries
  );
}

export function createTooManyEntriesError(maxEntries: number): Diagnostic {
  return createError(formatMessage(modelFolderMessages.tooManyEntries, { most: maxEntries }));
}

const toGib = (bytes: number) => Math.max(1, Math.round(bytes / GIB));

const findLargest = (entries: FolderEntry[]) => entries.reduce((a, b) => (b.size > a.size ? b : a));
