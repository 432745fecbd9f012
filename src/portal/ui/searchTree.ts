import type { TreeNode } from "./treeRows.ts";

/** What of a tree matches a search. */
export interface FoundTree {
  nodes: TreeNode[];
  /** Folders with a match below them, which are to be open for it to be seen. */
  leading: Set<string>;
  /** How many nodes match by themselves. */
  count: number;
}

/**
 * The nodes whose name holds all the words of a search, with the folders that lead to them. A folder that matches keeps
 * all that is in it.
 */
export function searchTree(nodes: TreeNode[], search: string): FoundTree {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const leading = new Set<string>();
  let count = 0;
  const prune = (siblings: TreeNode[]): TreeNode[] =>
    siblings.flatMap((node) => {
      const name = node.name.toLowerCase();
      const isMatch = words.every((word) => name.includes(word));
      if (isMatch) count += 1;
      const below = node.children && prune(node.children);
      if (below && below.length > 0) leading.add(node.path);
      if (isMatch) return [node];
      return below && below.length > 0 ? [{ ...node, children: below }] : [];
    });
  return { nodes: prune(nodes), leading, count };
}
