import type { StoredFile } from "../../../contract/generated/entities.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { resolvePathsInModel, isFolder, getParentPath } from "../modelPaths.ts";

export type TreeFile = Omit<StoredFile, "mimeType" | "size"> & { size?: number };

/** Spec: file preview is offered only for these. */
const PREVIEWABLE = /\.(png|img|pdf|txt)$/i;

export const isPreviewable = (name: string): boolean => PREVIEWABLE.test(name);

/**
 * Folders first, then by name. A path appears once, with all versions of its content. @param getVersion label of the
 * file's version, if it must be shown @param getNote takes the path in the model
 */
export function buildFileTree(
  files: TreeFile[],
  getVersion: (file: TreeFile) => string | undefined,
  getNote: (path: string) => string | undefined = () => undefined,
): TreeNode[] {
  const root: Folder = { path: "", name: "", children: [] };
  const folders = new Map<string, Folder>([["", root]]);
  const versions = new Map<string, TreeFile[]>();
  for (const { row, path } of resolvePathsInModel(files)) {
    if (isFolder(row)) getOrCreateFolder(folders, `${path}/`);
    else addFileVersion(versions, path, row);
  }
  for (const [path, rows] of versions) {
    const folder = getParentPath(path);
    const name = path.slice(folder.length);
    const nodes = rows.map((row) => createFileNode(row, name, getVersion(row), getNote(path)));
    const [newest, ...others] = nodes.length > 1 ? nodes.sort(compareCurrentAndNewestFirst) : nodes;
    if (others.length > 0) newest!.versions = nodes;
    getOrCreateFolder(folders, folder).children.push(newest!);
  }
  for (const { children } of folders.values()) children.sort(compareNodes);
  return root.children;
}

interface Folder extends TreeNode {
  children: TreeNode[];
}

const createFileNode = (
  { path, size, archived }: TreeFile,
  name: string,
  version: string | undefined,
  extraNote: string | undefined,
): TreeNode => {
  // Assigned one by one: spreading objects doubled the time for thousands of files.
  const node: TreeNode = { path, name, isPreviewable: isPreviewable(name) };
  if (size !== undefined) node.size = size;
  if (version !== undefined) node.version = version;
  if (archived) node.isArchived = true;
  if (archived || extraNote) node.note = [archived && "archived", extraNote].filter(Boolean).join("; ");
  return node;
};

/** One row per content (hash). A current file wins over an archived one with the same content. */
function addFileVersion(versions: Map<string, TreeFile[]>, path: string, row: TreeFile): void {
  const existing = versions.get(path);
  if (!existing) return void versions.set(path, [row]);
  const sameContentIndex = existing.findIndex(({ sha256 }) => sha256 !== "" && sha256 === row.sha256);
  if (sameContentIndex < 0) existing.push(row);
  else if (!row.archived || existing[sameContentIndex]!.archived) existing[sameContentIndex] = row;
}

/** `path` ends with a slash. Creates missing parent folders. */
function getOrCreateFolder(folders: Map<string, Folder>, path: string): Folder {
  const existing = folders.get(path);
  if (existing) return existing;
  const parentPath = getParentPath(path.slice(0, -1));
  const folder: Folder = { path, name: path.slice(parentPath.length, -1), children: [] };
  folders.set(path, folder);
  getOrCreateFolder(folders, parentPath).children.push(folder);
  return folder;
}

const compareCurrentAndNewestFirst = (a: TreeNode, b: TreeNode): number =>
  Number(a.isArchived ?? false) - Number(b.isArchived ?? false) ||
  nameCollator.compare(b.version ?? "", a.version ?? "");

const compareNodes = (a: TreeNode, b: TreeNode): number =>
  Number(b.children !== undefined) - Number(a.children !== undefined) ||
  nameCollator.compare(a.name, b.name) ||
  nameCollator.compare(a.path, b.path);

const nameCollator = new Intl.Collator("en", { numeric: true });

/** Only folders have `children`, which may be empty. */
export interface TreeNode {
  path: string;
  name: string;
  size?: number;
  note?: string;
  version?: string;
  /** Only with several: this node and the others, current ones first, then newest first. */
  versions?: TreeNode[];
  isArchived?: boolean;
  isPreviewable?: boolean;
  children?: TreeNode[];
}

export interface TreeRow {
  node: TreeNode;
  parent: TreeNode | undefined;
  level: number;
  position: number;
  siblings: number;
}

export function listVisibleRows(nodes: TreeNode[], isOpen: (node: TreeNode) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (siblings: TreeNode[], level: number, parent?: TreeNode) => {
    for (const [index, node] of siblings.entries()) {
      rows.push({ node, parent, level, position: index + 1, siblings: siblings.length });
      if (node.children && isOpen(node)) add(node.children, level + 1, node);
    }
  };
  add(nodes, 1);
  return rows;
}

export function* walkNodes(nodes: TreeNode[]): Generator<TreeNode> {
  for (const node of nodes) {
    yield node;
    if (node.children) yield* walkNodes(node.children);
  }
}

/** Yields each file as the list of its folders and itself. */
function* walkFilePaths(nodes: TreeNode[], above: TreeNode[] = []): Generator<TreeNode[]> {
  for (const node of nodes)
    if (node.children) yield* walkFilePaths(node.children, [...above, node]);
    else yield [...above, node];
}

/** Finds a file by its full path or by the end of it. Returns its folders and the file; empty if not found. */
export function findPathToFile(nodes: TreeNode[], name: string): TreeNode[] {
  const pathEnd = `/${showInvisibleCharacters(name)}`;
  const candidates = [...walkFilePaths(nodes)].map((nodePath) => ({
    way: nodePath,
    path: `/${showInvisibleCharacters(nodePath.map(({ name }) => name).join("/"))}`,
  }));
  return (
    (candidates.find(({ path }) => path === pathEnd) ?? candidates.find(({ path }) => path.endsWith(pathEnd)))
      ?.way ?? []
  );
}
