import Alert, { type AlertColor } from "@mui/material/Alert";
import Link from "@mui/material/Link";
import { useCallback, useContext, useMemo, type ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import {
  findRecordWithSameIdentifier,
  listPreviousRecords,
} from "../../contract/records/findRecordWithSameIdentifier.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import type { IdentifierUse } from "../../contract/generated/entities.ts";
import type { JsonObject } from "../../contract/json.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { FieldNotesContext, FormValuesContext, IsUnfinishedContext } from "../form/formContext.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { useIdentifierUse } from "../providers/useIdentifierUse.ts";
import { ClampedName } from "../ui/ClampedName.tsx";
import { getRecordText } from "../ui/recordName.ts";
import { getRecordPath } from "../routes.ts";

const IDENTIFIER = getFieldNameByRole(getSchema("metadata"), "identifier");

interface IdentifierDuplicateProps {
  /** The form's own record; undefined for a new one. */
  recordId: string | undefined;
  /** Undefined while loading. */
  records: RecordRow[] | undefined;
}

/** Adds a note to the identifier field if another record has the same identifier. A copy must get another one. */
export function IdentifierDuplicates(props: IdentifierDuplicateProps & { children: ReactNode }) {
  const { recordId, records, children } = props;
  const renderOuterNote = useContext(FieldNotesContext);
  const renderFieldNote = useCallback(
    (name: string, value: unknown) => (
      <>
        {renderOuterNote(name, value)}
        {name === IDENTIFIER && <IdentifierDuplicateNote recordId={recordId} records={records} />}
      </>
    ),
    [renderOuterNote, recordId, records],
  );
  const isUnfinished = useCallback(
    (name: string, metadata: JsonObject) =>
      name === IDENTIFIER && findDuplicate(recordId, records, metadata)?.isUneditedCopy === true,
    [recordId, records],
  );
  return (
    <IsUnfinishedContext value={isUnfinished}>
      <FieldNotesContext value={renderFieldNote}>{children}</FieldNotesContext>
    </IsUnfinishedContext>
  );
}

const findDuplicate = (id: string | undefined, records: RecordRow[] | undefined, metadata: JsonObject) =>
  records && findRecordWithSameIdentifier(records, { id, metadata });

/** Every copy of a record has a duplicate identifier at first. A new version keeps it. */
function IdentifierDuplicateNote({ recordId: id, records }: IdentifierDuplicateProps) {
  const metadata = useContext(FormValuesContext);
  const identifier = getRecordText(metadata, "identifier").trim();
  const duplicate = useMemo(() => findDuplicate(id, records, metadata), [records, id, metadata]);
  const { data: use } = useIdentifierUse(identifier, id);
  const [previous] = listPreviousRecords(records ?? [], id);
  const isOfPrevious = previous && getRecordText(previous.currentMetadata, "identifier") === identifier;
  const isOwn = ({ vendor }: IdentifierUse["records"][number]) => vendor === session.getAccount()?.username;
  const found = duplicate ?? use?.records.find(isOwn);
  const isUsedByOthers = use?.isUsedByOthers === true || (use?.records ?? []).length > 0;
  return (
    <div role="status">
      {duplicate?.isUneditedCopy ? (
        <Note>
          Change this first: this record is a copy and still has the identifier of{" "}
          <RecordLink id={duplicate.id} name={duplicate.name} />.
        </Note>
      ) : found ? (
        <Note>
          Used by your record <RecordLink id={found.id} name={found.name} />. You can still save it.
        </Note>
      ) : isUsedByOthers ? (
        <Note>This identifier is already used by another vendor. You can still save it.</Note>
      ) : (
        isOfPrevious && (
          <Note severity="info">
            This record is a new version of{" "}
            <RecordLink id={previous.id} name={getRecordText(previous.currentMetadata, "title")} />, so it
            keeps its identifier.
          </Note>
        )
      )}
    </div>
  );
}

const Note = ({ severity = "warning", children }: { severity?: AlertColor; children: ReactNode }) => (
  <Alert severity={severity} variant="outlined" sx={{ mt: 1 }}>
    {children}
  </Alert>
);

const RecordLink = ({ id, name }: { id: string; name: string }) => (
  <Link component={RouterLink} to={getRecordPath("view", id)} color="inherit" underline="always">
    <ClampedName name={showInvisibleCharacters(name) || "a record without a name"} />
  </Link>
);
