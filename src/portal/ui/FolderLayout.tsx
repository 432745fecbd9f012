import FileIcon from "@mui/icons-material/InsertDriveFileOutlined";
import FolderIcon from "@mui/icons-material/FolderOutlined";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { REQUIRED_FOLDERS } from "../../contract/model-folder/modelFolderNames.ts";

interface FolderLayoutProps {
  root: string;
  coverage: string;
  metadataFile: string;
  metadataNote: string;
}

export const FolderLayout = ({ root, coverage, metadataFile, metadataNote }: FolderLayoutProps) => (
  <Box component="ul" aria-label="Folder layout" sx={layoutStyles}>
    <FolderEntry name={`${root}/`}>
      <ul>
        {REQUIRED_FOLDERS.map(({ name, canBeEmpty }) => (
          <FolderEntry
            key={name}
            name={`${name}/`}
            note={canBeEmpty && "may be empty but must be included"}
          />
        ))}
        <FolderEntry name={coverage} note="a zipped geodatabase with a feature class of the area covered" />
        <FolderEntry name={metadataFile} note={metadataNote} />
      </ul>
    </FolderEntry>
  </Box>
);

interface FolderEntryProps {
  /** Folder names end with a slash. */
  name: string;
  note?: string | false;
  children?: ReactNode;
}

function FolderEntry({ name, note, children }: FolderEntryProps) {
  const Icon = name.endsWith("/") ? FolderIcon : FileIcon;
  return (
    <li>
      <Box sx={{ display: "flex", gap: 1, alignItems: "flex-start" }}>
        <Icon aria-hidden fontSize="small" color="primary" sx={{ mt: 0.25 }} />
        <span>
          <code>{name}</code>
          {note && (
            <Typography component="span" variant="body2" color="textSecondary">
              {` (${note})`}
            </Typography>
          )}
        </span>
      </Box>
      {children}
    </li>
  );
}

const layoutStyles = {
  m: 0,
  p: 0,
  "&, & ul": { listStyle: "none" },
  "& ul": { m: 0, ml: 1.25, pl: 2, borderLeft: 1, borderColor: "divider" },
  "& li": { py: 0.375 },
  "& code": { fontSize: { xs: "0.8125rem", sm: "0.9375rem" }, fontWeight: 600 },
};
