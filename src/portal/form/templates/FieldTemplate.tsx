import WarningIcon from "@mui/icons-material/WarningAmberOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { getUiOptions, type FieldTemplateProps } from "@rjsf/utils";
import { useContext } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { getLabelWithUnit } from "../../../contract/schema/fieldSchema.ts";
import { canHaveWarnings, listFieldWarnings } from "../../../contract/rules/fieldWarnings.ts";
import {
  FieldNotesContext,
  focusField,
  FieldErrorsContext,
  RelatedValuesContext,
  FormUiStateContext,
  useFormState,
} from "../formContext.ts";
import { isLabeledByHeading, getLayout, buildSectionId } from "../uiSchema.ts";
import { FieldFrame } from "./FieldFrame.tsx";

/** The form itself has no frame, and neither has a list entry, which is a card. */
export function FieldTemplate(props: FieldTemplateProps<JsonObject>) {
  const { id, fieldPathId, label, required, rawDescription, schema, uiSchema, formData, children } = props;
  const { schema: formSchema, idPrefix } = useFormState();
  const renderFieldNote = useContext(FieldNotesContext);
  const { path } = fieldPathId;
  const field = schema as FieldSchema;
  if (path.length === 0 || (typeof path.at(-1) === "number" && field.type === "object")) return children;
  const name = path.join(".");
  return (
    <FieldFrame
      id={id}
      path={name}
      label={getUiOptions(uiSchema).title ?? getLabelWithUnit(field, label)}
      help={rawDescription ?? ""}
      required={required ?? false}
      layout={getLayout(field, uiSchema)}
      entries={field.type === "array" ? ((formData as unknown[] | undefined) ?? []) : undefined}
      headingId={
        isLabeledByHeading(formSchema, name)
          ? `${buildSectionId(idPrefix, field["x-section"] ?? "")}-heading`
          : undefined
      }
    >
      {children}
      {canHaveWarnings(field) && <FieldWarnings field={field} value={formData} />}
      {path.length === 1 && <UndoNote name={name} id={id} />}
      {path.length === 1 && (
        <div id={`${id}-note`} className="note">
          {renderFieldNote(name, formData)}
        </div>
      )}
    </FieldFrame>
  );
}

/** Rules that do not block saving. */
function FieldWarnings({ field, value }: { field: FieldSchema; value: unknown }) {
  const { schema } = useFormState();
  const relatedValues = useContext(RelatedValuesContext);
  const errors = useContext(FieldErrorsContext);
  const warnings = errors.length > 0 ? [] : listFieldWarnings(schema, field, value, relatedValues);
  return (
    <div role="status" className="note">
      {warnings.map((text) => (
        <Box key={text} sx={{ display: "flex", gap: 0.75, color: "warning.main" }}>
          <WarningIcon sx={{ fontSize: 18, mt: "1px" }} aria-hidden="true" />
          <Typography variant="body2">{text} You can still save it.</Typography>
        </Box>
      ))}
    </div>
  );
}

function UndoNote({ name, id }: { name: string; id: string }) {
  const { undo, dismissUndo } = useFormState();
  const undoEntry = useContext(FormUiStateContext).undoEntry;
  // The focused button disappears with the note.
  const closeWith = (action: () => void) => () => {
    action();
    focusField(id);
  };
  return (
    <div role="status" className="note">
      {undoEntry?.field === name && (
        <Alert severity="info" variant="outlined" sx={{ mt: 1 }}>
          {undoEntry.message}
          <Box sx={{ display: "flex", gap: 1, mt: 0.5, ml: -1.5 }}>
            <Button color="inherit" size="small" onClick={closeWith(() => undo(undoEntry))}>
              Undo
            </Button>
            <Button color="inherit" size="small" onClick={closeWith(dismissUndo)}>
              Dismiss
            </Button>
          </Box>
        </Alert>
      )}
    </div>
  );
}
