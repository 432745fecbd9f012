import { coverageGeodatabaseName, metadataFileName, REQUIRED_FOLDERS } from "./modelFolderNames.ts";
import {
  listChildren,
  caseFold,
  getFileName,
  listFolders,
  getParentPath,
  type FolderChild,
  type FolderEntry,
} from "./folderEntries.ts";
import { createError, quoteName, limitPerRule, createWarning, type Diagnostic } from "./diagnostic.ts";
import { formatMessage, modelFolderMessages } from "./modelFolderMessages.ts";

type Children = Map<string, FolderChild>;

export function checkFolderContents(
  entries: FolderEntry[],
  basePath: string,
  expected: { identifier: string; recordId: string },
): Diagnostic[] {
  const children = listChildren(entries, basePath);
  const errors = [
    ...REQUIRED_FOLDERS.map((folder) => checkRequiredFolder(children, basePath, folder)),
    checkCoverage(entries, children, basePath, coverageGeodatabaseName(expected.identifier)),
    checkMetadataFile(entries, children, basePath, metadataFileName(expected.recordId)),
  ];
  return errors.filter((error) => error !== undefined);
}

function checkRequiredFolder(
  children: Children,
  basePath: string,
  folder: (typeof REQUIRED_FOLDERS)[number],
): Diagnostic | undefined {
  const path = basePath + folder.name;
  const child = children.get(caseFold(folder.name));
  const toError = (text: string) => createError(formatMessage(text, { entry: quoteName(path) }), path);
  if (child && !child.isFolder) return toError(modelFolderMessages.folderIsFile);
  if (!child)
    return toError(folder.canBeEmpty ? modelFolderMessages.noEmptyFolder : modelFolderMessages.noFolder);
  return child.fileCount > 0 || folder.canBeEmpty ? undefined : toError(modelFolderMessages.emptyFolder);
}

function checkCoverage(
  entries: FolderEntry[],
  children: Children,
  basePath: string,
  name: string,
): Diagnostic | undefined {
  const candidates = [name, `${name}.zip`].flatMap((form) => children.get(caseFold(form)) ?? []);
  const errors = candidates.map((form) => checkCoverageContent(entries, basePath + form.name, form));
  if (candidates.length > 0) return errors.includes(undefined) ? undefined : errors[0];
  const similar = [...children.values()].find((child) => /coverage|\.gdb(\.zip)?$/i.test(child.name));
  const values = {
    entry: quoteName(basePath + name),
    ...(similar && { other: quoteName(basePath + similar.name) }),
  };
  return createError(
    formatMessage(similar ? modelFolderMessages.noCoverageButLike : modelFolderMessages.noCoverage, values),
    basePath + name,
  );
}

function checkCoverageContent(
  entries: FolderEntry[],
  path: string,
  { isFolder, size }: FolderChild,
): Diagnostic | undefined {
  const toError = (text: string) => createError(formatMessage(text, { entry: quoteName(path) }), path);
  if (!isFolder) return size === 0 ? toError(modelFolderMessages.emptyCoverage) : undefined;
  const hasTables = [...listChildren(entries, `${path}/`).values()].some((child) =>
    /\.gdbtable$/i.test(child.name),
  );
  return hasTables ? undefined : toError(modelFolderMessages.coverageWithoutTables);
}

function checkMetadataFile(
  entries: FolderEntry[],
  children: Children,
  basePath: string,
  name: string,
): Diagnostic | undefined {
  const path = basePath + name;
  const metadataFile = children.get(caseFold(name));
  if (metadataFile && !metadataFile.isFolder) return undefined;
  const misplacedFile = entries.find(
    (entry) => !entry.isDirectory && caseFold(getFileName(entry.path)) === caseFold(name),
  );
  const similar = [...children.values()].find((child) => /^metadata.*\.ya?ml/i.test(child.name));
  if (misplacedFile)
    return createError(
      formatMessage(modelFolderMessages.metadataElsewhere, {
        entry: quoteName(misplacedFile.path),
        other: quoteName(path),
      }),
      misplacedFile.path,
    );
  const values = {
    entry: quoteName(path),
    metadata: quoteName(name),
    ...(similar && { other: quoteName(similar.name) }),
  };
  return createError(
    formatMessage(similar ? modelFolderMessages.metadataRenamed : modelFolderMessages.noMetadata, values),
    path,
  );
}

const ARCHIVE_EXTENSIONS = "zip zipx 7z rar gz tgz bz2 tbz tbz2 xz txz zst lz4 lzma z cab".split(" ");

const ARCHIVE_FILE = new RegExp(`\\.(${ARCHIVE_EXTENSIONS.join("|")})$`, "i");

export function checkNestedArchives(
  entries: FolderEntry[],
  basePath: string,
  identifier: string,
): Diagnostic[] {
  const coverage = caseFold(basePath + coverageGeodatabaseName(identifier));
  const isCoverage = (path: string) => [coverage, `${coverage}.zip`].includes(caseFold(path));
  const archives = entries.filter(
    ({ path, isDirectory }) => !isDirectory && ARCHIVE_FILE.test(path) && !isCoverage(path),
  );
  const text = (path: string) => formatMessage(modelFolderMessages.compressed, { entry: quoteName(path) });
  return limitPerRule(archives.map(({ path }) => createWarning(text(path), path)));
}

/** Finds entries that would overwrite each other when unpacked: duplicates, file/folder clashes, case-only differences. */
export function checkDuplicatePaths(entries: FolderEntry[]): Diagnostic[] {
  const files = entries.filter(({ isDirectory }) => !isDirectory).map(({ path }) => ({ path, isFile: true }));
  const folders = [...listFolders(entries)].map((path) => ({ path, isFile: false }));
  const seen = new Map<string, { path: string; isFile: boolean }>();
  const errors = new Map<string, Diagnostic>();
  for (const entry of [...folders, ...files]) {
    const parent = getParentPath(entry.path);
    const key = parent + caseFold(entry.path.slice(parent.length));
    const first = seen.get(key);
    if (first) errors.set(entry.path, createError(formatDuplicateMessage(first, entry), entry.path));
    else seen.set(key, entry);
  }
  return limitPerRule([...errors.values()]);
}

function formatDuplicateMessage(first: { path: string; isFile: boolean }, second: { path: string }): string {
  const values = { entry: quoteName(second.path), other: quoteName(first.path) };
  if (first.path !== second.path) return formatMessage(modelFolderMessages.onlyCapitals, values);
  return formatMessage(first.isFile ? modelFolderMessages.twice : modelFolderMessages.fileAndFolder, values);
}
