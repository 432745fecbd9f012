import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo, useRef } from "react";
import { FileTreeRow } from "./FileTreeRow.tsx";
import { counted } from "../format.ts";
import { SearchField } from "../SearchField.tsx";
import { nodesIn, type TreeNode } from "./fileNodes.ts";
import { useTreeKeys, useTreeState } from "./useTreeState.ts";
import { useVirtualRows } from "./VirtualList.tsx";

interface FileTreeProps {
  label: string;
  /** What is not a folder, by name: one and many. */
  leaf?: [string, string];
  nodes: TreeNode[];
  /** Paths of the folders that are open at first. */
  openAtFirst?: string[];
  /** The path of the row that one is led to: it takes the focus, for all to see, when the tree comes. */
  startAt?: string | undefined;
  /** Where a file is downloaded from; undefined where it cannot be had. */
  hrefOf?: (node: TreeNode) => string | undefined;
  /** Shows a file that can be looked at. */
  onView?: (node: TreeNode) => void;
}

const ROW_HEIGHT = 36;

/** Files and folders as a tree that is searched, opens and closes, by mouse and by keyboard; ten thousand are no more work than ten. */
export function FileTree({
  label,
  leaf = ["file", "files"],
  nodes,
  openAtFirst = [],
  startAt,
  hrefOf,
  onView,
}: FileTreeProps) {
  const tree = useTreeState(nodes, openAtFirst);
  const files = useMemo(() => [...nodesIn(nodes)].filter(({ children }) => !children), [nodes]);
  const largest = useMemo(() => files.reduce((most, { size = 0 }) => Math.max(most, size), 0), [files]);
  const treeRef = useRef<HTMLDivElement>(null);
  const currentRow = () => treeRef.current?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']");
  const keys = useTreeKeys({ ...tree, currentRow, startAt });
  const {
    scrollRef,
    rows: inSight,
    listStyle,
  } = useVirtualRows({
    count: tree.rows.length,
    estimate: ROW_HEIGHT,
    keyOf: (index) => tree.rows[index]!.node.path,
    keep: keys.at,
  });
  return (
    <Stack sx={{ gap: 1 }}>
      <TreeToolbar label={`Search ${leaf[1]}`} tree={tree} />
      <Typography role="status" variant="body2" color="textSecondary">
        {tree.found === undefined
          ? counted(files.length, ...leaf)
          : `${tree.found.toLocaleString("en-US")} found`}
      </Typography>
      <Box ref={scrollRef} sx={box}>
        <Box ref={treeRef} role="tree" aria-label={label} style={listStyle} onKeyDown={keys.onKeyDown}>
          {inSight.map(({ index, key, measure, style }) => (
            <FileTreeRow
              key={key}
              row={tree.rows[index]!}
              index={index}
              measure={measure}
              style={style}
              largest={largest}
              isOpen={tree.isOpen(tree.rows[index]!.node)}
              isCurrent={index === keys.at}
              isLedTo={tree.rows[index]!.node.path === startAt}
              onToggle={tree.toggle}
              onFocus={keys.onFocus}
              href={tree.rows[index]!.node.children ? undefined : hrefOf?.(tree.rows[index]!.node)}
              onView={onView}
            />
          ))}
        </Box>
      </Box>
    </Stack>
  );
}

const TreeToolbar = ({ label, tree }: { label: string; tree: ReturnType<typeof useTreeState> }) => (
  <Stack direction="row" className="not-printed" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
    <SearchField label={label} value={tree.search} onChange={tree.setSearch} />
    <Button size="small" onClick={tree.openAll}>
      Expand all
    </Button>
    <Button size="small" onClick={tree.closeAll}>
      Collapse all
    </Button>
  </Stack>
);

const box = { maxHeight: { xs: "65vh", md: 520 }, overflowY: "auto", overscrollBehavior: "auto" };
