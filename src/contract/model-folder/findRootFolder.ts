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
  if (root?.isFolder) {
    const others = checkNothingBeside(topEntries, root);
    const inner = findNestedRoot(entries, root.name, rootName);
    return inner
      ? describeNestedRoot(inner, rootName, others)
      : { basePath: `${root.name}/`, errors: others };
  }
  if (hasRequiredFolder(topEntries))
    return { basePath: "", errors: [createError(formatContentsOnly(rootName))] };
  const folders = [...topEntries.values()].filter((child) => child.isFolder);
  const [onlyFolder] = folders;
  if (!onlyFolder || folders.length > 1)
    return { errors: [createError(formatMissingRoot(rootName, topEntries))] };
  return describeMisplacedRoot(entries, onlyFolder, rootName, checkNothingBeside(topEntries, onlyFolder));
}

const hasRequiredFolder = (children: Map<string, FolderChild>) =>
  REQUIRED_FOLDERS.some(({ name }) => children.get(caseFold(name))?.isFolder);

/** Zip programs that unpack into a new folder nest a model once for each turn. */
const MAX_NESTED_FOLDERS = 5;

/** The folder that holds the model, if it is below `outer`; undefined if `outer` holds the model itself. */
function findNestedRoot(entries: FolderEntry[], outer: string, rootName: string): string | undefined {
  let path = outer;
  for (let depth = 0; depth < MAX_NESTED_FOLDERS; depth++) {
    const children = listChildren(entries, `${path}/`);
    if (hasRequiredFolder(children)) return depth === 0 ? undefined : path;
    const folders = [...children.values()].filter((child) => child.isFolder);
    const inner = children.get(caseFold(rootName)) ?? (folders.length === 1 ? folders[0] : undefined);
    if (!inner?.isFolder) return undefined;
    path = `${path}/${inner.name}`;
    if (caseFold(inner.name) === caseFold(rootName)) {
      const deeper = findNestedRoot(entries, path, rootName);
      return deeper ?? path;
    }
  }
  return undefined;
}

function describeNestedRoot(path: string, rootName: string, otherErrors: Diagnostic[]): RootFolderResult {
  const [outer = ""] = path.split("/");
  const inner = path.slice(path.lastIndexOf("/") + 1);
  const isNamed = caseFold(inner) === caseFold(rootName);
  const text = isNamed ? formatTooDeep(outer, inner) : formatMisnamedTooDeep(path, rootName);
  return { basePath: `${path}/`, errors: [createError(text, outer), ...otherErrors] };
}

function describeMisplacedRoot(
  entries: FolderEntry[],
  folder: FolderChild,
  rootName: string,
  otherErrors: Diagnostic[],
): RootFolderResult {
  const nested = findNestedRoot(entries, folder.name, rootName);
  if (nested) return describeNestedRoot(nested, rootName, otherErrors);
  const error = createError(formatMisnamed(folder.name, rootName), folder.name);
  return { basePath: `${folder.name}/`, errors: [error, ...otherErrors] };
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

const formatMisnamedTooDeep = (inner: string, rootName: string) =>
  formatMessage(modelFolderMessages.misnamedTooDeep, { inner: quoteName(inner), root: quoteName(rootName) });

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
