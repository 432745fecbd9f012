import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useStore } from "react-admin";
import { Link } from "react-router";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordPath } from "../routes.ts";
import { ClampedName } from "../ui/ClampedName.tsx";
import { getRecordName } from "../ui/recordName.ts";
import { CollapsibleItems } from "../ui/NameList.tsx";

/** A dismissed banner returns only if a new conflicting file version arrives. Dismissals are stored in this browser. */
export function ConflictBanners({ records }: { records: RecordRow[] }) {
  const [dismissed, setDismissed] = useStore<Record<string, string[]>>("records.dismissedConflicts", {});
  const shownRecords = records.filter(({ id, conflicts = [] }) =>
    conflicts.some(({ uploadId }) => !dismissed[id]?.includes(uploadId)),
  );
  const dismiss = ({ id, conflicts = [] }: RecordRow) =>
    setDismissed((earlier) => ({ ...earlier, [id]: conflicts.map(({ uploadId }) => uploadId) }));
  return (
    <div role="status">
      {shownRecords.length > 0 && (
        <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, mb: 3, display: "grid", gap: 1.5 }}>
          <CollapsibleItems
            items={shownRecords}
            pluralNoun="records with conflicting uploads"
            maxShown={3}
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
  const name = getRecordName(record.currentMetadata);
  const actions = (
    <>
      <Button component={Link} to={getRecordPath("view", record.id)} aria-label={`Resolve Now: ${name}`}>
        Resolve Now
      </Button>
      <Button onClick={onDismiss} aria-label={`Dismiss: ${name}`}>
        Dismiss
      </Button>
    </>
  );
  return (
    <li>
      <Alert severity="warning" role="presentation" action={actions}>
        <AlertTitle>Multiple Uploads Detected</AlertTitle>
        Multipled conflicting uploads were detected for <ClampedName name={name} />
      </Alert>
    </li>
  );
}
