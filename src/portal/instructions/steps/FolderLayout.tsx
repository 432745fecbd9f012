import FileIcon from "@mui/icons-material/InsertDriveFileOutlined";
import FolderIcon from "@mui/icons-material/FolderOutlined";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { Bag } from "../../../contract/schema/fields.ts";
import {
  coverageName,
  metadataFileName,
  MODEL_ROOT_PATTERN,
  modelRootName,
  REQUIRED_FOLDERS,
} from "../../../contract/model-folder/modelFolder.ts";
import { textWith } from "../../recordName.ts";

interface FolderLayoutProps {
  recordId: string;
  metadata: Bag;
}

/** The folder a model has to be delivered in, as a picture with this record's own names. */
export function FolderLayout({ recordId, metadata }: FolderLayoutProps) {
  const identifier = textWith(metadata, "identifier");
  const root = modelRootName(identifier, textWith(metadata, "title"));
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2">Required folder layout</Typography>
      <Typography sx={{ mt: 0.5, mb: 2 }} color="textSecondary">
        The root folder is named <code>{MODEL_ROOT_PATTERN}/</code>. For this model:
      </Typography>
      <Box component="ul" aria-label="Folder layout" sx={branch}>
        <Entry name={`${root}/`} isFolder>
          <Box component="ul" sx={inside}>
            {REQUIRED_FOLDERS.map(({ name, mayBeEmpty }) => (
              <Entry
                key={name}
                isFolder
                name={`${name}/`}
                {...(mayBeEmpty && { note: "may be empty but must be included" })}
              />
            ))}
            <Entry
              name={coverageName(identifier)}
              note="a zipped geodatabase with a feature class of the area covered"
            />
            <Entry name={metadataFileName(recordId)} note="the metadata YAML file of step 1" />
          </Box>
        </Entry>
      </Box>
    </Paper>
  );
}

interface EntryProps {
  name: string;
  note?: string;
  isFolder?: boolean;
  children?: React.ReactNode;
}

function Entry({ name, note, isFolder = false, children }: EntryProps) {
  const Icon = isFolder ? FolderIcon : FileIcon;
  return (
    <Box component="li" sx={{ py: 0.25 }}>
      <Box sx={{ display: "flex", gap: 1, alignItems: "flex-start", position: "relative" }}>
        <Icon aria-hidden fontSize="small" color={isFolder ? "primary" : "action"} sx={{ mt: 0.25 }} />
        <span>
          <Box component="code" sx={{ fontSize: { xs: "0.8125rem", sm: "0.9375rem" }, fontWeight: 600 }}>
            {name}
          </Box>
          {note && (
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
              sx={{ display: { xs: "block", sm: "inline" } }}
            >
              {" "}
              ({note})
            </Typography>
          )}
        </span>
      </Box>
      {children}
    </Box>
  );
}

const branch = { listStyle: "none", m: 0, p: 0 };

const rail = {
  content: '""',
  position: "absolute",
  borderStyle: "solid",
  borderWidth: 0,
  borderColor: "divider",
};

/** A rail from the folder down, with an arm to each thing in it. */
const inside = {
  ...branch,
  ml: 1.25,
  "& > li": { position: "relative", pl: 3, pt: 0.75 },
  "& > li::before": { ...rail, left: 0, top: 0, bottom: 0, borderLeftWidth: 1 },
  "& > li:last-of-type::before": { bottom: "auto", height: 18 },
  "& > li::after": { ...rail, left: 0, top: 18, width: 16, borderTopWidth: 1 },
};
