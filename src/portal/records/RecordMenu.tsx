import MoreVert from "@mui/icons-material/MoreVert";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Link } from "react-router";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { openingPath } from "../routes.ts";
import { DeleteRecordDialog } from "./DeleteRecordDialog.tsx";
import { useHoldWhile } from "./HoldContext.ts";
import { NotDuplicatedDialog } from "./NotDuplicatedDialog.tsx";
import { openingWord } from "./openingWord.ts";
import { recordName } from "../recordName.ts";
import { useDuplicateRecord } from "./useDuplicateRecord.ts";

/** Menus stand inside the page's content, as its landmarks do. */
const pageContent = () => document.querySelector("main") ?? document.body;

/** What can be done with one record. */
export function RecordMenu({ record }: { record: RecordRow }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [deleting, setDeleting] = useState(false);
  const { duplicate, busy, failure, forget } = useDuplicateRecord(record.id);
  useHoldWhile(anchor !== null || deleting || busy || failure !== undefined);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-label={`Actions for ${recordName(record.currentMetadata)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={busy}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ zIndex: 1, mr: -1, my: -0.5 }}
      >
        <MoreVert />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close} container={pageContent}>
          <MenuItem component={Link} to={openingPath(record)}>
            {openingWord(record)}
          </MenuItem>
          <MenuItem
            disabled={busy}
            onClick={() => {
              close();
              void duplicate();
            }}
          >
            Duplicate
          </MenuItem>
          <MenuItem
            onClick={() => {
              close();
              setDeleting(true);
            }}
            sx={{ color: "error.main" }}
          >
            Delete
          </MenuItem>
        </Menu>
      )}
      {failure && (
        <NotDuplicatedDialog
          name={recordName(record.currentMetadata)}
          error={failure.error}
          isTrying={busy}
          onRetry={() => void duplicate()}
          onClose={forget}
        />
      )}
      {deleting && <DeleteRecordDialog record={record} onClose={() => setDeleting(false)} />}
    </>
  );
}
