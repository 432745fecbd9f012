import { useDeferredValue, useMemo, useState } from "react";
import { foldersIn, treeRows, type TreeNode } from "./treeRows.ts";

const NONE: ReadonlySet<string> = new Set();

/**
 * Which folders of a tree are open, and what of it a search leaves. While searching, the folders that lead to a match
 * are open; what is opened and closed meanwhile is forgotten with the search.
 */
export function useTreeState(nodes: TreeNode[], openAtFirst: string[], searchAtFirst: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openAtFirst));
  const [search, setSearch] = useState(searchAtFirst);
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
    openAll: () => setOpen(new Set([...foldersIn(nodes)].map(({ path }) => path))),
    closeAll: () => setOpen(NONE),
  };
}

/** What of a tree matches a search. */
interface FoundTree {
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
