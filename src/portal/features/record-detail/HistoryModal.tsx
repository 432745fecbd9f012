import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { HistoryEntry } from "../../../contract/generated/entities.ts";
import { messages } from "../../../contract/messages.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { longDate } from "../../ui/longDate.ts";
import { authorOf } from "../../providers/authorOf.ts";

const HEIGHT = 400;

/** Who saved the record's metadata, and when. */
export function HistoryModal({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ["history", recordId],
    queryFn: () => dataProvider.recordHistory(recordId),
  });
  return (
    <Modal open title="Metadata History" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <Box sx={{ height: HEIGHT, overflowY: "auto" }} tabIndex={0} role="region" aria-label="History entries">
        {!data && !error && <Loading label="Loading history" />}
        {!data && error && (
          <ErrorState title="The history could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <Typography color="textSecondary">{messages.noHistory}</Typography>}
        {data && data.length > 0 && (
          <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {data.map((entry, index) => (
              <Entry key={index} entry={entry} />
            ))}
          </Box>
        )}
      </Box>
    </Modal>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { name, userId, username, date } = authorOf(entry);
  return (
    <Box component="li" sx={{ py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Typography sx={{ fontWeight: 600 }}>{entry.oldValues ? "Edited" : "Created"}</Typography>
      <Typography>
        {name} (user id {userId}, {username})
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {longDate(date)}
      </Typography>
    </Box>
  );
}
