import MoreVert from "@mui/icons-material/MoreVert";
import ListItemText from "@mui/material/ListItemText";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNotify } from "react-admin";
import { Link } from "react-router";
import { messages } from "../../contract/messages.ts";
import { deletionRefusal } from "../../contract/status.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { createIdempotencyKey } from "../providers/calls/createIdempotencyKey.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordName } from "../recordName.ts";
import { getOpenRecordPath, getOpenLabel } from "../routes.ts";
import { ErrorAlert } from "../ui/states.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { useCapabilities } from "../usePortalConfig.ts";

/** Accessibility: menus must be inside a landmark. */
const getMenuContainer = () => document.querySelector("main") ?? document.body;

interface RecordMenuProps {
  record: RecordRow;
  onDelete: (record: RecordRow) => void;
  onCopied: (copyId: string) => void;
}

export function RecordMenu({ record, onDelete, onCopied }: RecordMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { duplicate, isPending: isBusy, hasFailed, error, reset } = useDuplicateRecord(record.id, onCopied);
  const name = getRecordName(record.currentMetadata);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={isBusy}
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
          <MenuItem disabled={isBusy} onClick={() => duplicate("first")}>
            Duplicate
          </MenuItem>
          <DeleteItem record={record} onDelete={onDelete} />
        </Menu>
      )}
      {hasFailed && (
        <ConfirmDialog
          title="This record was not duplicated"
          confirmLabel="Retry"
          onConfirm={() => duplicate("again")}
          isPending={isBusy}
          onCancel={reset}
        >
          <ErrorAlert title={messages.generic} error={error} />
          There is no copy of <strong dir="auto">{name}</strong> yet.
        </ConfirmDialog>
      )}
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

/** The idempotency key is kept until a try succeeds, so that a retry after a lost response makes no second copy. */
function useDuplicateRecord(recordId: string, onCopied: (copyId: string) => void) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const idempotencyKey = useRef<string>(undefined);
  const { mutate, ...mutation } = useMutation<string, Error, "first" | "again">({
    mutationFn: async () => {
      const copyId = await dataProvider.duplicateRecord(
        recordId,
        (idempotencyKey.current ??= createIdempotencyKey()),
      );
      if (copyId === undefined) throw new Error("The server returned no id for the duplicated record");
      return copyId;
    },
    onSuccess: () => {
      idempotencyKey.current = undefined;
      notify(messages.duplicatedRecord, { type: "success" });
    },
    onError: () => notify(messages.generic, { type: "error" }),
  });
  const { isError, isPending, variables } = mutation;
  return {
    ...mutation,
    hasFailed: isError || (isPending && variables === "again"),
    // Passed to `mutate`: not called after unmount, so a user who has left is not redirected.
    duplicate: (attempt: "first" | "again") => mutate(attempt, { onSuccess: onCopied }),
  };
}
