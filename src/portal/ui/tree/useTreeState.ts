import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { nodesIn, treeRows, type TreeNode, type TreeRow } from "./fileNodes.ts";

const NONE: ReadonlySet<string> = new Set();

/**
 * Which folders of a tree are open, and what of it a search leaves. While searching, the folders that lead to a match
 * are open; what is opened and closed meanwhile is forgotten with the search.
 */
export function useTreeState(nodes: TreeNode[], openAtFirst: string[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openAtFirst));
  const [search, setSearch] = useState("");
  const [turned, setTurned] = useState(NONE);
  const deferred = useDeferredValue(search.trim());
  const found = useMemo(() => (deferred === "" ? undefined : searchTree(nodes, deferred)), [nodes, deferred]);
  const shown = found?.nodes ?? nodes;
  const { isOpen, rows } = useMemo(() => {
    const openHere = found?.leading ?? open;
    const turnedHere = found ? turned : NONE;
    const isOpenHere = ({ path }: TreeNode) => openHere.has(path) !== turnedHere.has(path);
    return { isOpen: isOpenHere, rows: treeRows(shown, isOpenHere) };
  }, [found, open, turned, shown]);
  const change = found ? setTurned : setOpen;
  return {
    rows,
    isOpen,
    search,
    found: found?.count,
    setSearch: (text: string) => {
      setSearch(text);
      setTurned(NONE);
    },
    toggle: ({ path }: TreeNode) =>
      change((before) => {
        const after = new Set(before);
        if (!after.delete(path)) after.add(path);
        return after;
      }),
    /** Opens these folders as well. */
    open: (folders: Iterable<TreeNode>) => {
      const closed = [...folders].filter((folder) => folder.children && !isOpen(folder));
      change((before) => new Set([...before].concat(closed.map(({ path }) => path))));
    },
    openAll: () => {
      const folders = [...nodesIn(shown)].filter(({ children }) => children).map(({ path }) => path);
      change(new Set(folders.filter((path) => !found?.leading.has(path))));
    },
    closeAll: () => change(found?.leading ?? NONE),
  };
}

/** What of a tree matches a search. */
interface FoundTree {
  nodes: TreeNode[];
  /** Folders with a match below them, which are to be open for it to be seen. */
  leading: ReadonlySet<string>;
  /** How many nodes match by themselves. */
  count: number;
}

/**
 * The nodes whose name holds all the words of a search, with the folders that lead to them. A folder that matches keeps
 * all that is in it.
 */
function searchTree(nodes: TreeNode[], search: string): FoundTree {
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

interface Surroundings extends ReturnType<typeof useTreeState> {
  /** The element of the row that the Tab key reaches, as it is rendered now. */
  currentRow: () => HTMLElement | null | undefined;
  /** The path of the row that takes the focus when the tree comes. */
  startAt: string | undefined;
}

/**
 * The keyboard of a tree: up, down, Home and End move; right opens a folder or enters it; left closes it or goes to its
 * parent; an asterisk opens all folders beside it; letters go to the next name that begins so; Enter and Space open and
 * close folders and follow a file's link. One row at a time is in the tab order.
 */
export function useTreeKeys({ rows, isOpen, toggle, open, currentRow, startAt }: Surroundings) {
  const [wanted, setWanted] = useState(startAt);
  /** The path of the row that is to take the focus. */
  const moving = useRef(startAt);
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.path === wanted),
  );
  const current = rows[at];
  // The row moved to may be rendered only now, or once a long list knows its place; not in what was drawn before a key.
  useEffect(() => {
    const row = moving.current !== undefined && moving.current === wanted ? currentRow() : null;
    if (!row) return;
    moving.current = undefined;
    row.focus();
  });

  const focus = (row: TreeRow | undefined) => {
    if (!row || row === current) return;
    moving.current = row.node.path;
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
