import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { formatReason } from "../../contract/review/formatReason.ts";
import { getReasonState } from "../../contract/review/reasonState.ts";
import { useLatestRejection } from "../providers/recordQueries.ts";
import { getRecordPath } from "../routes.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { CollapsibleItems } from "../ui/NameList.tsx";

const MAX_SHOWN_REASONS = 6;

/** Asks before a delivery while requested changes are open. Without any, `confirmOpenReasons` proceeds at once. */
export function useOpenReasonsDialog(recordId: string) {
  const [pending, setPending] = useState<{ proceed: () => void }>();
  const open = useLatestRejection(recordId)?.reasons?.filter((one) => getReasonState(one) === "open") ?? [];
  const confirmOpenReasons = (proceed: () => void) =>
    open.length === 0 ? proceed() : setPending({ proceed });
  const openReasonsDialog = pending && (
    <ConfirmDialog
      title={`${open.length} requested ${open.length === 1 ? "change is" : "changes are"} still open`}
      confirmLabel="Continue anyway"
      onConfirm={() => {
        setPending(undefined);
        pending.proceed();
      }}
      onCancel={() => setPending(undefined)}
    >
      <Typography>
        Correct these points, or answer them on{" "}
        <Link component={RouterLink} to={getRecordPath("view", recordId)}>
          the record
        </Link>
        , before you deliver the model again.
      </Typography>
      <Box component="ul" sx={{ pl: 2.5, mb: 0, overflowWrap: "anywhere" }}>
        <CollapsibleItems
          items={open}
          pluralNoun="changes"
          maxShown={MAX_SHOWN_REASONS}
          renderItem={(reason) => <li key={reason.id}>{formatReason(reason)}</li>}
        />
      </Box>
    </ConfirmDialog>
  );
  return { confirmOpenReasons, openReasonsDialog };
}
