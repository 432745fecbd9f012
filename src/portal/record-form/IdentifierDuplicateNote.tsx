import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import { useCallback, useContext, useMemo, type ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { findRecordWithSameIdentifier } from "../../contract/findRecordWithSameIdentifier.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import type { JsonObject } from "../../contract/json.ts";
import { FieldNotesContext, FormValuesContext, IsUnfinishedContext } from "../form/formContext.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordPath } from "../routes.ts";

const IDENTIFIER = getFieldNameByRole(getSchema("metadata"), "identifier");

interface IdentifierDuplicateProps {
  /** The form's own record; undefined for a new one. */
  recordId: string | undefined;
  /** Undefined while loading. */
  records: RecordRow[] | undefined;
}

/** Adds a note to the identifier field if another record has the same identifier. In a copy, it must be changed. */
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

/** Every copy of a record has a duplicate identifier at first. */
function IdentifierDuplicateNote({ recordId: id, records }: IdentifierDuplicateProps) {
  const metadata = useContext(FormValuesContext);
  const duplicate = useMemo(() => findDuplicate(id, records, metadata), [records, id, metadata]);
  return (
    <div role="status">
      {duplicate && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          {duplicate.isUneditedCopy
            ? "Change this first: this record is a copy and still has the identifier of "
            : "Another record has this identifier: "}
          <Link
            component={RouterLink}
            to={getRecordPath("view", duplicate.id)}
            color="inherit"
            underline="always"
          >
            {duplicate.name || "a record without a name"}
          </Link>
          .
        </Alert>
      )}
    </div>
  );
}
