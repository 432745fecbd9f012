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
import NativeSelect from "@mui/material/NativeSelect";
import { createElement, memo, useState, type CSSProperties, type ReactNode, type Ref } from "react";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { formatFileSize } from "../format.ts";
import { getStateColors, Pill } from "../status/StatusBadge.tsx";
import type { TreeNode, TreeRow } from "./buildFileTree.ts";

interface FileTreeRowProps {
  row: TreeRow;
  index: number;
  getHref: ((node: TreeNode) => string | undefined) | undefined;
  largestFileBytes: number;
  isOpen: boolean;
  isCurrent: boolean;
  isLinkTarget: boolean;
  measure: Ref<HTMLElement> | undefined;
  style: CSSProperties | undefined;
  onToggle: (node: TreeNode) => void;
  onFocus: (node: TreeNode) => void;
  onView: ((node: TreeNode) => void) | undefined;
}

export function FileTreeRow(props: FileTreeRowProps) {
  const {
    row,
    getHref,
    largestFileBytes,
    index,
    isOpen,
    isCurrent,
    isLinkTarget,
    measure,
    style,
    onToggle,
    onFocus,
    onView,
  } = props;
  const { node, level, position, siblings } = row;
  const isFolder = node.children !== undefined;
  const tabIndex = isCurrent ? 0 : -1;
  const [chosenPath, setChosenPath] = useState<string>();
  const file = node.versions?.find(({ path }) => path === chosenPath) ?? node;
  const href = isFolder ? undefined : getHref?.(file);
  return (
    <Box
      ref={measure}
      data-index={index}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-selected={isLinkTarget}
      tabIndex={tabIndex}
      onFocus={() => onFocus(node)}
      onClick={isFolder ? () => onToggle(node) : undefined}
      sx={isFolder ? folderRowStyles : rowStyles}
      style={{ ...style, paddingLeft: (level - 1) * INDENT_PX }}
    >
      <RowIcon name={node.name} isFolder={isFolder} isOpen={isOpen} />
      <FileName node={file} href={href} tabIndex={tabIndex}>
        {node.versions && (
          <NativeSelect
            disableUnderline
            value={file.path}
            onChange={({ target }) => setChosenPath(target.value)}
            inputProps={{ tabIndex, "aria-label": `Version of ${showInvisibleCharacters(node.name)}` }}
            sx={versionMenuStyles}
          >
            {node.versions.map(({ path, version, isArchived }) => (
              <option key={path} value={path}>
                {isArchived ? `${version} (archived)` : version}
              </option>
            ))}
          </NativeSelect>
        )}
      </FileName>
      {node.isPreviewable && href !== undefined && onView && (
        <Button
          size="small"
          tabIndex={tabIndex}
          aria-label={`View ${showInvisibleCharacters(node.name)}`}
          onClick={() => onView(file)}
          sx={{ minHeight: 30, py: 0, px: 1, minWidth: 0 }}
        >
          View
        </Button>
      )}
      {file.size !== undefined && (
        <Box component="span" sx={sizeStyles}>
          {formatFileSize(file.size)}
          <SizeBar share={largestFileBytes > 0 ? file.size / largestFileBytes : 0} />
        </Box>
      )}
    </Box>
  );
}

/** Only for large files: below a tenth of the largest, the bar is not visible. */
const SizeBar = ({ share }: { share: number }) =>
  share > 0.1 && (
    <Box component="span" aria-hidden sx={sizeBarStyles} style={{ width: `${Math.round(share * 100)}%` }} />
  );

interface FileNameProps {
  node: TreeNode;
  href: string | undefined;
  tabIndex: number;
  /** Replaces the version's badge. */
  children: ReactNode;
}

function FileName({ node, href, tabIndex, children }: FileNameProps) {
  const name = showInvisibleCharacters(node.name);
  return (
    <Box component="span" sx={{ flexGrow: 1, minWidth: 0 }}>
      {href === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <Link href={href} download={node.name} tabIndex={tabIndex} {...(isCrossOrigin(href) && newTabProps)}>
          <bdi>{name}</bdi>
        </Link>
      )}
      {node.note && (
        <Box component="span" sx={{ color: "text.secondary", fontSize: "0.8125rem" }}>
          {" "}
          <bdi>{showInvisibleCharacters(node.note)}</bdi>
        </Box>
      )}
      {node.version && <> {children ?? <Pill state="info">{node.version}</Pill>}</>}
    </Box>
  );
}

/** Browsers open a file from another origin instead of downloading it, so use a new tab. */
const newTabProps = { target: "_blank", rel: "noopener noreferrer" };

const isCrossOrigin = (href: string) => new URL(href, location.href).origin !== location.origin;

const iconsByExtension: [pattern: RegExp, Icon: SvgIconComponent][] = [
  [/\.(png|jpe?g|gif|bmp|img)$/i, ImageIcon],
  [/\.pdf$/i, PdfIcon],
  [/\.(zip|7z|gz|rar)$/i, ArchiveIcon],
  [/\.(csv|xlsx?|dbf)$/i, TableIcon],
  [/\.(shp|geojson|kml|tiff?|vrt|gdb|rasmap)$/i, MapIcon],
  [/\.(hdf|h5|dss|nc)$/i, DataIcon],
  [/\.(prj|[gpfu]\d\d|hms|basin|control|inp|tcf)$/i, ModelIcon],
  [/\.(txt|md|docx?|ya?ml|xml|json)$/i, DocumentIcon],
];

const getFileIcon = (name: string): SvgIconComponent =>
  iconsByExtension.find(([pattern]) => pattern.test(name))?.[1] ?? FileIcon;

interface RowIconProps {
  name: string;
  isFolder: boolean;
  isOpen: boolean;
}

const RowIcon = memo(({ name, isFolder, isOpen }: RowIconProps) => {
  return (
    <>
      <ChevronRight
        aria-hidden
        sx={chevronStyles}
        style={{ visibility: isFolder ? "visible" : "hidden", rotate: isOpen ? "90deg" : "0deg" }}
      />
      {createElement(isFolder ? (isOpen ? FolderOpenIcon : FolderIcon) : getFileIcon(name), {
        "aria-hidden": true,
        fontSize: "small",
        color: isFolder ? "primary" : "action",
      })}
    </>
  );
});

const INDENT_PX = 16;

const rowStyles = {
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

const folderRowStyles = { ...rowStyles, cursor: "pointer" } as const;

const chevronStyles = { fontSize: 20, color: "text.secondary", transition: "rotate 120ms" };

const versionMenuStyles = {
  px: 1,
  border: 1,
  borderRadius: 99,
  fontSize: "0.8125rem",
  fontWeight: 600,
  ...getStateColors("info"),
  "& select": { py: 0, minHeight: 24, lineHeight: 1.5 },
  "&:focus-within": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 1 },
};

const sizeStyles = {
  flexShrink: 0,
  minWidth: { xs: 44, sm: 60 },
  position: "relative",
  textAlign: "right",
  color: "text.secondary",
  fontSize: "0.8125rem",
} as const;

const sizeBarStyles = {
  position: "absolute",
  right: 0,
  bottom: -3,
  height: 3,
  borderRadius: 2,
  bgcolor: "primary.light",
} as const;
