import { listChildren, caseFold, type FolderChild, type FolderEntry } from "./folderEntries.ts";
import { createError, quoteName, limitPerRule, type Diagnostic } from "./diagnostic.ts";
import { REQUIRED_FOLDERS } from "./modelFolderNames.ts";
import { formatMessage, modelFolderMessages } from "./modelFolderMessages.ts";

export interface RootFolderResult {
  /** The most likely model folder, with a trailing slash; "" for the top level of the zip. */
  basePath?: string;
  errors: Diagnostic[];
}

/** If the folder is misnamed or nested, `basePath` is still set, so that its content can be checked in the same run. */
export function findRootFolder(entries: FolderEntry[], rootName: string): RootFolderResult {
  const topEntries = listChildren(entries, "");
  const root = topEntries.get(caseFold(rootName));
  if (topEntries.size === 0) return { errors: [createError(formatNoFiles(rootName))] };
  if (root?.isFolder) return { basePath: `${root.name}/`, errors: checkNothingBeside(topEntries, root) };
  if (REQUIRED_FOLDERS.some(({ name }) => topEntries.get(caseFold(name))?.isFolder))
    return { basePath: "", errors: [createError(formatContentsOnly(rootName))] };
  const folders = [...topEntries.values()].filter((child) => child.isFolder);
  const [onlyFolder] = folders;
  if (!onlyFolder || folders.length > 1)
    return { errors: [createError(formatMissingRoot(rootName, topEntries))] };
  return describeMisplacedRoot(entries, onlyFolder, rootName, checkNothingBeside(topEntries, onlyFolder));
}

function describeMisplacedRoot(
  entries: FolderEntry[],
  folder: FolderChild,
  rootName: string,
  otherErrors: Diagnostic[],
): RootFolderResult {
  const inner = listChildren(entries, `${folder.name}/`).get(caseFold(rootName));
  const isNested = inner?.isFolder === true;
  const text = isNested ? formatTooDeep(folder.name, inner.name) : formatMisnamed(folder.name, rootName);
  const basePath = isNested ? `${folder.name}/${inner.name}/` : `${folder.name}/`;
  return { basePath, errors: [createError(text, folder.name), ...otherErrors] };
}

function checkNothingBeside(topEntries: Map<string, FolderChild>, root: FolderChild): Diagnostic[] {
  const others = [...topEntries.values()].filter((child) => child !== root);
  const text = (name: string) =>
    formatMessage(modelFolderMessages.beside, { entry: quoteName(name), other: quoteName(root.name) });
  return limitPerRule(others.map(({ name }) => createError(text(name), name)));
}

const formatNoFiles = (rootName: string) =>
  formatMessage(modelFolderMessages.noFiles, { root: quoteName(rootName) });

const formatContentsOnly = (rootName: string) =>
  formatMessage(modelFolderMessages.contentsOnly, { root: quoteName(rootName) });

const formatTooDeep = (outer: string, inner: string) =>
  formatMessage(modelFolderMessages.tooDeep, { inner: quoteName(inner), entry: quoteName(outer) });

const formatMisnamed = (name: string, rootName: string) =>
  formatMessage(modelFolderMessages.misnamed, { entry: quoteName(name), root: quoteName(rootName) });

const formatMissingRoot = (rootName: string, topEntries: Map<string, FolderChild>) => {
  const names = [...topEntries.values()].slice(0, 3).map(({ name }) => quoteName(name));
  const others =
    topEntries.size > 3 ? formatMessage(modelFolderMessages.noRootOthers, { more: topEntries.size - 3 }) : "";
  return formatMessage(modelFolderMessages.noRoot, {
    root: quoteName(rootName),
    names: names.join(", "),
    others,
  });
};
