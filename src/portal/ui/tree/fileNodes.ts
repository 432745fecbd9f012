import type { StoredFile } from "../../../contract/generated/entities.ts";
import { visibleText } from "../format.ts";
import { insideModel, isFolder, parentOf } from "../insideModel.ts";

/** What a tree tells of a file; its size where that is known. */
export type TreeFile = Omit<StoredFile, "mimeType" | "size"> & { size?: number };

/** The kinds of file that are shown in the portal. */
const VIEWABLE = /\.(png|img|pdf|txt)$/i;

/** Whether a file of this name is offered to be looked at. */
export const isViewable = (name: string): boolean => VIEWABLE.test(name);

/**
 * The files of a record as a tree, folders first and each part by name. What lies above the model's own folder, and
 * differs from upload to upload, is left out; what several uploads brought alike stands there once.
 *
 * @param versionOf what the upload is called that brought a file; undefined where that need not be said
 * @param noteOf what is said of a file, by its path inside the model
 */
export function fileNodes(
  files: TreeFile[],
  versionOf: (file: TreeFile) => string | undefined,
  noteOf: (path: string) => string | undefined = () => undefined,
): TreeNode[] {
  const root: Folder = { path: "", name: "", children: [] };
  const folders = new Map<string, Folder>([["", root]]);
  const versions = new Map<string, TreeFile[]>();
  for (const { row, path } of insideModel(files)) {
    if (isFolder(row)) folderAt(folders, `${path}/`);
    else addVersion(versions, path, row);
  }
  for (const [path, rows] of versions) {
    const folder = parentOf(path);
    const name = path.slice(folder.length);
    for (const row of rows)
      folderAt(folders, folder).children.push(fileNode(row, name, versionOf(row), noteOf(path)));
  }
  for (const { children } of folders.values()) children.sort(compare);
  return root.children;
}

interface Folder extends TreeNode {
  children: TreeNode[];
}

const fileNode = (
  { path, size, archived }: TreeFile,
  name: string,
  version: string | undefined,
  said: string | undefined,
): TreeNode => {
  // Thousands are made before the first is shown: objects spread into one another took as long as all else of it.
  const node: TreeNode = { path, name, isViewable: isViewable(name) };
  if (size !== undefined) node.size = size;
  if (version !== undefined) node.version = version;
  if (archived || said) node.note = [archived && "put aside", said].filter(Boolean).join("; ");
  return node;
};

/** Keeps one row for each content of a file, told by its hash; what stands is not put aside, though another upload was. */
function addVersion(versions: Map<string, TreeFile[]>, path: string, row: TreeFile): void {
  const known = versions.get(path);
  if (!known) return void versions.set(path, [row]);
  const same = known.findIndex(({ sha256 }) => sha256 !== "" && sha256 === row.sha256);
  if (same < 0) known.push(row);
  else if (!row.archived || known[same]!.archived) known[same] = row;
}

/** The folder of a path that ends in a slash, with all folders above it. */
function folderAt(folders: Map<string, Folder>, path: string): Folder {
  const known = folders.get(path);
  if (known) return known;
  const above = parentOf(path.slice(0, -1));
  const folder: Folder = { path, name: path.slice(above.length, -1), children: [] };
  folders.set(path, folder);
  folderAt(folders, above).children.push(folder);
  return folder;
}

const compare = (a: TreeNode, b: TreeNode): number =>
  Number(b.children !== undefined) - Number(a.children !== undefined) ||
  byName.compare(a.name, b.name) ||
  byName.compare(a.path, b.path);

const byName = new Intl.Collator("en", { numeric: true });

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
  isViewable?: boolean;
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
export function treeRows(nodes: TreeNode[], isOpen: (node: TreeNode) => boolean): TreeRow[] {
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
export function* nodesIn(nodes: TreeNode[]): Generator<TreeNode> {
  for (const node of nodes) {
    yield node;
    if (node.children) yield* nodesIn(node.children);
  }
}

/** Every file below and among these nodes, each after the folders that lead to it. */
function* waysIn(nodes: TreeNode[], above: TreeNode[] = []): Generator<TreeNode[]> {
  for (const node of nodes)
    if (node.children) yield* waysIn(node.children, [...above, node]);
    else yield [...above, node];
}

/**
 * The file that is called by its path in the tree, as it is shown, or else by the end of that, after the folders that
 * lead to it; empty where there is none.
 */
export function wayTo(nodes: TreeNode[], called: string): TreeNode[] {
  const end = `/${visibleText(called)}`;
  const ways = [...waysIn(nodes)].map((way) => ({
    way,
    path: `/${visibleText(way.map(({ name }) => name).join("/"))}`,
  }));
  return (ways.find(({ path }) => path === end) ?? ways.find(({ path }) => path.endsWith(end)))?.way ?? [];
}
