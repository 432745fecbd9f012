import ChevronRight from "@mui/icons-material/ChevronRight";
import FolderOpenIcon from "@mui/icons-material/FolderOpenOutlined";
import FolderIcon from "@mui/icons-material/FolderOutlined";
import FileIcon from "@mui/icons-material/InsertDriveFileOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { memo, type CSSProperties, type Ref } from "react";
import { FileName } from "./FileName.tsx";
import { fileSize } from "./fileSize.ts";
import type { TreeNode, TreeRow } from "./treeRows.ts";
import { visibleText } from "./visibleText.ts";

interface FileTreeRowProps {
  row: TreeRow;
  index: number;
  href: string | undefined;
  isOpen: boolean;
  /** The one row that the Tab key reaches. */
  isCurrent: boolean;
  measure: Ref<HTMLElement> | undefined;
  style: CSSProperties | undefined;
  onToggle: (node: TreeNode) => void;
  onFocus: (node: TreeNode) => void;
  onView: ((node: TreeNode) => void) | undefined;
}

/** One line of a file tree: a folder that opens on a click, or a file to be downloaded and, where possible, looked at. */
export function FileTreeRow(props: FileTreeRowProps) {
  const { row, href, index, isOpen, isCurrent, measure, style, onToggle, onFocus, onView } = props;
  const { node, level, position, siblings } = row;
  const isFolder = node.children !== undefined;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <Box
      ref={measure}
      data-index={index}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-selected={false}
      aria-label={isFolder ? visibleText(node.name) : undefined}
      tabIndex={tabIndex}
      onFocus={() => onFocus(node)}
      onClick={isFolder ? () => onToggle(node) : undefined}
      sx={isFolder ? folderLine : line}
      style={{ ...style, paddingLeft: (level - 1) * INDENT }}
    >
      <Shape isFolder={isFolder} isOpen={isOpen} />
      <FileName node={node} href={href} tabIndex={tabIndex} />
      {node.isViewable && href !== undefined && onView && (
        <Button
          size="small"
          tabIndex={tabIndex}
          aria-label={`View ${visibleText(node.name)}`}
          onClick={() => onView(node)}
          sx={{ minHeight: 30, py: 0, px: 1, minWidth: 0 }}
        >
          View
        </Button>
      )}
      {node.size !== undefined && (
        <Box component="span" sx={size}>
          {fileSize(node.size)}
        </Box>
      )}
    </Box>
  );
}

const Shape = memo(({ isFolder, isOpen }: { isFolder: boolean; isOpen: boolean }) => {
  const Icon = isFolder ? (isOpen ? FolderOpenIcon : FolderIcon) : FileIcon;
  return (
    <>
      <ChevronRight
        aria-hidden
        sx={chevron}
        style={{ visibility: isFolder ? "visible" : "hidden", rotate: isOpen ? "90deg" : "0deg" }}
      />
      <Icon aria-hidden fontSize="small" color={isFolder ? "primary" : "action"} />
    </>
  );
});

/** Pixels by which each level is set in. */
const INDENT = 16;

const line = {
  display: "flex",
  alignItems: "center",
  gap: 0.75,
  minHeight: 36,
  pr: 1,
  borderRadius: 1,
  "&:hover": { bgcolor: "action.hover" },
  "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 },
} as const;

const folderLine = { ...line, cursor: "pointer" } as const;

const chevron = { fontSize: 20, color: "text.secondary", transition: "rotate 120ms" };

const size = {
  flexShrink: 0,
  minWidth: { xs: 44, sm: 60 },
  textAlign: "right",
  color: "text.secondary",
  fontSize: "0.875rem",
  fontVariantNumeric: "tabular-nums",
} as const;
