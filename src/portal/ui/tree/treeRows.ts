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

/** Every folder below and among these nodes. */
export function* foldersIn(nodes: TreeNode[]): Generator<TreeNode> {
  for (const node of nodes) {
    if (!node.children) continue;
    yield node;
    yield* foldersIn(node.children);
  }
}

/** How many files there are below and among these nodes. */
export const countFiles = (nodes: TreeNode[]): number =>
  nodes.reduce((count, { children }) => count + (children ? countFiles(children) : 1), 0);
