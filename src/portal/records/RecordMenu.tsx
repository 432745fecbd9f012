import MoreVert from "@mui/icons-material/MoreVert";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Button from "@mui/material/Button";
import { useEffect, useRef, useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { Link, useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { newKey } from "../providers/calls/newKey.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName } from "../recordName.ts";
import { openingPath, openingWord, recordPath } from "../routes.ts";
import { FailureNote } from "../ui/states.tsx";
import { Modal } from "../ui/Modal.tsx";

/** Menus stand inside the page's content, as its landmarks do. */
const pageContent = () => document.querySelector("main") ?? document.body;

interface RecordMenuProps {
  record: RecordRow;
  onDelete: (record: RecordRow) => void;
}

/** What can be done with one record. */
export function RecordMenu({ record, onDelete }: RecordMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { duplicate, busy, failure, forget } = useDuplicateRecord(record.id);
  const name = recordName(record.currentMetadata);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-label={`Actions for ${name}`}
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
              onDelete(record);
            }}
            sx={{ color: "error.main" }}
          >
            Delete
          </MenuItem>
        </Menu>
      )}
      {failure && (
        <NotDuplicated name={name} error={failure.error} busy={busy} onCancel={forget} onRetry={duplicate} />
      )}
    </>
  );
}

interface NotDuplicatedProps {
  name: string;
  error: unknown;
  busy: boolean;
  onCancel: () => void;
  onRetry: () => Promise<void>;
}

const NotDuplicated = ({ name, error, busy, onCancel, onRetry }: NotDuplicatedProps) => (
  <Modal
    open
    title="This record was not duplicated"
    width="xs"
    onClose={onCancel}
    actions={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="contained" onClick={() => void onRetry()} loading={busy}>
          Retry
        </Button>
      </>
    }
  >
    <FailureNote title={messages.generic} error={error} />
    There is no copy of <strong>{name}</strong> yet.
  </Modal>
);

/**
 * Makes a copy of a record and opens it in the form, unless its user has gone elsewhere meanwhile. A try that got no
 * answer keeps its key, so that trying again cannot make a second copy.
 */
function useDuplicateRecord(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** Why the last try made no copy; undefined after one that did, and before the first. */
  const [failure, setFailure] = useState<{ error: unknown }>();
  const key = useRef<string>(undefined);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const duplicate = async () => {
    if (busy) return;
    setBusy(true);
    key.current ??= newKey();
    try {
      const copy = await dataProvider.duplicateRecord(recordId, key.current);
      if (copy === undefined) throw new Error("The services gave the copy no id");
      key.current = undefined;
      notify(messages.duplicatedRecord, { type: "success" });
      if (isHere.current) void navigate(recordPath("form", copy));
    } catch (error) {
      setFailure({ error });
      notify(messages.generic, { type: "error" });
    } finally {
      setBusy(false);
    }
  };
  return { duplicate, busy, failure, forget: () => setFailure(undefined) };
}
