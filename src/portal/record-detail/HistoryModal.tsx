import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Loading } from "../ui/Loading.tsx";
import { Modal } from "../ui/Modal.tsx";
import { HistoryRow } from "./history/HistoryRow.tsx";

/** As wide as the dialog, so that what is drawn around a control at its edge is not cut off. */
const area = { height: 400, overflowY: "auto", mx: -3, px: 3, my: -2 };

/** Who saved the record's metadata, when, and what each save changed. */
export function HistoryModal({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["history", recordId],
    queryFn: () => dataProvider.recordHistory(recordId),
  });
  const hasFailed = !data && error && !isFetching;
  return (
    <Modal
      open
      title="Metadata History"
      onClose={onClose}
      width="md"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Box sx={area} tabIndex={0} role="region" aria-label="History entries">
        {!data && !hasFailed && <Loading label="Loading history" />}
        {hasFailed && (
          <ErrorState title="The history could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <Typography color="textSecondary">{messages.noHistory}</Typography>}
        {data && data.length > 0 && (
          <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {data.map((entry, index) => (
              // Entries carry no id; the newest comes first, so the place from the end stays.
              <HistoryRow key={data.length - index} entry={entry} />
            ))}
          </Box>
        )}
      </Box>
    </Modal>
  );
}
