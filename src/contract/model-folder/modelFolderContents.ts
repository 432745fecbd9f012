import { coverageName, metadataFileName, REQUIRED_FOLDERS } from "./modelFolder.ts";
import {
  childrenOf,
  folded,
  foldersOf,
  parentOf,
  type FolderChild,
  type FolderEntry,
} from "./modelFolderEntry.ts";
import { fault, quoted, shortened, warning, type Finding } from "./modelFolderFinding.ts";
import { modelFolderTexts, said, modelFolderTexts as texts } from "./modelFolderTexts.ts";

type Children = Map<string, FolderChild>;

/** Faults of what the model's folder must hold: its folders, the coverage geodatabase and the record's metadata. */
export function contentFaults(
  entries: FolderEntry[],
  base: string,
  expected: { identifier: string; recordId: string },
): Finding[] {
  const children = childrenOf(entries, base);
  const faults = [
    ...REQUIRED_FOLDERS.map((folder) => folderFault(children, base, folder)),
    coverageFault(entries, children, base, coverageName(expected.identifier)),
    metadataFault(entries, children, base, metadataFileName(expected.recordId)),
  ];
  return faults.filter((found) => found !== undefined);
}

function folderFault(
  children: Children,
  base: string,
  folder: (typeof REQUIRED_FOLDERS)[number],
): Finding | undefined {
  const path = base + folder.name;
  const found = children.get(folded(folder.name));
  const told = (text: string) => fault(said(text, { entry: quoted(path) }), path);
  if (found && !found.isFolder) return told(texts.folderIsFile);
  if (!found) return told(folder.mayBeEmpty ? texts.noEmptyFolder : texts.noFolder);
  return found.files > 0 || folder.mayBeEmpty ? undefined : told(texts.emptyFolder);
}

function coverageFault(
  entries: FolderEntry[],
  children: Children,
  base: string,
  name: string,
): Finding | undefined {
  const forms = [name, `${name}.zip`].flatMap((form) => children.get(folded(form)) ?? []);
  const faults = forms.map((form) => faultOfCoverage(entries, base + form.name, form));
  if (forms.length > 0) return faults.includes(undefined) ? undefined : faults[0];
  const like = [...children.values()].find((child) => /coverage|\.gdb(\.zip)?$/i.test(child.name));
  const slots = { entry: quoted(base + name), ...(like && { other: quoted(base + like.name) }) };
  return fault(said(like ? texts.noCoverageButLike : texts.noCoverage, slots), base + name);
}

function faultOfCoverage(
  entries: FolderEntry[],
  path: string,
  { isFolder, size }: FolderChild,
): Finding | undefined {
  const told = (text: string) => fault(said(text, { entry: quoted(path) }), path);
  if (!isFolder) return size === 0 ? told(texts.emptyCoverage) : undefined;
  const hasTables = [...childrenOf(entries, `${path}/`).values()].some((child) =>
    /\.gdbtable$/i.test(child.name),
  );
  return hasTables ? undefined : told(texts.coverageWithoutTables);
}

function metadataFault(
  entries: FolderEntry[],
  children: Children,
  base: string,
  name: string,
): Finding | undefined {
  const path = base + name;
  const found = children.get(folded(name));
  if (found && !found.isFolder) return undefined;
  const elsewhere = entries.find(
    (entry) => !entry.isDirectory && folded(entry.path).split("/").at(-1) === folded(name),
  );
  const alike = [...children.values()].find((child) => /^metadata.*\.ya?ml/i.test(child.name));
  if (elsewhere)
    return fault(
      said(texts.metadataElsewhere, { entry: quoted(elsewhere.path), other: quoted(path) }),
      elsewhere.path,
    );
  const slots = {
    entry: quoted(path),
    metadata: quoted(name),
    ...(alike && { other: quoted(alike.name) }),
  };
  return fault(said(alike ? texts.metadataRenamed : texts.noMetadata, slots), path);
}

/** Endings of compressed files. */
const COMPRESSED_ENDINGS = "zip zipx 7z rar gz tgz bz2 tbz tbz2 xz txz zst lz4 lzma z cab".split(" ");

const COMPRESSED = new RegExp(`\\.(${COMPRESSED_ENDINGS.join("|")})$`, "i");

/** Warnings about compressed files in the model's folder; the coverage geodatabase may be zipped. */
export function archiveWarnings(entries: FolderEntry[], base: string, identifier: string): Finding[] {
  const coverage = folded(base + coverageName(identifier));
  const isCoverage = (path: string) => [coverage, `${coverage}.zip`].includes(folded(path));
  const found = entries.filter(
    ({ path, isDirectory }) => !isDirectory && COMPRESSED.test(path) && !isCoverage(path),
  );
  const text = (path: string) => said(modelFolderTexts.compressed, { entry: quoted(path) });
  return shortened(found.map(({ path }) => warning(text(path), path)));
}

/**
 * Faults of entries that would overwrite one another when unpacked: the same file twice, a file where a folder is,
 * and names in one folder that differ only in capitals.
 */
export function duplicateFaults(entries: FolderEntry[]): Finding[] {
  const files = entries.filter(({ isDirectory }) => !isDirectory).map(({ path }) => ({ path, isFile: true }));
  const folders = [...foldersOf(entries)].map((path) => ({ path, isFile: false }));
  const seen = new Map<string, { path: string; isFile: boolean }>();
  const faults = new Map<string, Finding>();
  for (const node of [...folders, ...files]) {
    const parent = parentOf(node.path);
    const key = parent + folded(node.path.slice(parent.length));
    const first = seen.get(key);
    if (first) faults.set(node.path, fault(clash(first, node), node.path));
    else seen.set(key, node);
  }
  return shortened([...faults.values()]);
}

function clash(first: { path: string; isFile: boolean }, second: { path: string }): string {
  const slots = { entry: quoted(second.path), other: quoted(first.path) };
  if (first.path !== second.path) return said(texts.onlyCapitals, slots);
  return said(first.isFile ? texts.twice : texts.fileAndFolder, slots);
}
