import MoreVert from "@mui/icons-material/MoreVert";
import ListItemText from "@mui/material/ListItemText";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Link } from "react-router";
import { allowsNewVersion, deletionRefusal } from "../../contract/status.ts";
import { CopyFailureDialog, useCopyRecord } from "../record-parts/RecordCopy.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordName } from "../ui/recordName.ts";
import { getOpenRecordPath, getOpenLabel } from "../routes.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";

/** Accessibility: menus must be inside a landmark. */
const getMenuContainer = () => document.querySelector("main") ?? document.body;

interface RecordMenuProps {
  record: RecordRow;
  onDelete: (record: RecordRow) => void;
  onCopied: (copyId: string) => void;
}

export function RecordMenu({ record, onDelete, onCopied }: RecordMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const copying = useCopyRecord(record.id, onCopied);
  const canCreateNewVersion =
    useCapabilities().createNewVersion && allowsNewVersion(record.statusInfo.status);
  const name = getRecordName(record.currentMetadata);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={copying.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ zIndex: 1, mr: -1, my: -0.5 }}
      >
        <MoreVert />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close} onClick={close} container={getMenuContainer}>
          <MenuItem component={Link} to={getOpenRecordPath(record)}>
            {getOpenLabel(record)}
          </MenuItem>
          {canCreateNewVersion && (
            <MenuItem disabled={copying.isPending} onClick={() => copying.copy({ kind: "newVersion" })}>
              New version
            </MenuItem>
          )}
          <MenuItem disabled={copying.isPending} onClick={() => copying.copy({ kind: "duplicate" })}>
            Duplicate
          </MenuItem>
          <DeleteItem record={record} onDelete={onDelete} />
        </Menu>
      )}
      <CopyFailureDialog record={record} copying={copying} />
    </>
  );
}

function DeleteItem({ record, onDelete }: Pick<RecordMenuProps, "record" | "onDelete">) {
  const { withdrawRecord: canWithdraw } = useCapabilities();
  const refusal = canWithdraw ? deletionRefusal(record.statusInfo.status) : undefined;
  return (
    <MenuItem
      disabled={refusal !== undefined}
      onClick={() => onDelete(record)}
      sx={{ color: "error.main", maxWidth: 320 }}
    >
      <ListItemText
        primary="Delete"
        secondary={refusal}
        slotProps={{ secondary: { sx: { whiteSpace: "normal" } } }}
      />
    </MenuItem>
  );
}
