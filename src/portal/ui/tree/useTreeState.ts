import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { walkNodes, listVisibleRows, type TreeNode, type TreeRow } from "./buildFileTree.ts";

const NO_PATHS: ReadonlySet<string> = new Set();

/** During a search the folders above a match are open. Folders toggled during a search are reset next it. */
export function useTreeState(nodes: TreeNode[], initiallyOpenPaths: string[]) {
  const [openPaths, setOpenPaths] = useState<ReadonlySet<string>>(() => new Set(initiallyOpenPaths));
  const [search, setSearch] = useState("");
  const [toggledPaths, setToggledPaths] = useState(NO_PATHS);
  const deferredSearch = useDeferredValue(search.trim());
  const searchResult = useMemo(
    () => (deferredSearch === "" ? undefined : searchTree(nodes, deferredSearch)),
    [nodes, deferredSearch],
  );
  const shownNodes = searchResult?.nodes ?? nodes;
  const { isOpen, rows } = useMemo(() => {
    const openedPaths = searchResult?.ancestorPaths ?? openPaths;
    const invertedPaths = searchResult ? toggledPaths : NO_PATHS;
    const isFolderOpen = ({ path }: TreeNode) => openedPaths.has(path) !== invertedPaths.has(path);
    return { isOpen: isFolderOpen, rows: listVisibleRows(shownNodes, isFolderOpen) };
  }, [searchResult, openPaths, toggledPaths, shownNodes]);
  const updatePaths = searchResult ? setToggledPaths : setOpenPaths;
  return {
    rows,
    isOpen,
    search,
    matchCount: searchResult?.count,
    setSearch: (text: string) => {
      setSearch(text);
      setToggledPaths(NO_PATHS);
    },
    toggle: ({ path }: TreeNode) =>
      updatePaths((previous) => {
        const next = new Set(previous);
        if (!next.delete(path)) next.add(path);
        return next;
      }),
    openFolders: (folders: Iterable<TreeNode>) => {
      const closed = [...folders].filter((folder) => folder.children && !isOpen(folder));
      updatePaths((previous) => new Set([...previous].concat(closed.map(({ path }) => path))));
    },
    openAll: () => {
      const folders = [...walkNodes(shownNodes)].filter(({ children }) => children).map(({ path }) => path);
      updatePaths(new Set(folders.filter((path) => !searchResult?.ancestorPaths.has(path))));
    },
    closeAll: () => updatePaths(searchResult?.ancestorPaths ?? NO_PATHS),
  };
}

interface FoundTree {
  nodes: TreeNode[];
  ancestorPaths: ReadonlySet<string>;
  /** Matching nodes, without their folders. */
  count: number;
}

/** Matches names that contain all words. A matching folder keeps its content. */
function searchTree(nodes: TreeNode[], search: string): FoundTree {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const ancestorPaths = new Set<string>();
  let count = 0;
  const prune = (siblings: TreeNode[]): TreeNode[] =>
    siblings.flatMap((node) => {
      const name = node.name.toLowerCase();
      const isMatch = words.every((word) => name.includes(word));
      if (isMatch) count += 1;
      const below = node.children && prune(node.children);
      if (below && below.length > 0) ancestorPaths.add(node.path);
      if (isMatch) return [node];
      return below && below.length > 0 ? [{ ...node, children: below }] : [];
    });
  return { nodes: prune(nodes), ancestorPaths, count };
}

interface TreeKeyboardOptions extends ReturnType<typeof useTreeState> {
  getCurrentRow: () => HTMLElement | null | undefined;
  initialFocusPath: string | undefined;
}

/**
 * Keyboard pattern of an ARIA tree: arrow keys, Home, End, asterisk, type-ahead, Enter and Space. One row is in the tab
 * order.
 */
export function useTreeKeyboard({
  rows,
  isOpen,
  toggle,
  openFolders,
  getCurrentRow,
  initialFocusPath,
}: TreeKeyboardOptions) {
  const [currentPath, setCurrentPath] = useState(initialFocusPath);
  /** Row that takes the focus once it is rendered. */
  const pendingFocusPath = useRef(initialFocusPath);
  const currentIndex = Math.max(
    0,
    rows.findIndex(({ node }) => node.path === currentPath),
  );
  const currentRow = rows[currentIndex];
  // The target row may be rendered only now, or once the virtual list knows its position.
  useEffect(() => {
    const row =
      pendingFocusPath.current !== undefined && pendingFocusPath.current === currentPath
        ? getCurrentRow()
        : null;
    if (!row) return;
    pendingFocusPath.current = undefined;
    row.focus();
  });

  const focusRow = (row: TreeRow | undefined) => {
    if (!row || row === currentRow) return;
    pendingFocusPath.current = row.node.path;
    setCurrentPath(row.node.path);
  };
  const findByTypeAhead = useTypeAhead();
  const activate = ({ node }: TreeRow) =>
    node.children ? toggle(node) : getCurrentRow()?.querySelector("a")?.click();
  const actions: Record<string, (row: TreeRow) => void> = {
    ArrowDown: () => focusRow(rows[currentIndex + 1]),
    ArrowUp: () => focusRow(rows[currentIndex - 1]),
    Home: () => focusRow(rows[0]),
    End: () => focusRow(rows.at(-1)),
    ArrowRight: ({ node }) => {
      if (!node.children) return;
      if (!isOpen(node)) toggle(node);
      else if (rows[currentIndex + 1]?.parent === node) focusRow(rows[currentIndex + 1]);
    },
    ArrowLeft: ({ node, parent }) => {
      if (node.children && isOpen(node)) toggle(node);
      else focusRow(rows.find((row) => row.node === parent));
    },
    "*": ({ parent }) => openFolders(rows.filter((row) => row.parent === parent).map(({ node }) => node)),
    Enter: activate,
    " ": activate,
  };
  return {
    at: currentIndex,
    onFocus: (node: TreeNode) => setCurrentPath(node.path),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // Keys on a link or button inside the row are not handled here.
      if (!currentRow || event.target !== getCurrentRow() || hasModifier(event)) return;
      const action = actions[event.key];
      if (action) action(currentRow);
      else if (event.key.length === 1) focusRow(findByTypeAhead(event.key, rows, currentIndex));
      else return;
      event.preventDefault();
    },
  };
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey;

const TYPE_AHEAD_PAUSE_MS = 700;

/** The first letter searches from the next row; further letters include the current row. */
function useTypeAhead() {
  const typed = useRef({ text: "", at: 0 });
  return (letter: string, rows: TreeRow[], at: number): TreeRow | undefined => {
    const now = Date.now();
    const isContinuing = now - typed.current.at < TYPE_AHEAD_PAUSE_MS;
    const text = (isContinuing ? typed.current.text : "") + letter.toLowerCase();
    typed.current = { text, at: now };
    const from = text.length > 1 ? at : at + 1;
    const rotatedRows = [...rows.slice(from), ...rows.slice(0, from)];
    return rotatedRows.find(({ node }) => node.name.toLowerCase().startsWith(text));
  };
}
