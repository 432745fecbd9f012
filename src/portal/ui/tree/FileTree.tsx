import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo, useRef } from "react";
import { FileTreeRow } from "./FileTreeRow.tsx";
import { formatQuantity } from "../format.ts";
import { SearchField } from "../SearchField.tsx";
import { walkNodes, type TreeNode } from "./buildFileTree.ts";
import { useTreeKeyboard, useTreeState } from "./useTreeState.ts";
import { useVirtualRows } from "./VirtualList.tsx";

interface FileTreeProps {
  label: string;
  /** Singular and plural noun for a leaf. */
  fileNoun?: [string, string];
  nodes: TreeNode[];
  initiallyOpenPaths?: string[];
  /** The row with this path takes the focus when the tree is mounted. */
  initialFocusPath?: string | undefined;
  /** Undefined if the file cannot be downloaded. */
  getHref?: (node: TreeNode) => string | undefined;
  onView?: (node: TreeNode) => void;
}

const ROW_HEIGHT_PX = 36;

export function FileTree({
  label,
  fileNoun = ["file", "files"],
  nodes,
  initiallyOpenPaths = [],
  initialFocusPath,
  getHref,
  onView,
}: FileTreeProps) {
  const tree = useTreeState(nodes, initiallyOpenPaths);
  const files = useMemo(() => [...walkNodes(nodes)].filter(({ children }) => !children), [nodes]);
  const largestFileBytes = useMemo(
    () => files.reduce((max, { size = 0 }) => Math.max(max, size), 0),
    [files],
  );
  const treeRef = useRef<HTMLDivElement>(null);
  const getCurrentRow = () => treeRef.current?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']");
  const keyboard = useTreeKeyboard({ ...tree, getCurrentRow, initialFocusPath });
  const {
    scrollRef,
    rows: visibleRows,
    listStyle,
  } = useVirtualRows({
    count: tree.rows.length,
    estimatedHeightPx: ROW_HEIGHT_PX,
    getKey: (index) => tree.rows[index]!.node.path,
    pinnedIndex: keyboard.at,
  });
  return (
    <Stack sx={{ gap: 1 }}>
      <TreeToolbar label={`Search ${fileNoun[1]}`} tree={tree} />
      <Typography role="status" variant="body2" color="textSecondary">
        {tree.matchCount === undefined
          ? formatQuantity(files.length, ...fileNoun)
          : `${tree.matchCount.toLocaleString("en-US")} found`}
      </Typography>
      <Box ref={scrollRef} sx={boxStyles}>
        <Box ref={treeRef} role="tree" aria-label={label} style={listStyle} onKeyDown={keyboard.onKeyDown}>
          {visibleRows.map(({ index, key, measure, style }) => (
            <FileTreeRow
              key={key}
              row={tree.rows[index]!}
              index={index}
              measure={measure}
              style={style}
              largestFileBytes={largestFileBytes}
              isOpen={tree.isOpen(tree.rows[index]!.node)}
              isCurrent={index === keyboard.at}
              isLinkTarget={tree.rows[index]!.node.path === initialFocusPath}
              onToggle={tree.toggle}
              onFocus={keyboard.onFocus}
              getHref={getHref}
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

const boxStyles = { maxHeight: { xs: "65vh", md: 520 }, overflowY: "auto", overscrollBehavior: "auto" };
