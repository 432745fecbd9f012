import type { StoredFile } from "../../../contract/generated/entities.ts";
import { groupBy } from "../../../contract/groupBy.ts";
import type { TreeNode } from "../../ui/treeRows.ts";
import { isViewable } from "./previews.ts";

const isFolder = ({ uploadType }: StoredFile) => uploadType === "directory";
const segmentsOf = (path: string) => path.split("/").filter(Boolean);

interface Surroundings {
  /** Where a file is downloaded from. */
  addressOf: (path: string) => string | undefined;
  /** When an upload arrived, in words; tells versions of one file apart. */
  uploadedOn: (uploadBatchId: string) => string | undefined;
}

/**
 * The files of a record as a tree, folders first and each part by name. What lies above the model's own folder, and
 * differs from upload to upload, is left out; what several uploads brought alike stands there once.
 */
export function fileNodes(files: StoredFile[], surroundings: Surroundings): TreeNode[] {
  const root: TreeNode = { path: "", name: "", children: [] };
  const folders = new Map<string, TreeNode>([["", root]]);
  const versions = new Map<string, Map<string, StoredFile>>();
  for (const rows of groupBy(files, ({ uploadBatchId }) => uploadBatchId).values()) {
    const skipped = depthAbove(rows);
    for (const row of rows) {
      const segments = segmentsOf(row.path).slice(skipped);
      if (isFolder(row)) folderAt(folders, segments);
      else versionsAt(versions, segments).set(row.sha256 || row.path, row);
    }
  }
  for (const [path, contents] of versions) {
    const folder = folderAt(folders, path.split("/").slice(0, -1));
    for (const row of contents.values())
      folder.children?.push(fileNode(row, path, contents.size > 1, surroundings));
  }
  return sorted(root.children ?? []);
}

function fileNode(row: StoredFile, path: string, hasVersions: boolean, surroundings: Surroundings): TreeNode {
  const href = surroundings.addressOf(row.path);
  const uploaded = hasVersions ? surroundings.uploadedOn(row.uploadBatchId) : undefined;
  return {
    path: row.path,
    name: path.split("/").at(-1) ?? path,
    size: row.size,
    href,
    isViewable: href !== undefined && isViewable(path),
    ...(uploaded !== undefined && { note: `uploaded on ${uploaded}` }),
  };
}

/** The different contents of one file, by hash. */
function versionsAt(
  versions: Map<string, Map<string, StoredFile>>,
  segments: string[],
): Map<string, StoredFile> {
  const path = segments.join("/");
  const known = versions.get(path) ?? new Map<string, StoredFile>();
  versions.set(path, known);
  return known;
}

function folderAt(folders: Map<string, TreeNode>, segments: string[]): TreeNode {
  const path = segments.map((segment) => `${segment}/`).join("");
  const known = folders.get(path);
  if (known) return known;
  const folder: TreeNode = { path, name: segments.at(-1) ?? "", children: [] };
  folders.set(path, folder);
  folderAt(folders, segments.slice(0, -1)).children?.push(folder);
  return folder;
}

/**
 * How many folders stand above the model's own in every path of one upload. Where folders are listed themselves, the
 * model's own is among them; else it is the last one that all files share.
 */
function depthAbove(rows: StoredFile[]): number {
  const parents = rows.map(({ path }) => segmentsOf(path).slice(0, -1));
  const shared = parents.reduce((common, parent) => {
    const end = common.findIndex((segment, index) => parent[index] !== segment);
    return end < 0 ? common : common.slice(0, end);
  });
  return rows.some(isFolder) ? shared.length : Math.max(0, shared.length - 1);
}

function sorted(nodes: TreeNode[]): TreeNode[] {
  return nodes
    .map((node) => (node.children ? { ...node, children: sorted(node.children) } : node))
    .toSorted(
      (a, b) =>
        Number(b.children !== undefined) - Number(a.children !== undefined) ||
        byName.compare(a.name, b.name) ||
        byName.compare(a.path, b.path),
    );
}

const byName = new Intl.Collator("en", { numeric: true });
