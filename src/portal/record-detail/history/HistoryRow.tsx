import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import { schemaOf, type Bag } from "../../../contract/fields.ts";
import type { HistoryEntry } from "../../../contract/generated/entities.ts";
import { authorOf } from "../../providers/authorOf.ts";
import { longDate } from "../../ui/longDate.ts";
import { changedFields } from "./fieldChanges.ts";
import { VersionChanges } from "./VersionChanges.tsx";

/** So many changed fields are named before the entry is opened. */
const NAMED = 4;

/** One save: what it was, who made it and when, and what it changed once that is asked for. */
export function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const contentId = useId();
  const titleId = useId();
  const { name, userId, username, date } = authorOf(entry);
  const before = entry.oldValues as Bag | null | undefined;
  const after = entry.newValues as Bag;
  const fields = useMemo(() => changedFields(schemaOf("metadata"), before ?? null, after), [before, after]);
  return (
    <Box component="li" sx={{ py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Typography id={titleId} sx={{ fontWeight: 600 }}>
        {before ? "Edited" : "Created"}
      </Typography>
      <Typography>
        <bdi>{name}</bdi> (user id {userId}, <bdi>{username}</bdi>)
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {longDate(date)}
      </Typography>
      {before && (
        <Typography variant="body2" color="textSecondary">
          {fields.length === 0 ? "Saved without a change" : `Changed: ${namesOf(fields)}`}
        </Typography>
      )}
      {fields.length > 0 && (
        <Button
          size="small"
          sx={{ ml: -2 }}
          aria-expanded={isOpen}
          aria-controls={contentId}
          aria-describedby={titleId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {before ? (isOpen ? "Hide changes" : "Show changes") : isOpen ? "Hide values" : "Show values"}
        </Button>
      )}
      <div id={contentId}>
        {isOpen && <VersionChanges fields={fields} before={before ?? null} after={after} />}
      </div>
    </Box>
  );
}

function namesOf(fields: string[]): string {
  const { properties } = schemaOf("metadata");
  const names = fields.slice(0, NAMED).map((name) => properties[name]?.title ?? name);
  const rest = fields.length - NAMED;
  return names.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
