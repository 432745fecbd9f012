import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useDeepCompareMemo } from "@rjsf/utils";
import { useContext, type FocusEvent, type ReactNode } from "react";
import { namedEntries } from "../../../contract/schema/readEntry.ts";
import { isWindowLeft, OwnErrorsContext, ShownErrorsContext, useFormActions } from "../formContext.ts";
import type { Layout } from "../uiSchema.ts";
import type { ShownError } from "../validator.ts";

interface FieldFrameProps {
  id: string;
  /** The value's path, joined by dots. */
  path: string;
  label: string;
  help?: string;
  required?: boolean;
  layout?: Layout;
  /** A heading on the page that says the label already. Groups only. */
  headingId?: string | undefined;
  /** The entries of a list that is entered as a whole: each wrong one is named. */
  entries?: unknown[] | undefined;
  children: ReactNode;
}

/**
 * What surrounds an input: label above it, help under the label, errors below it. Leaving the frame is what counts
 * as having left the field.
 */
export const FieldFrame = (props: FieldFrameProps) => (
  <OwnErrors path={props.path} isWhole={props.entries !== undefined}>
    <Frame {...props} />
  </OwnErrors>
);

interface OwnErrorsProps {
  path: string;
  isWhole: boolean;
  children: ReactNode;
}

/** Alone hears of all errors: a frame and its input are drawn anew for their own only. */
function OwnErrors({ path, isWhole, children }: OwnErrorsProps) {
  const isOwn = ({ path: at }: ShownError) =>
    at.join(".") === path || (isWhole && at.slice(0, -1).join(".") === path);
  const errors = useDeepCompareMemo(useContext(ShownErrorsContext).filter(isOwn));
  return <OwnErrorsContext value={errors}>{children}</OwnErrorsContext>;
}

function Frame(props: FieldFrameProps) {
  const {
    id,
    path,
    label,
    help = "",
    required = false,
    layout = "input",
    headingId,
    entries,
    children,
  } = props;
  const actions = useFormActions();
  const errors = useContext(OwnErrorsContext);
  const wrong = wrongEntries(errors, path, entries);
  const messages = [...new Set(errors.map(({ message }) => message))];
  const group = layout === "group" && {
    id,
    role: "group",
    tabIndex: -1,
    "aria-labelledby": headingId ?? `${id}-label`,
    "aria-describedby":
      [help && `${id}-help`, messages.length > 0 && `${id}-error`].filter(Boolean).join(" ") || undefined,
  };
  return (
    <div
      className="field"
      {...group}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (hasLeft(event) || (layout === "input" && hasLeftText(event))) actions.leave(path);
      }}
    >
      {layout !== "inline" && headingId === undefined && (
        <Label id={id} isGroup={layout === "group"} required={required}>
          {label}
        </Label>
      )}
      {help && layout !== "inline" && (
        <p id={`${id}-help`} className="help">
          {help}
        </p>
      )}
      {children}
      <FieldErrors id={`${id}-error`} messages={messages} />
      {wrong !== "" && (
        <Typography id={`${id}-entries`} variant="body2" color="error" sx={{ mt: 0.5 }}>
          To be corrected: {wrong}
        </Typography>
      )}
    </div>
  );
}

interface LabelProps {
  id: string;
  isGroup: boolean;
  required: boolean;
  children: string;
}

function Label({ id, isGroup, required, children }: LabelProps) {
  const Element = isGroup ? "div" : "label";
  return (
    <Element id={`${id}-label`} className="label" {...(!isGroup && { htmlFor: id })}>
      {children}
      {required && <RequiredMark />}
    </Element>
  );
}

/** The asterisk of a required field. Inputs say it to assistive technology themselves. */
export const RequiredMark = () => (
  <span className="required" aria-hidden="true">
    *
  </span>
);

interface FieldErrorsProps {
  id: string;
  messages: string[];
}

/** What is wrong with a field, under its input. */
export function FieldErrors({ id, messages }: FieldErrorsProps) {
  if (messages.length === 0) return null;
  return (
    <Box id={id} sx={{ mt: 0.75, color: "error.main" }}>
      {messages.map((message) => (
        <Box key={message} sx={{ display: "flex", gap: 0.75, alignItems: "flex-start" }}>
          <ErrorOutlineIcon sx={{ fontSize: 18, mt: "1px" }} aria-hidden="true" />
          <Typography variant="body2">{message}</Typography>
        </Box>
      ))}
    </Box>
  );
}

/** The entries of a list that its errors mean, as one text: of fifty codes the wrong one has to be named. */
export function wrongEntries(errors: { path: string[] }[], path: string, entries: unknown[] = []): string {
  const own = errors.filter((error) => error.path.join(".") !== path);
  const texts = new Set(own.map((error) => entries[Number(error.path.at(-1))]));
  return namedEntries(
    [...texts].filter((text) => text !== undefined && typeof text !== "object").map(String),
  );
}

/** False while focus moves inside, and when the whole window loses it, as to a file dialog. */
export function hasLeft(event: FocusEvent<HTMLElement>): boolean {
  return !event.currentTarget.contains(event.relatedTarget) && !isWindowLeft(event);
}

/** Tab from the text to a button beside it, such as a calendar's, ends the typing. */
const hasLeftText = ({ target, relatedTarget }: FocusEvent<HTMLElement>) =>
  target instanceof HTMLInputElement && relatedTarget instanceof HTMLButtonElement;
