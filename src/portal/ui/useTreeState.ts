import { useDeferredValue, useMemo, useState } from "react";
import { searchTree } from "./searchTree.ts";
import { foldersIn, treeRows, type TreeNode } from "./treeRows.ts";

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
    openAll: () => setOpen(new Set([...foldersIn(nodes)].map(({ path }) => path))),
    closeAll: () => setOpen(NONE),
  };
}
