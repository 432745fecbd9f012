import ChevronRight from "@mui/icons-material/ChevronRight";
import FolderOpenIcon from "@mui/icons-material/FolderOpenOutlined";
import FolderIcon from "@mui/icons-material/FolderOutlined";
import ArchiveIcon from "@mui/icons-material/FolderZipOutlined";
import DocumentIcon from "@mui/icons-material/DescriptionOutlined";
import ImageIcon from "@mui/icons-material/ImageOutlined";
import FileIcon from "@mui/icons-material/InsertDriveFileOutlined";
import MapIcon from "@mui/icons-material/MapOutlined";
import PdfIcon from "@mui/icons-material/PictureAsPdfOutlined";
import DataIcon from "@mui/icons-material/StorageOutlined";
import TableIcon from "@mui/icons-material/TableChartOutlined";
import ModelIcon from "@mui/icons-material/WavesOutlined";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { createElement, memo, type CSSProperties, type Ref } from "react";
import { fileSize, visibleText } from "../format.ts";
import { Mark } from "../status/StatusBadge.tsx";
import type { TreeNode, TreeRow } from "./fileNodes.ts";

interface FileTreeRowProps {
  row: TreeRow;
  index: number;
  href: string | undefined;
  /** Bytes of the largest file of the tree. */
  largest: number;
  isOpen: boolean;
  /** The one row that the Tab key reaches. */
  isCurrent: boolean;
  isLedTo: boolean;
  measure: Ref<HTMLElement> | undefined;
  style: CSSProperties | undefined;
  onToggle: (node: TreeNode) => void;
  onFocus: (node: TreeNode) => void;
  onView: ((node: TreeNode) => void) | undefined;
}

/** One line of a file tree: a folder that opens on a click, or a file to be downloaded and, where possible, looked at. */
export function FileTreeRow(props: FileTreeRowProps) {
  const { row, href, largest, index, isOpen, isCurrent, isLedTo, measure, style, onToggle, onFocus, onView } =
    props;
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
      aria-selected={isLedTo}
      tabIndex={tabIndex}
      onFocus={() => onFocus(node)}
      onClick={isFolder ? () => onToggle(node) : undefined}
      sx={isFolder ? folderLine : line}
      style={{ ...style, paddingLeft: (level - 1) * INDENT }}
    >
      <Shape name={node.name} isFolder={isFolder} isOpen={isOpen} />
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
          <SizeBar share={largest > 0 ? node.size / largest : 0} />
        </Box>
      )}
    </Box>
  );
}

/** Drawn for the largest files alone: a tenth and less of the largest is not seen anyway. */
const SizeBar = ({ share }: { share: number }) =>
  share > 0.1 && (
    <Box component="span" aria-hidden sx={bar} style={{ width: `${Math.round(share * 100)}%` }} />
  );

interface FileNameProps {
  node: TreeNode;
  href: string | undefined;
  tabIndex: number;
}

/** A file's or folder's name, a link where the file can be downloaded, and what is said beside it. */
function FileName({ node, href, tabIndex }: FileNameProps) {
  const name = visibleText(node.name);
  return (
    <Box component="span" sx={{ flexGrow: 1, minWidth: 0 }}>
      {href === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <Link href={href} download={node.name} tabIndex={tabIndex} {...(isElsewhere(href) && away)}>
          <bdi>{name}</bdi>
        </Link>
      )}
      {node.note && (
        <Box component="span" sx={{ color: "text.secondary", fontSize: "0.8125rem" }}>
          {" "}
          <bdi>{visibleText(node.note)}</bdi>
        </Box>
      )}
      {node.version && (
        <>
          {" "}
          <Mark state="info">{node.version}</Mark>
        </>
      )}
    </Box>
  );
}

/** A browser shows another server's file instead of downloading it: not in place of the portal. */
const away = { target: "_blank", rel: "noopener noreferrer" };

const isElsewhere = (href: string) => new URL(href, location.href).origin !== location.origin;

const kinds: [pattern: RegExp, Icon: SvgIconComponent][] = [
  [/\.(png|jpe?g|gif|bmp|img)$/i, ImageIcon],
  [/\.pdf$/i, PdfIcon],
  [/\.(zip|7z|gz|rar)$/i, ArchiveIcon],
  [/\.(csv|xlsx?|dbf)$/i, TableIcon],
  [/\.(shp|geojson|kml|tiff?|vrt|gdb|rasmap)$/i, MapIcon],
  [/\.(hdf|h5|dss|nc)$/i, DataIcon],
  [/\.(prj|[gpfu]\d\d|hms|basin|control|inp|tcf)$/i, ModelIcon],
  [/\.(txt|md|docx?|ya?ml|xml|json)$/i, DocumentIcon],
];

const iconOf = (name: string): SvgIconComponent =>
  kinds.find(([pattern]) => pattern.test(name))?.[1] ?? FileIcon;

interface ShapeProps {
  name: string;
  isFolder: boolean;
  isOpen: boolean;
}

const Shape = memo(({ name, isFolder, isOpen }: ShapeProps) => {
  return (
    <>
      <ChevronRight
        aria-hidden
        sx={chevron}
        style={{ visibility: isFolder ? "visible" : "hidden", rotate: isOpen ? "90deg" : "0deg" }}
      />
      {createElement(isFolder ? (isOpen ? FolderOpenIcon : FolderIcon) : iconOf(name), {
        "aria-hidden": true,
        fontSize: "small",
        color: isFolder ? "primary" : "action",
      })}
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
  "&:focus-visible, &[aria-selected=true]:focus": {
    outline: "2px solid",
    outlineColor: "primary.main",
    outlineOffset: -2,
  },
} as const;

const folderLine = { ...line, cursor: "pointer" } as const;

const chevron = { fontSize: 20, color: "text.secondary", transition: "rotate 120ms" };

const size = {
  flexShrink: 0,
  minWidth: { xs: 44, sm: 60 },
  position: "relative",
  textAlign: "right",
  color: "text.secondary",
  fontSize: "0.8125rem",
} as const;

const bar = {
  position: "absolute",
  right: 0,
  bottom: -3,
  height: 3,
  borderRadius: 2,
  bgcolor: "primary.light",
} as const;
