import MoreVert from "@mui/icons-material/MoreVert";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNotify } from "react-admin";
import { Link } from "react-router";
import { messages } from "../../contract/messages.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { newKey } from "../providers/calls/newKey.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName } from "../recordName.ts";
import { openingPath, openingWord } from "../routes.ts";
import { FailureNote } from "../ui/states.tsx";
import { Question } from "../ui/Question.tsx";

/** Menus stand inside the page's content, as its landmarks do. */
const pageContent = () => document.querySelector("main") ?? document.body;

interface RecordMenuProps {
  record: RecordRow;
  onDelete: (record: RecordRow) => void;
  onCopied: (copyId: string) => void;
}

/** What can be done with one record. */
export function RecordMenu({ record, onDelete, onCopied }: RecordMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { duplicate, isPending: busy, isRefused, error, reset } = useDuplicateRecord(record.id, onCopied);
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
        <Menu open anchorEl={anchor} onClose={close} onClick={close} container={pageContent}>
          <MenuItem component={Link} to={openingPath(record)}>
            {openingWord(record)}
          </MenuItem>
          <MenuItem disabled={busy} onClick={() => duplicate("first")}>
            Duplicate
          </MenuItem>
          <MenuItem onClick={() => onDelete(record)} sx={{ color: "error.main" }}>
            Delete
          </MenuItem>
        </Menu>
      )}
      {isRefused && (
        <Question
          title="This record was not duplicated"
          confirm="Retry"
          onConfirm={() => duplicate("again")}
          isPending={busy}
          onCancel={reset}
        >
          <FailureNote title={messages.generic} error={error} />
          There is no copy of <strong dir="auto">{name}</strong> yet.
        </Question>
      )}
    </>
  );
}

/**
 * Makes a copy of a record and tells its id, unless its user has gone elsewhere meanwhile. A try that got no answer
 * keeps its key, so that trying again cannot make a second copy.
 */
function useDuplicateRecord(recordId: string, onCopied: (copyId: string) => void) {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  const key = useRef<string>(undefined);
  const { mutate, ...copying } = useMutation<string, Error, "first" | "again">({
    mutationFn: async () => {
      const copy = await dataProvider.duplicateRecord(recordId, (key.current ??= newKey()));
      if (copy === undefined) throw new Error("The services gave the copy no id");
      return copy;
    },
    onSuccess: () => {
      key.current = undefined;
      notify(messages.duplicatedRecord, { type: "success" });
    },
    onError: () => notify(messages.generic, { type: "error" }),
  });
  const { isError, isPending, variables } = copying;
  return {
    ...copying,
    isRefused: isError || (isPending && variables === "again"),
    // Told with the call: whoever has gone elsewhere before the answer stays there.
    duplicate: (attempt: "first" | "again") => mutate(attempt, { onSuccess: onCopied }),
  };
}
