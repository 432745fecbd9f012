import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useContext, useId } from "react";
import { Link } from "react-router";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { MergeConflict } from "../../contract/conflicts/mergeChanges.ts";
import { messages } from "../../contract/messages.ts";
import { DraftStatusText } from "../drafts/DraftStatusText.tsx";
import { useContactBook } from "./contacts/contactBook.ts";
import { formatFieldValue } from "../record-parts/formatFieldValue.ts";
import { OptionsContext, ReferencesContext } from "../form/formContext.ts";
import { getFieldTitle } from "../ui/recordName.ts";
import { routes } from "../routes.ts";
import { formatClockTime } from "../ui/format.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { useAutoFocusProps } from "../ui/focus.ts";
import { BusyButton } from "../ui/BusyButton.tsx";
import { formatSaveFailure, getFieldErrors } from "../ui/states.tsx";
import { useBottomBarPadding } from "../ui/page/useBottomBarPadding.ts";
import type { OtherWindow, RecordFormState, SaveConflict, SaveState } from "./recordFormState.ts";

interface FormBarProps {
  saveState: SaveState;
  draftStatus: RecordFormState["draftStatus"];
  otherWindow: RecordFormState["otherWindow"];
  onOtherWindowClose: () => void;
  /** Sets the chosen values of conflicting fields. */
  onResolve: (values: JsonObject) => void;
  onDiscardMine: (recordId: string) => void;
}

/** The form's buttons and the result of the last save. Sticks to the bottom of the window. */
export function FormBar({ saveState, draftStatus, otherWindow, ...handlers }: FormBarProps) {
  const bar = useBottomBarPadding<HTMLDivElement>();
  const isSaving = saveState.status === "saving";
  return (
    <Box ref={bar} sx={barStyles}>
      <Box sx={NOTES}>
        {saveState.status === "dirty" && saveState.hasNewerEdits && (
          <Alert severity="info" sx={{ mb: 1.5 }}>
            The record was saved. Your later changes are not saved yet.
          </Alert>
        )}
        {otherWindow && (
          <OtherWindowNote
            {...otherWindow}
            onResolve={handlers.onResolve}
            onClose={handlers.onOtherWindowClose}
          />
        )}
        {saveState.status === "conflicted" && <ConflictNote {...saveState.conflict} {...handlers} />}
        {saveState.status === "failed" && <SaveFailure error={saveState.error} />}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Button component={Link} to={routes.home} sx={{ mr: { xs: "auto", sm: 0 } }}>
          Back
        </Button>
        <DraftStatusText
          status={draftStatus}
          unsavedMessage="Your changes cannot be saved as a draft. Save the record before you leave."
          sx={DRAFT_STATUS}
        />
        <BusyButton type="submit" name="intent" value="save" variant="outlined" isBusy={isSaving}>
          {isSaving ? "Saving…" : "Save"}
        </BusyButton>
        <BusyButton type="submit" name="intent" value="proceed" variant="contained" isBusy={isSaving}>
          Proceed to Upload
        </BusyButton>
      </Box>
    </Box>
  );
}

const barStyles = {
  position: "sticky",
  bottom: 0,
  zIndex: 4,
  mt: 4,
  mx: { xs: -2, md: 0 },
  px: { xs: 2, md: 0 },
  py: 1.5,
  bgcolor: "background.default",
  borderTop: 1,
  borderColor: "divider",
};

/** A long note scrolls, so that it does not cover the form in a low window. */
const NOTES = { maxHeight: "40vh", overflowY: "auto", "& p": { m: 0, mt: 0.5 } };

const STILL_IN_FORM = "Everything you typed is still in the form.";

/** Beside the buttons; on a phone, above them. */
const DRAFT_STATUS = {
  flex: { xs: "1 0 100%", sm: "1 1 0" },
  order: { xs: -1, sm: 0 },
  minWidth: 0,
  "&:empty": { display: { xs: "none", sm: "block" } },
};

interface OtherWindowNoteProps extends OtherWindow, Pick<FormBarProps, "onResolve"> {
  onClose: () => void;
}

