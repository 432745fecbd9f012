import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import { tryOrUndefined } from "../../../contract/tryOrUndefined.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import type { HistoryEntry } from "../../../contract/generated/entities.ts";
import { messages } from "../../../contract/messages.ts";
import { NO_REFERENCES } from "../../../contract/schema/references.ts";
import { decode } from "../../../contract/wire/wire.ts";
import { getHistoryEntryAuthor } from "../../providers/historyEntryAuthor.ts";
import { getFieldTitle } from "../../ui/recordName.ts";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { NameList } from "../../ui/NameList.tsx";
import { VersionBadge } from "../../ui/status/VersionBadge.tsx";
import { listChangedFields } from "./differences.ts";
import { formatFieldValue, useDisplayLists } from "../../record-parts/formatFieldValue.ts";
import { FieldChange } from "./FieldChange.tsx";
import { Entries } from "../MetadataValue.tsx";
import { useHistory } from "../../providers/recordQueries.ts";

/** As wide as the dialog: otherwise focus rings at its edge are cut off. */
const scrollAreaStyles = { height: 400, overflowY: "auto", mx: -3, px: 3, my: -2 };

export function HistoryModal({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  const { data, error, isFetching, refetch, ...older } = useHistory(recordId);
  const hasFailed = !data && error && !isFetching;
  return (
    <Modal
      open
      title="Metadata History"
      onClose={onClose}
      width="md"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Box sx={scrollAreaStyles} tabIndex={0} role="region" aria-label="History entries">
        {!data && !hasFailed && <Loading label="Loading history" />}
        {hasFailed && (
          <ErrorState title="The history could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <Typography color="textSecondary">{messages.noHistory}</Typography>}
        {data && data.length > 0 && (
          <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {data.map((entry, index) => (
              // Other services send all entries at once, without ids: the position from the end is stable.
              <HistoryEntryRow key={entry.id ?? data.length - index} entry={entry} />
            ))}
          </Box>
        )}
        {older.hasNextPage && (
          <Button
            loading={older.isFetchingNextPage}
            onClick={() => void older.fetchNextPage()}
            sx={{ display: "flex", mx: "auto", my: 2 }}
          >
            {older.isFetchNextPageError ? "Older changes could not be loaded. Retry" : "Show older changes"}
          </Button>
        )}
      </Box>
    </Modal>
  );
}

const MAX_NAMED_FIELDS = 4;

function HistoryEntryRow({ entry }: { entry: HistoryEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const contentId = useId();
  const titleId = useId();
  const { name, userId, username, date } = getHistoryEntryAuthor(entry);
  const before = entry.oldValues as JsonObject | null | undefined;
  const after = entry.newValues as JsonObject;
  const fields = useMemo(
    () => listChangedFields(getSchema("metadata"), before ?? null, after),
    [before, after],
  );
  return (
    <Box component="li" sx={{ py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Typography id={titleId} sx={{ fontWeight: 600 }}>
        {before ? "Edited" : "Created"}
      </Typography>
      {entry.uploadVersion && (
        <Typography variant="body2" color="textSecondary">
          after <VersionBadge version={entry.uploadVersion} />
        </Typography>
      )}
      <Typography>
        <bdi>{name}</bdi> (user id {userId}, <bdi>{username}</bdi>)
      </Typography>
      <Typography variant="body2" color="textSecondary">
        <Timestamp iso={date} />
      </Typography>
      {before && (
        <Typography variant="body2" color="textSecondary">
          {fields.length === 0 ? "No fields changed" : "Changed: "}
          <NameList
            names={fields.map(getFieldTitle)}
            pluralNoun="changed fields"
            maxShown={MAX_NAMED_FIELDS}
          />
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
        {isOpen && <RevisionChanges fields={fields} before={before ?? null} after={after} />}
      </div>
    </Box>
  );
}

interface RevisionChangesProps {
  fields: string[];
  before: JsonObject | null;
  after: JsonObject;
}

function RevisionChanges({ fields, before, after }: RevisionChangesProps) {
  const lists = useDisplayLists();
  // Without these lists, names and codes of the same region, agency or software would look different.
  if (!lists.references && !lists.hasFailed) return <Loading label="Loading names" />;
  const schema = getSchema("metadata");
  const [old, now] = [before, after].map((values) => values && decodeValues(values, lists.references));
  if (!now || (before && !old))
    return <p>This change cannot be shown because some of its values could not be read.</p>;
  return (
    <Box component="dl" sx={{ m: 0, mt: 1, display: "grid", gap: 1.25 }}>
      {fields.map((name) => {
        const field = schema.properties[name] ?? {};
        const texts = formatFieldValue(field, now[name], lists);
        return (
          <Box key={name}>
            <Box component="dt" sx={{ fontSize: "0.875rem", color: "text.secondary" }}>
              {field.title}
            </Box>
            <Box component="dd" sx={valueStyles}>
              {old ? (
                <FieldChange field={field} before={formatFieldValue(field, old[name], lists)} after={texts} />
              ) : (
                <Entries entries={texts} label={field.title ?? ""} />
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

const valueStyles = { m: 0, minWidth: 0, whiteSpace: "pre-line" };

/** Undefined if another system stored values that cannot be decoded. */
const decodeValues = (values: JsonObject, references = NO_REFERENCES): JsonObject | undefined =>
  tryOrUndefined(() => decode(getSchema("metadata"), values, "read", references));
