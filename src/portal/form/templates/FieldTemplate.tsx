import WarningIcon from "@mui/icons-material/WarningAmberOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { getUiOptions, type FieldTemplateProps } from "@rjsf/utils";
import { useContext } from "react";
import { Link as RouterLink } from "react-router";
import type { JsonObject, FieldSchema } from "../../../contract/schema/fields.ts";
import { comparedBy } from "../../../contract/schema/fieldSchema.ts";
import { recordPath } from "../../routes.ts";
import {
  FieldNotesContext,
  focusField,
  HolderContext,
  OwnErrorsContext,
  RelatedValuesContext,
  ShownContext,
  useFormActions,
} from "../formContext.ts";
import { isNamedByHeading, layoutOf, sectionId, type Layout } from "../uiSchema.ts";
import { FieldFrame } from "./FieldFrame.tsx";

/** One field of the form. The form itself has no frame, and neither has an entry of a list, which is a card. */
export function FieldTemplate(props: FieldTemplateProps<JsonObject>) {
  const { id, fieldPathId, label, required, rawDescription, schema, uiSchema, formData, children } = props;
  const { schema: whole, idPrefix } = useFormActions();
  const noteOf = useContext(FieldNotesContext);
  const { path } = fieldPathId;
  const field = schema as FieldSchema;
  if (path.length === 0 || (typeof path.at(-1) === "number" && field.type === "object")) return children;
  const name = path.join(".");
  const begin = comparedBy("startsWith", field);
  const layout = (getUiOptions(uiSchema)["layout"] as Layout | undefined) ?? layoutOf(field);
  return (
    <FieldFrame
      id={id}
      path={name}
      label={label}
      help={rawDescription ?? ""}
      required={required ?? false}
      layout={layout}
      entries={field.type === "array" ? ((formData as unknown[] | undefined) ?? []) : undefined}
      headingId={
        isNamedByHeading(whole, name) ? `${sectionId(idPrefix, field["x-section"] ?? "")}-heading` : undefined
      }
    >
      {children}
      {begin !== undefined && <StartNote name={name} other={begin} value={formData} />}
      {path.length === 1 && field["x-role"] === "identifier" && <HolderNote id={`${id}-holder`} />}
      {path.length === 1 && <RemovalNote name={name} id={id} />}
      {path.length === 1 && noteOf(name, formData)}
    </FieldFrame>
  );
}

interface StartNoteProps {
  name: string;
  /** The field with whose value this one, or each of its entries, should begin. */
  other: string;
  value: unknown;
}

/** Warns of values that do not begin as they should; they are kept and refused by nobody. */
function StartNote({ name, other, value }: StartNoteProps) {
  const { schema } = useFormActions();
  const start = useContext(RelatedValuesContext)[other];
  const errors = useContext(OwnErrorsContext);
  const pattern = schema.properties[name]?.items?.pattern ?? schema.properties[name]?.pattern;
  // Values that break a rule are left out: their error comes first.
  const isStrange = (text: unknown): text is string =>
    typeof text === "string" && !text.startsWith(String(start)) && new RegExp(pattern ?? "", "u").test(text);
  const strangers = errors.length > 0 ? [] : [value].flat().filter(isStrange);
  const isShown = typeof start === "string" && start !== "" && strangers.length > 0;
  return (
    <div role="status">
      {isShown && (
        <Box sx={{ display: "flex", gap: 0.75, mt: 0.75, color: "warning.main" }}>
          <WarningIcon sx={{ fontSize: 18, mt: "1px" }} aria-hidden="true" />
          <Typography variant="body2">
            Does not begin with {start}, the chosen {schema.properties[other]?.title?.toLowerCase()}:{" "}
            {strangers.join(", ")}. It can be saved all the same.
          </Typography>
        </Box>
      )}
    </div>
  );
}

/** Warns of an identifier that another record has, as each copy has at first. */
function HolderNote({ id }: { id: string }) {
  const holder = useContext(HolderContext);
  return (
    <div id={id} role="status">
      {holder && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          {holder.isSameInAll
            ? "Change this first: this record is a copy, and still has the identifier of "
            : "Another record has this identifier: "}
          <Link component={RouterLink} to={recordPath("view", holder.id)} color="inherit" underline="always">
            {holder.name || "a record without a name"}
          </Link>
          .
        </Alert>
      )}
    </div>
  );
}

/** Says what was taken away at a field, and puts it back when asked to. */
function RemovalNote({ name, id }: { name: string; id: string }) {
  const { undo, dismiss } = useFormActions();
  const { removal } = useContext(ShownContext);
  /** The note goes, and with it the button that has the focus. */
  const endWith = (answer: () => void) => () => {
    answer();
    focusField(id);
  };
  return (
    <div role="status">
      {removal?.at === name && (
        <Alert severity="info" variant="outlined" sx={{ mt: 1 }}>
          {removal.words}
          <Box sx={{ display: "flex", gap: 1, mt: 0.5, ml: -1.5 }}>
            <Button color="inherit" size="small" onClick={endWith(undo)}>
              Undo
            </Button>
            <Button color="inherit" size="small" onClick={endWith(dismiss)}>
              Dismiss
            </Button>
          </Box>
        </Alert>
      )}
    </div>
  );
}
