import type { FolderEntry } from "./modelFolderEntry.ts";
import { fault, quoted, type Finding } from "./modelFolderFinding.ts";
import { modelFolderTexts as texts, said } from "./modelFolderTexts.ts";
import { foldersOf } from "./modelFolderTree.ts";

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