/** Does not take the focus: it appears while the user types. */
function OtherWindowNote({ savedAt, conflicts, onResolve, onClose }: OtherWindowNoteProps) {
  const titles = conflicts.map(({ field }) => getFieldTitle(field)).join(", ");
  const takeOtherValues = () => {
    onResolve(Object.fromEntries(conflicts.map(({ field, theirs }) => [field, theirs])));
    onClose();
  };
  return (
    <Alert severity="info" onClose={onClose} sx={{ mb: 1.5 }}>
      You are also editing this in another window ({formatClockTime(savedAt)}). Its changes are in this form
      now.
      {conflicts.length > 0 && (
        <>
          {" "}
          Both windows changed {titles}; this form keeps what you typed here.{" "}
          <Button size="small" onClick={takeOtherValues}>
            Use the other window&rsquo;s values
          </Button>
        </>
      )}
    </Alert>
  );
}

/** Errors of single fields show at the fields instead. */
function SaveFailure({ error }: { error: Error }) {
  const id = useId();
  const autoFocusProps = useAutoFocusProps();
  if (getFieldErrors(error).length > 0) return null;
  return (
    <Alert
      {...autoFocusProps}
      aria-labelledby={id}
      severity="error"
      sx={{ mb: 1.5 }}
      action={<Button type="submit">Retry</Button>}
    >
      <div id={id}>
        <strong>{formatSaveFailure("The record", error)}</strong>
        <p>{error.message || messages.generic}</p>
        <p>{STILL_IN_FORM}</p>
      </div>
    </Alert>
  );
}

type ConflictNoteProps = SaveConflict & Pick<FormBarProps, "onResolve" | "onDiscardMine">;

/** Another user saved the record. The user chooses a value for each field that both changed. */
function ConflictNote({ message, savedAt, fieldConflicts, formValues, ...props }: ConflictNoteProps) {
  const { newerRevision, onResolve, onDiscardMine } = props;
  return (
    <Alert {...useAutoFocusProps()} aria-label="Saved by another user" severity="warning" sx={{ mb: 1.5 }}>
      <strong>The record was not saved.</strong>
      <p>
        {message}
        {savedAt && (
          <>
            {" "}
            It was saved on <Timestamp iso={savedAt} />.
          </>
        )}
      </p>
      <p>
        {fieldConflicts.length > 0 &&
          `Both of you changed ${fieldConflicts.map(({ field }) => getFieldTitle(field)).join(", ")}. Choose which value to save. `}
        {STILL_IN_FORM}
      </p>
      {fieldConflicts.map((conflict) => (
        <FieldConflictChoice
          key={conflict.field}
          {...conflict}
          formValue={formValues ? formValues[conflict.field] : conflict.mine}
          // Goes into the form at once, so that every save button saves it.
          onChoose={(value) => onResolve({ [conflict.field]: value })}
        />
      ))}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button type="submit" color="inherit" variant="outlined" size="small">
          {fieldConflicts.length > 0 ? "Save with the chosen values" : "Save again"}
        </Button>
        <Button
          color="inherit"
          size="small"
          onClick={() => newerRevision.recordId !== undefined && onDiscardMine(newerRevision.recordId)}
          sx={{ whiteSpace: "normal", textAlign: "start" }}
        >
          Discard my changes and open the saved record
        </Button>
      </Box>
    </Alert>
  );
}

interface FieldConflictChoiceProps extends MergeConflict {
  formValue: unknown;
  onChoose: (value: unknown) => void;
}

/** Both values, and a third one if the user changed the field again. */
function FieldConflictChoice({ field, formValue, onChoose, mine, theirs }: FieldConflictChoiceProps) {
  const hasLaterValue = !isEqualIgnoringEmpty(formValue, mine) && !isEqualIgnoringEmpty(formValue, theirs);
  const values = { Mine: mine, Theirs: theirs, ...(hasLaterValue && { "Entered later": formValue }) };
  const chosen = Object.entries(values).find(([, value]) => isEqualIgnoringEmpty(value, formValue))?.[0];
  const { contactRoles } = useContext(ReferencesContext);
  const options = useContext(OptionsContext);
  const { contacts } = useContactBook();
  const lists = { options, contacts, contactRoles };
  const formatValue = (value: unknown) =>
    formatFieldValue(getSchema("metadata").properties[field] ?? {}, value, lists).join(", ") || "(empty)";
  return (
    <RadioGroup
      aria-label={getFieldTitle(field)}
      value={chosen}
      onChange={(_, label) => onChoose(values[label as keyof typeof values])}
      sx={{ mt: 1 }}
    >
      <strong>{getFieldTitle(field)}</strong>
      {Object.entries(values).map(([label, value]) => (
        <FormControlLabel
          key={label}
          value={label}
          control={<Radio size="small" />}
          label={`${label}: ${formatValue(value)}`}
        />
      ))}
    </RadioGroup>
  );
}
