/** A file or a folder. Only folders have children, though it may be none. */
export interface TreeNode {
  /** Unique in the tree. */
  path: string;
  name: string;
  size?: number;
  /** Where a file is downloaded from. */
  href?: string | undefined;
  /** Said beside the name. */
  note?: string;
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
export function treeRows(nodes: TreeNode[], open: ReadonlySet<string>): TreeRow[] {
  const below = (siblings: TreeNode[], level: number, parent?: TreeNode): TreeRow[] =>
    siblings.flatMap((node, index) => [
      { node, parent, level, position: index + 1, siblings: siblings.length },
      ...(node.children && open.has(node.path) ? below(node.children, level + 1, node) : []),
    ]);
  return below(nodes, 1);
}
