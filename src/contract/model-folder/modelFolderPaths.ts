import { segmentsOf, type FolderEntry } from "./modelFolderEntry.ts";
import { fault, quoted, shortened, warning, type Finding } from "./modelFolderFinding.ts";
import type { FolderLimits } from "./modelFolderLimits.ts";
import { modelFolderTexts as texts, said } from "./modelFolderTexts.ts";

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
