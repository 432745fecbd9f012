import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { format } from "date-fns";
import { useContext, useId } from "react";
import { Link } from "react-router";
import { isSame } from "../../contract/schema/isSame.ts";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import type { ContestedField } from "../../contract/conflicts/mergeChanges.ts";
import { messages } from "../../contract/messages.ts";
import { useContactBook } from "../form/contacts/contactBook.ts";
import { displayValue } from "../displayValue.ts";
import { OptionsContext, useSurroundings } from "../form/formContext.ts";
import { fieldTitle } from "../recordName.ts";
import { routes } from "../routes.ts";
import { Moment } from "../ui/Moment.tsx";
import { useFocusedNote } from "../ui/takeFocus.ts";
import { BusyButton } from "../ui/BusyButton.tsx";
import { refusedFaults } from "../ui/states.tsx";
import { useRoomBelow } from "../ui/useRoomBelow.ts";
import type { SaveConflict, SaveState, Work } from "./recordWork.ts";

interface FormBarProps {
  state: SaveState;
  kept: Work["kept"];
  /** The user chose what is to stand in some contested fields. */
  onTake: (values: JsonObject) => void;
  onTakeTheirs: (recordId: string) => void;
}

/** The form's buttons and what became of the last save, always in sight at its bottom. */
export function FormBar({ state, kept, ...choosing }: FormBarProps) {
  const bar = useRoomBelow<HTMLDivElement>();
  const isSaving = state.is === "saving";
  return (
    <Box ref={bar} sx={BAR}>
      <Box sx={NOTES}>
        {state.is === "dirty" && state.isBehind && (
          <Alert severity="info" sx={{ mb: 1.5 }}>
            The record was saved. What you changed since then is not saved yet.
          </Alert>
        )}
        {state.is === "conflicted" && <ConflictNote {...state.conflict} {...choosing} />}
        {state.is === "failed" && <Failure error={state.error} />}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Button component={Link} to={routes.home} sx={{ mr: { xs: "auto", sm: 0 } }}>
          Back
        </Button>
        <KeptNote {...kept} />
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

const BAR = {
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

/** In a low window a long note scrolls, or nothing of the form could be seen above it. */
const NOTES = { maxHeight: "40vh", overflowY: "auto" };

/** Says quietly what a reload would leave of what is typed. */
function KeptNote({ isKept, at }: FormBarProps["kept"]) {
  const words = !isKept
    ? "Unsaved changes cannot be kept on this device: its storage is full or blocked."
    : at && `All changes kept on this device ${format(new Date(at), "h:mm aaa")}`;
  return (
    <Typography role="status" variant="caption" color="textSecondary" sx={KEPT_NOTE}>
      {words}
    </Typography>
  );
}

/** Beside the buttons; on a phone a line of its own above them. */
const KEPT_NOTE = {
  flex: { xs: "1 0 100%", sm: "1 1 0" },
  order: { xs: -1, sm: 0 },
  minWidth: 0,
  "&:empty": { display: { xs: "none", sm: "block" } },
};

/** Says that nothing was saved and nothing is lost, and tries the same again. What was refused is said at the fields. */
function Failure({ error }: { error: Error }) {
  const id = useId();
  const note = useFocusedNote();
  if (refusedFaults(error).length > 0) return null;
  return (
    <Alert
      {...note}
      aria-labelledby={id}
      severity="error"
      sx={{ mb: 1.5 }}
      action={<Button type="submit">Retry</Button>}
    >
      <span id={id}>
        <strong>The record was not saved.</strong> {error.message || messages.generic} Everything you typed is
        still here.
      </span>
    </Alert>
  );
}

type ConflictNoteProps = SaveConflict & Pick<FormBarProps, "onTake" | "onTakeTheirs">;

/** Tells who saved the record meanwhile; of each field that both changed, the user says whose value stands. */
function ConflictNote({ words, savedAt, contested, theirs, now, onTake, onTakeTheirs }: ConflictNoteProps) {
  return (
    <Alert {...useFocusedNote()} aria-label="Saved meanwhile" severity="warning" sx={{ mb: 1.5 }}>
      <strong>The record was not saved.</strong> {words}
      {savedAt && (
        <>
          {" "}
          It was saved on <Moment iso={savedAt} />.
        </>
      )}
      {contested.length > 0 &&
        ` Both of you changed ${contested.map(({ field }) => fieldTitle(field)).join(", ")}: choose what is to stand.`}{" "}
      Everything you typed is still here.
      {contested.map((one) => (
        <ContestedChoice
          key={one.field}
          {...one}
          now={now ? now[one.field] : one.mine}
          // Into the form at once: whichever of its buttons saves then, saves what was chosen.
          onChoose={(value) => onTake({ [one.field]: value })}
        />
      ))}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button type="submit" color="inherit" variant="outlined" size="small">
          {contested.length > 0 ? "Save with these choices" : "Save again"}
        </Button>
        <Button
          color="inherit"
          size="small"
          onClick={() => theirs.recordId !== undefined && onTakeTheirs(theirs.recordId)}
          sx={{ whiteSpace: "normal", textAlign: "start" }}
        >
          Discard mine and open the saved version
        </Button>
      </Box>
    </Alert>
  );
}

interface ContestedChoiceProps extends ContestedField {
  /** What the form holds. */
  now: unknown;
  onChoose: (value: unknown) => void;
}

/** A field that both sides changed, with both values, and with a third that was entered since. */
function ContestedChoice({ field, now, onChoose, mine, theirs }: ContestedChoiceProps) {
  const isThird = !isSame(now, mine) && !isSame(now, theirs);
  const sides = { Mine: mine, Theirs: theirs, ...(isThird && { "Entered since": now }) };
  const chosen = Object.entries(sides).find(([, value]) => isSame(value, now))?.[0];
  const { references } = useSurroundings();
  const options = useContext(OptionsContext);
  const { contacts } = useContactBook();
  const lists = { options, contacts, contactRoles: references.contactRoles };
  const textOf = (value: unknown) =>
    displayValue(schemaOf("metadata").properties[field] ?? {}, value, lists).join(", ") || "(empty)";
  return (
    <RadioGroup
      aria-label={fieldTitle(field)}
      value={chosen}
      onChange={(_, side) => onChoose(sides[side as keyof typeof sides])}
      sx={{ mt: 1 }}
    >
      <strong>{fieldTitle(field)}</strong>
      {Object.entries(sides).map(([side, value]) => (
        <FormControlLabel
          key={side}
          value={side}
          control={<Radio size="small" />}
          label={`${side}: ${textOf(value)}`}
        />
      ))}
    </RadioGroup>
  );
}
