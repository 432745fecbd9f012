import { foldersOf, segmentsOf, type FolderEntry } from "./modelFolderEntry.ts";
import { fault, quoted, shortened, warning, type Finding } from "./modelFolderFinding.ts";
import { said, modelFolderTexts as texts } from "./modelFolderTexts.ts";

interface PathRule {
  isBroken(entry: FolderEntry, limits: FolderLimits): boolean;
  text: string;
}

const TYPE_BITS = 0o170000;
const PLAIN_TYPES = [0, 0o100000, 0o040000];
const SYMLINK = 0o120000;
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

const names = (entry: FolderEntry) => segmentsOf(entry.path);
const typeOf = (entry: FolderEntry) => (entry.mode ?? 0) & TYPE_BITS;

/** In this order: an entry is told of the first rule it breaks, since the others often follow from it. */
const RULES: PathRule[] = [
  { isBroken: (entry) => /\p{Cc}/u.test(entry.path), text: texts.controlCharacter },
  { isBroken: (entry) => /^[A-Za-z]:/.test(entry.path), text: texts.driveLetter },
  { isBroken: (entry) => /^[/\\]/.test(entry.path), text: texts.topOfDisk },
  { isBroken: (entry) => entry.path.split(/[/\\]/).includes(".."), text: texts.outside },
  { isBroken: (entry) => entry.path.includes("\\"), text: texts.backslash },
  { isBroken: (entry) => names(entry).some((part) => part === "" || part === "."), text: texts.emptyName },
  { isBroken: (entry) => typeOf(entry) === SYMLINK, text: texts.symlink },
  { isBroken: (entry) => !PLAIN_TYPES.includes(typeOf(entry)), text: texts.noPlainFile },
  { isBroken: (entry) => names(entry).some((part) => DEVICE_NAME.test(part)), text: texts.deviceName },
  { isBroken: (entry) => names(entry).some((part) => /[. ]$/.test(part)), text: texts.trailingDot },
  { isBroken: (entry, limits) => entry.path.length > limits.pathLength, text: texts.longPath },
];

const FORBIDDEN_ON_WINDOWS = /[<>:"|?*]/;

/** Faults of entries whose path or kind makes them unsafe or impossible to unpack; at most one for each entry. */
export function pathFaults(entries: FolderEntry[], limits: FolderLimits): Finding[] {
  const broken = new Map<PathRule, Finding[]>();
  for (const entry of entries) {
    const rule = RULES.find((candidate) => candidate.isBroken(entry, limits));
    if (!rule) continue;
    const found = broken.get(rule) ?? [];
    const slots = { entry: quoted(entry.path), most: limits.pathLength };
    found.push(fault(said(rule.text, slots), entry.path));
    broken.set(rule, found);
  }
  return RULES.flatMap((rule) => shortened(broken.get(rule) ?? []));
}

/** Warnings about names that macOS and Linux allow and Windows does not. */
export function pathWarnings(entries: FolderEntry[]): Finding[] {
  const found = entries.filter(
    (entry) => FORBIDDEN_ON_WINDOWS.test(entry.path) && !/^[A-Za-z]:/.test(entry.path),
  );
  const text = (path: string) => said(texts.notOnWindows, { entry: quoted(path) });
  return shortened(found.map(({ path }) => warning(text(path), path)));
}

/** What one upload may unpack to. Wide enough for the largest models delivered, and a stop for zips made to do harm. */
export interface FolderLimits {
  /** Files and folders in the zip, folders that are only part of a path included. */
  entries: number;
  /** Bytes of all files, unpacked. */
  totalSize: number;
  /** Unpacked bytes per zipped byte, over the whole zip. */
  ratio: number;
  /** Zips that unpack to less than this many bytes are never refused for their ratio: they do no harm. */
  ratioFrom: number;
  /** Characters of a path. The store takes 1,024, and the upload's own folder stands before the path. */
  pathLength: number;
}

const GIB = 1024 ** 3;

export const DEFAULT_LIMITS: FolderLimits = {
  entries: 100_000,
  totalSize: 1024 * GIB,
  ratio: 200,
  ratioFrom: GIB,
  pathLength: 900,
};

/** Faults of a zip that lists too much or unpacks to too much, found before a byte is unpacked. */
export function limitFaults(entries: FolderEntry[], limits: FolderLimits): Finding[] {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  const compressed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  const faults: Finding[] = [];
  if (hasTooManyEntries(entries, limits)) faults.push(tooManyEntries(limits.entries));
  if (size > limits.totalSize) {
    const slots = { size: inGib(size), most: inGib(limits.totalSize), entry: quoted(largest(entries).path) };
    faults.push(fault(said(texts.tooLarge, slots), largest(entries).path));
  }
  if (size > limits.ratioFrom && size > limits.ratio * compressed) {
    const slots = { most: limits.ratio, entry: quoted(largest(entries).path) };
    faults.push(fault(said(texts.bomb, slots), largest(entries).path));
  }
  return faults;
}

/** Whether the zip holds more files and folders than one upload may; then nothing else of it needs a look. */
export function hasTooManyEntries(entries: FolderEntry[], limits: FolderLimits): boolean {
  const files = entries.filter(({ isDirectory }) => !isDirectory).length;
  return entries.length > limits.entries || files + foldersOf(entries, limits.entries).size > limits.entries;
}

/** The fault of a zip with more files and folders than one upload may hold. */
export function tooManyEntries(most: number): Finding {
  return fault(said(texts.tooManyEntries, { most }));
}

const inGib = (bytes: number) => Math.max(1, Math.round(bytes / GIB));

const largest = (entries: FolderEntry[]) => entries.reduce((a, b) => (b.size > a.size ? b : a));
