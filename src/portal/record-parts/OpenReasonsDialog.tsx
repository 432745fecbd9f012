import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent, useState } from "react";
import { Link as RouterLink } from "react-router";
import { formatReason } from "../../contract/review/formatReason.ts";
import { getReasonState, type RejectionReason } from "../../contract/review/reasonState.ts";
import { findLatestNotification, useRecordNotifications } from "../providers/recordQueries.ts";
import { getRecordPath } from "../routes.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { CollapsibleItems } from "../ui/NameList.tsx";
import { buildRetryProps, ErrorAlert, Loading } from "../ui/states.tsx";

const MAX_SHOWN_REASONS = 6;

/** Asks before a delivery while requested changes are open, or not known. Otherwise `confirmOpenReasons` proceeds at once. */
export function useOpenReasonsDialog(recordId: string) {
  const [waiting, setWaiting] = useState<{ proceed: () => void }>();
  const openReasons = useOpenReasons(recordId);
  const confirmOpenReasons = (proceed: () => void) =>
    openReasons.mustAsk ? setWaiting({ proceed }) : proceed();
  const close = () => setWaiting(undefined);
  const openReasonsDialog = waiting && (
    <OpenReasonsDialog
      {...openReasons}
      recordId={recordId}
      onProceed={() => {
        close();
        waiting.proceed();
      }}
      onCancel={close}
    />
  );
  return { confirmOpenReasons, openReasonsDialog };
}

function useOpenReasons(recordId: string) {
  const query = useRecordNotifications(recordId);
  const isKnown = !query.isLoading && (query.data !== undefined || !query.error);
  const rejection = findLatestNotification(query.data ?? [], "rejected");
  const reasons = rejection?.reasons?.filter((one) => getReasonState(one) === "open") ?? [];
  return { query, isKnown, reasons, mustAsk: !isKnown || reasons.length > 0 };
}

interface OpenReasonsDialogProps extends ReturnType<typeof useOpenReasons> {
  recordId: string;
  /** Also called once it is known that no changes are open. */
  onProceed: () => void;
  onCancel: () => void;
}

function OpenReasonsDialog({ recordId, onProceed, onCancel, ...openReasons }: OpenReasonsDialogProps) {
  const { query, isKnown, reasons, mustAsk } = openReasons;
  const proceed = useEffectEvent(onProceed);
  useEffect(() => {
    if (!mustAsk) proceed();
  }, [mustAsk]);
  if (!mustAsk) return null;
  return (
    <ConfirmDialog
      title={isKnown ? formatTitle(reasons.length) : "Requested changes"}
      confirmLabel="Continue anyway"
      onConfirm={onProceed}
      onCancel={onCancel}
    >
      {isKnown ? (
        <OpenReasons recordId={recordId} reasons={reasons} />
      ) : query.isLoading ? (
        <Loading label="Loading the requested changes" />
      ) : (
        <ErrorAlert title="The requested changes could not be loaded." {...buildRetryProps([query])} />
      )}
    </ConfirmDialog>
  );
}

const formatTitle = (count: number) =>
  `${count} requested ${count === 1 ? "change is" : "changes are"} still open`;

interface OpenReasonsProps {
  recordId: string;
  reasons: RejectionReason[];
}

const OpenReasons = ({ recordId, reasons }: OpenReasonsProps) => (
  <>
    <Typography>
      Correct these points, or answer them on{" "}
      <Link component={RouterLink} to={getRecordPath("view", recordId)}>
        the record
      </Link>
      , before you deliver the model again.
    </Typography>
    <Box component="ul" sx={{ pl: 2.5, mb: 0, overflowWrap: "anywhere" }}>
      <CollapsibleItems
        items={reasons}
        pluralNoun="changes"
        maxShown={MAX_SHOWN_REASONS}
        renderItem={(reason) => <li key={reason.id}>{formatReason(reason)}</li>}
      />
    </Box>
  </>
);
