import type { StoredFile } from "../../../contract/generated/entities.ts";
import { showInvisibleCharacters } from "../format.ts";
import { resolvePathsInModel, isFolder, getParentPath } from "../modelPaths.ts";

/** What a tree tells of a file; its size where that is known. */
export type TreeFile = Omit<StoredFile, "mimeType" | "size"> & { size?: number };

/** The kinds of file that are shown in the portal. */
const PREVIEWABLE = /\.(png|img|pdf|txt)$/i;

/** Whether a file of this name is offered to be looked at. */
export const isPreviewable = (name: string): boolean => PREVIEWABLE.test(name);

/**
 * The files of a record as a tree, folders first and each part by name. What lies above the model's own folder, and
 * differs from upload to upload, is left out; what several uploads brought alike stands there once.
 *
 * @param getVersion what the upload is called that brought a file; undefined where that need not be said
 * @param getNote what is said of a file, by its path inside the model
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
    for (const row of rows)
      getOrCreateFolder(folders, folder).children.push(createFileNode(row, name, getVersion(row), getNote(path)));
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
  // Thousands are made before the first is shown: objects spread into one another took as long as all else of it.
  const node: TreeNode = { path, name, isPreviewable: isPreviewable(name) };
  if (size !== undefined) node.size = size;
  if (version !== undefined) node.version = version;
  if (archived || extraNote) node.note = [archived && "archived", extraNote].filter(Boolean).join("; ");
  return node;
};

/** Keeps one row for each content of a file, told by its hash; what stands is not put aside, though another upload was. */
function addFileVersion(versions: Map<string, TreeFile[]>, path: string, row: TreeFile): void {
  const existing = versions.get(path);
  if (!existing) return void versions.set(path, [row]);
  const sameContentIndex = existing.findIndex(({ sha256 }) => sha256 !== "" && sha256 === row.sha256);
  if (sameContentIndex < 0) existing.push(row);
  else if (!row.archived || existing[sameContentIndex]!.archived) existing[sameContentIndex] = row;
}

/** The folder of a path that ends in a slash, with all folders above it. */
function getOrCreateFolder(folders: Map<string, Folder>, path: string): Folder {
  const existing = folders.get(path);
  if (existing) return existing;
  const parentPath = getParentPath(path.slice(0, -1));
  const folder: Folder = { path, name: path.slice(parentPath.length, -1), children: [] };
  folders.set(path, folder);
  getOrCreateFolder(folders, parentPath).children.push(folder);
  return folder;
}

const compareNodes = (a: TreeNode, b: TreeNode): number =>
  Number(b.children !== undefined) - Number(a.children !== undefined) ||
  nameCollator.compare(a.name, b.name) ||
  nameCollator.compare(a.path, b.path);

const nameCollator = new Intl.Collator("en", { numeric: true });

/** A file or a folder. Only folders have children, though it may be none. */
export interface TreeNode {
  /** Unique in the tree. */
  path: string;
  name: string;
  size?: number;
  /** Said beside the name. */
  note?: string;
  /** Which of several files of this name it is. */
  version?: string;
  /** The file can be looked at here. */
  isPreviewable?: boolean;
  children?: TreeNode[];
}

/** A node that can be seen, with its place among the others. */
export interface TreeRow {
  node: TreeNode;
  parent: TreeNode | undefined;
  level: number;
  position: number;
  siblings: number;
}

/** The nodes seen from top to bottom while these folders are open. */
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

/** Every file and folder below and among these nodes. */
export function* walkNodes(nodes: TreeNode[]): Generator<TreeNode> {
  for (const node of nodes) {
    yield node;
    if (node.children) yield* walkNodes(node.children);
  }
}

/** Every file below and among these nodes, each after the folders that lead to it. */
function* walkFilePaths(nodes: TreeNode[], above: TreeNode[] = []): Generator<TreeNode[]> {
  for (const node of nodes)
    if (node.children) yield* walkFilePaths(node.children, [...above, node]);
    else yield [...above, node];
}

/**
 * The file that is called by its path in the tree, as it is shown, or else by the end of that, after the folders that
 * lead to it; empty where there is none.
 */
export function findPathToFile(nodes: TreeNode[], name: string): TreeNode[] {
  const pathEnd = `/${showInvisibleCharacters(name)}`;
  const candidates = [...walkFilePaths(nodes)].map((nodePath) => ({
    way: nodePath,
    path: `/${showInvisibleCharacters(nodePath.map(({ name }) => name).join("/"))}`,
  }));
  return (candidates.find(({ path }) => path === pathEnd) ?? candidates.find(({ path }) => path.endsWith(pathEnd)))?.way ?? [];
}
