import ChevronRight from "@mui/icons-material/ChevronRight";
import FileIcon from "@mui/icons-material/InsertDriveFileOutlined";
import FolderIcon from "@mui/icons-material/FolderOutlined";
import FolderOpenIcon from "@mui/icons-material/FolderOpenOutlined";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import type { Ref } from "react";
import { fileSize } from "./fileSize.ts";
import type { TreeRow } from "./treeRows.ts";

interface FileTreeRowProps {
  row: TreeRow;
  isOpen: boolean;
  /** The one row that the Tab key reaches. */
  isCurrent: boolean;
  rowRef: Ref<HTMLElement>;
  onToggle: () => void;
  onFocus: () => void;
}

/** One line of a file tree: a folder that opens on a click, or a file with its link. */
export function FileTreeRow({ row, isOpen, isCurrent, rowRef, onToggle, onFocus }: FileTreeRowProps) {
  const { node, level, position, siblings } = row;
  const isFolder = node.children !== undefined;
  const Icon = isFolder ? (isOpen ? FolderOpenIcon : FolderIcon) : FileIcon;
  return (
    <Box
      ref={rowRef}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-selected={false}
      aria-label={isFolder ? node.name : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onClick={isFolder ? onToggle : undefined}
      sx={{ ...line, pl: (level - 1) * 2.5, cursor: isFolder ? "pointer" : "default" }}
    >
      <ChevronRight
        aria-hidden
        sx={{ ...chevron, visibility: isFolder ? "visible" : "hidden", rotate: isOpen ? "90deg" : "0deg" }}
      />
      <Icon aria-hidden fontSize="small" color={isFolder ? "primary" : "action"} />
      <Box component="span" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" }}>
        {node.href === undefined ? (
          node.name
        ) : (
          <Link href={node.href} download={node.name} tabIndex={isCurrent ? 0 : -1}>
            {node.name}
          </Link>
        )}
        {node.note && (
          <Box component="span" sx={{ color: "text.secondary", fontSize: "0.875rem" }}>
            {" "}
            {node.note}
          </Box>
        )}
      </Box>
      {node.size !== undefined && (
        <Box component="span" sx={size}>
          {fileSize(node.size)}
        </Box>
      )}
    </Box>
  );
}

const line = {
  display: "flex",
  alignItems: "center",
  gap: 0.75,
  minHeight: 36,
  pr: 1,
  borderRadius: 1,
  "&:hover": { bgcolor: "action.hover" },
  "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 },
};

const chevron = { fontSize: 20, color: "text.secondary", transition: "rotate 120ms" };

const size = {
  flexShrink: 0,
  color: "text.secondary",
  fontSize: "0.875rem",
  fontVariantNumeric: "tabular-nums",
};
