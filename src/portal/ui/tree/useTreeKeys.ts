import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import type { TreeNode, TreeRow } from "./treeRows.ts";

interface Surroundings {
  rows: TreeRow[];
  isOpen: (node: TreeNode) => boolean;
  toggle: (node: TreeNode) => void;
  /** Opens these folders as well. */
  open: (folders: TreeNode[]) => void;
  /** The element of the row that the Tab key reaches, as it is rendered now. */
  currentRow: () => HTMLElement | null | undefined;
}

/**
 * The keyboard of a tree: up, down, Home and End move; right opens a folder or enters it; left closes it or goes to its
 * parent; an asterisk opens all folders beside it; letters go to the next name that begins so; Enter and Space open and
 * close folders and follow a file's link. One row at a time is in the tab order.
 */
export function useTreeKeys({ rows, isOpen, toggle, open, currentRow }: Surroundings) {
  const [wanted, setWanted] = useState<string>();
  const isMoving = useRef(false);
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.path === wanted),
  );
  const current = rows[at];
  // The row moved to may be rendered only now.
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    currentRow()?.focus();
  });

  const focus = (row: TreeRow | undefined) => {
    if (!row || row === current) return;
    isMoving.current = true;
    setWanted(row.node.path);
  };
  const typedAhead = useTypedAhead();
  const activate = ({ node }: TreeRow) =>
    node.children ? toggle(node) : currentRow()?.querySelector("a")?.click();
  const actions: Record<string, (row: TreeRow) => void> = {
    ArrowDown: () => focus(rows[at + 1]),
    ArrowUp: () => focus(rows[at - 1]),
    Home: () => focus(rows[0]),
    End: () => focus(rows.at(-1)),
    ArrowRight: ({ node }) => {
      if (!node.children) return;
      if (!isOpen(node)) toggle(node);
      else if (rows[at + 1]?.parent === node) focus(rows[at + 1]);
    },
    ArrowLeft: ({ node, parent }) => {
      if (node.children && isOpen(node)) toggle(node);
      else focus(rows.find((row) => row.node === parent));
    },
    "*": ({ parent }) => open(rows.filter((row) => row.parent === parent).map(({ node }) => node)),
    Enter: activate,
    " ": activate,
  };
  return {
    at,
    onFocus: (node: TreeNode) => setWanted(node.path),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // A key pressed on a link or a button inside the row is that one's own.
      if (!current || event.target !== currentRow() || hasModifier(event)) return;
      const action = actions[event.key];
      if (action) action(current);
      else if (event.key.length === 1) focus(typedAhead(event.key, rows, at));
      else return;
      event.preventDefault();
    },
  };
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey;

/** Letters typed within this time, in milliseconds, are one word. */
const PAUSE = 700;

/** Answers the next row whose name begins with what was typed just now; the first letter goes on from the current row. */
function useTypedAhead() {
  const typed = useRef({ text: "", at: 0 });
  return (letter: string, rows: TreeRow[], at: number): TreeRow | undefined => {
    const now = Date.now();
    const isGoingOn = now - typed.current.at < PAUSE;
    const text = (isGoingOn ? typed.current.text : "") + letter.toLowerCase();
    typed.current = { text, at: now };
    const from = text.length > 1 ? at : at + 1;
    const round = [...rows.slice(from), ...rows.slice(0, from)];
    return round.find(({ node }) => node.name.toLowerCase().startsWith(text));
  };
}
