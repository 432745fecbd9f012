import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Notification } from "../../contract/generated/entities.ts";
import type { JsonObject } from "../../contract/json.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { FieldValueList } from "../record-parts/FieldValueList.tsx";
import { useRecordNotifications } from "../providers/recordQueries.ts";
import { formatRejectionEvent } from "../record-parts/rejectionReasons.ts";
import { formatQuantity } from "../ui/format.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { VersionBadge } from "../ui/status/VersionBadge.tsx";
import { Timestamp } from "../ui/Timestamp.tsx";
import { checklistFields, useChecklistDecoder } from "./checklist/checklist.ts";

/** For agency admins: every decision about the record, with its note and checklist, the latest first. */
export function DecisionHistoryCard({ recordId }: { recordId: string }) {
  const { data: notifications = [] } = useRecordNotifications(recordId);
  const decisions = notifications
    .filter(({ status }) => status === "accepted" || status === "rejected")
    .toReversed();
  if (decisions.length === 0) return null;
  return (
    <SectionCard title="Decisions">
      <Box component="ul" aria-label="Decisions" sx={listStyles}>
        {decisions.map((decision, index) => (
          // The position from the end is stable.
          <li key={decisions.length - index}>
            <DecisionEntry decision={decision} />
          </li>
        ))}
      </Box>
    </SectionCard>
  );
}

function DecisionEntry({ decision }: { decision: Notification }) {
  const { status, username, date, uploadVersion, note = "", reasons = [], checklist } = decision;
  return (
    <>
      <Typography>
        <strong>{status === "accepted" ? "Accepted" : formatRejectionEvent(decision)}</strong> by{" "}
        <bdi>{showInvisibleCharacters(username)}</bdi>, <Timestamp iso={date} />{" "}
        <VersionBadge version={uploadVersion} />
        {reasons.length > 0 && ` ${formatQuantity(reasons.length, "change")}`}
      </Typography>
      {note !== "" && (
        <Typography dir="auto" variant="body2" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          Note: {note}
        </Typography>
      )}
      {checklist && <Checklist sent={checklist as JsonObject} />}
    </>
  );
}

function Checklist({ sent }: { sent: JsonObject }) {
  const values = useChecklistDecoder()(sent);
  return values ? (
    <FieldValueList fields={checklistFields} values={values} />
  ) : (
    <Typography variant="body2">The checklist of this decision could not be read.</Typography>
  );
}

const listStyles = { listStyle: "none", m: 0, p: 0, display: "grid", gap: 2 };
