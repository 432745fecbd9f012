import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useStore } from "react-admin";
import { Link } from "react-router";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordPath } from "../routes.ts";
import { recordName } from "../recordName.ts";
import { FirstItems } from "../ui/NameList.tsx";

/**
 * One banner for each of the records whose uploads contradict each other, unless it was put away; of many the first,
 * and the rest when asked for. What is put away is remembered in this browser: a banner comes back when a version
 * arrives that was not there before; that some were resolved brings nothing back.
 */
export function ConflictBanners({ records }: { records: RecordRow[] }) {
  const [dismissed, setDismissed] = useStore<Record<string, string[]>>("records.dismissedConflicts", {});
  const flagged = records.filter(({ id, conflicts = [] }) =>
    conflicts.some(({ uploadId }) => !dismissed[id]?.includes(uploadId)),
  );
  const dismiss = ({ id, conflicts = [] }: RecordRow) =>
    setDismissed((earlier) => ({ ...earlier, [id]: conflicts.map(({ uploadId }) => uploadId) }));
  return (
    <div role="status">
      {flagged.length > 0 && (
        <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, mb: 3, display: "grid", gap: 1.5 }}>
          <FirstItems
            items={flagged}
            noun="records with conflicting uploads"
            most={2}
            renderItem={(record) => (
              <ConflictBanner key={record.id} record={record} onDismiss={() => dismiss(record)} />
            )}
          />
        </Box>
      )}
    </div>
  );
}

function ConflictBanner({ record, onDismiss }: { record: RecordRow; onDismiss: () => void }) {
  const name = recordName(record.currentMetadata);
  const actions = (
    <>
      <Button component={Link} to={recordPath("view", record.id)} aria-label={`Resolve Now: ${name}`}>
        Resolve Now
      </Button>
      <Button onClick={onDismiss} aria-label={`Dismiss: ${name}`}>
        Dismiss
      </Button>
    </>
  );
  return (
    <li>
      <Alert severity="warning" role="presentation" action={actions} sx={look}>
        <AlertTitle>Multiple Uploads Detected</AlertTitle>
        Multipled conflicting uploads were detected for <bdi>{name}</bdi>
      </Alert>
    </li>
  );
}

const look = { flexWrap: "wrap", "& .MuiAlert-message": { flex: "1 1 240px" } } as const;
