import { useRef, useState, type KeyboardEvent } from "react";
import type { TreeNode, TreeRow } from "./treeRows.ts";

interface Surroundings {
  rows: TreeRow[];
  isOpen: (node: TreeNode) => boolean;
  toggle: (node: TreeNode) => void;
}

/**
 * The keyboard of a tree: up, down, Home and End move; right opens a folder or enters it; left closes it or goes to its
 * parent; Enter and Space open and close folders and follow a file's link. One row at a time is in the tab order.
 */
export function useTreeKeys({ rows, isOpen, toggle }: Surroundings) {
  const elements = useRef(new Map<string, HTMLElement>());
  const [wanted, setWanted] = useState<string>();
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.path === wanted),
  );
  const current = rows[at];

  const focus = (row: TreeRow | undefined) => {
    if (!row) return;
    setWanted(row.node.path);
    elements.current.get(row.node.path)?.focus();
  };
  const actions: Record<string, (row: TreeRow) => void> = {
    ArrowDown: () => focus(rows[at + 1]),
    ArrowUp: () => focus(rows[at - 1]),
    Home: () => focus(rows[0]),
    End: () => focus(rows.at(-1)),
    ArrowRight: ({ node }) => {
      if (!node.children) return;
      if (isOpen(node)) focus(rows.find(({ parent }) => parent === node));
      else toggle(node);
    },
    ArrowLeft: ({ node, parent }) => {
      if (node.children && isOpen(node)) toggle(node);
      else focus(rows.find((row) => row.node === parent));
    },
    Enter: ({ node }) => activate(node),
    " ": ({ node }) => activate(node),
  };
  const activate = (node: TreeNode) =>
    node.children ? toggle(node) : elements.current.get(node.path)?.querySelector("a")?.click();

  return {
    isCurrent: (node: TreeNode) => node === current?.node,
    rowRef: (path: string) => (element: HTMLElement | null) => {
      if (element) elements.current.set(path, element);
      else elements.current.delete(path);
    },
    onFocus: (node: TreeNode) => setWanted(node.path),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const action = actions[event.key];
      // A key pressed on a link inside the row is the link's own.
      if (!action || !current || event.target instanceof HTMLAnchorElement) return;
      event.preventDefault();
      action(current);
    },
  };
}
