import { segmentsOf, type FolderEntry } from "./modelFolderEntry.ts";
import { fault, quoted, shortened, warning, type Finding } from "./modelFolderFinding.ts";
import type { FolderLimits } from "./modelFolderLimits.ts";

interface PathRule {
  isBroken(entry: FolderEntry, limits: FolderLimits): boolean;
  text(name: string, limits: FolderLimits): string;
}

const TYPE_BITS = 0o170000;
const PLAIN_TYPES = [0, 0o100000, 0o040000];
const SYMLINK = 0o120000;
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

const names = (entry: FolderEntry) => segmentsOf(entry.path);
const typeOf = (entry: FolderEntry) => (entry.mode ?? 0) & TYPE_BITS;

/** In this order: an entry is told of the first rule it breaks, since the others often follow from it. */
const RULES: PathRule[] = [
  {
    isBroken: (entry) => /\p{Cc}/u.test(entry.path),
    text: (name) =>
      `${name} has an invisible control character in its name. Rename it and zip the folder again.`,
  },
  {
    isBroken: (entry) => /^[A-Za-z]:/.test(entry.path),
    text: (name) =>
      `${name} starts with a drive letter. Zip the folder itself, without keeping full paths ` +
      "(in 7-Zip or WinZip, choose relative path names).",
  },
  {
    isBroken: (entry) => /^[/\\]/.test(entry.path),
    text: (name) =>
      `${name} starts at the top of a disk instead of in a folder. ` +
      "Go to where the folder to be zipped lies and zip it from there.",
  },
  {
    isBroken: (entry) => entry.path.split(/[/\\]/).includes(".."),
    text: (name) =>
      `${name} points outside the folder with "..". Move the file into the folder and zip that folder again.`,
  },
  {
    isBroken: (entry) => entry.path.includes("\\"),
    text: (name) =>
      `${name} is written with backslashes (\\), which other systems do not read as folders. ` +
      "Zip the folder again with Windows Explorer, 7-Zip or PowerShell 7.",
  },
  {
    isBroken: (entry) => names(entry).some((part) => part === "" || part === "."),
    text: (name) =>
      `${name} has an empty folder name or "." in its path. Zip the folder again by its plain name.`,
  },
  {
    isBroken: (entry) => typeOf(entry) === SYMLINK,
    text: (name) =>
      `${name} is a link to another file, not a file. Put a copy of the file itself in its place and zip the folder again.`,
  },
  {
    isBroken: (entry) => !PLAIN_TYPES.includes(typeOf(entry)),
    text: (name) =>
      `${name} is neither a file nor a folder (a device or a pipe). Remove it and zip the folder again.`,
  },
  {
    isBroken: (entry) => names(entry).some((part) => DEVICE_NAME.test(part)),
    text: (name) =>
      `${name} uses a name that Windows keeps for itself (such as CON, AUX, NUL or COM1) and cannot unpack. ` +
      "Rename it, and what refers to it, and zip the folder again.",
  },
  {
    isBroken: (entry) => names(entry).some((part) => /[. ]$/.test(part)),
    text: (name) =>
      `${name} has a name that ends with a dot or a space, which Windows drops. Rename it and zip the folder again.`,
  },
  {
    isBroken: (entry, limits) => entry.path.length > limits.pathLength,
    text: (name, limits) =>
      `${name} has a path longer than ${limits.pathLength} characters. Shorten the folder names and zip the folder again.`,
  },
];

const FORBIDDEN_ON_WINDOWS = /[<>:"|?*]/;

/** Faults of entries whose path or kind makes them unsafe or impossible to unpack; at most one for each entry. */
export function pathFaults(entries: FolderEntry[], limits: FolderLimits): Finding[] {
  const broken = new Map<PathRule, Finding[]>();
  for (const entry of entries) {
    const rule = RULES.find((candidate) => candidate.isBroken(entry, limits));
    if (!rule) continue;
    const found = broken.get(rule) ?? [];
    found.push(fault(rule.text(quoted(entry.path), limits), entry.path));
    broken.set(rule, found);
  }
  return RULES.flatMap((rule) => shortened(broken.get(rule) ?? []));
}

/** Warnings about names that macOS and Linux allow and Windows does not. */
export function pathWarnings(entries: FolderEntry[]): Finding[] {
  const found = entries.filter(
    (entry) => FORBIDDEN_ON_WINDOWS.test(entry.path) && !/^[A-Za-z]:/.test(entry.path),
  );
  const text = (name: string) =>
    `${name} has a character in its name that Windows does not allow (< > : " | ? *). ` +
    "Rename it if people on Windows are to unpack the model.";
  return shortened(found.map((entry) => warning(text(quoted(entry.path)), entry.path)));
}
