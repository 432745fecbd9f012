import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useDeepCompareMemo } from "@rjsf/utils";
import { useContext, type FocusEvent, type ReactNode } from "react";
import { formatEntryList } from "../../../contract/schema/parseEntry.ts";
import {
  isWindowBlur,
  FieldErrorsContext,
  VisibleErrorsContext,
  useFormState,
  useHintId,
} from "../formContext.ts";
import type { Layout } from "../uiSchema.ts";
import type { FormError } from "../validator.ts";

interface FieldFrameProps {
  id: string;
  /** Dotted path of the value. */
  path: string;
  label: string;
  help?: string;
  required?: boolean;
  layout?: Layout;
  headingId?: string | undefined;
  entries?: unknown[] | undefined;
  children: ReactNode;
}

/** Label, help, input and errors of a field. The field is touched when the focus leaves the frame. */
export const FieldFrame = (props: FieldFrameProps) => (
  <FieldErrorsProvider path={props.path} hasSingleInput={props.entries !== undefined}>
    <Frame {...props} />
  </FieldErrorsProvider>
);

interface FieldErrorsProviderProps {
  path: string;
  hasSingleInput: boolean;
  children: ReactNode;
}

/** Subscribes to all errors, so that a frame and its input re-render only for their own. */
function FieldErrorsProvider({ path, hasSingleInput, children }: FieldErrorsProviderProps) {
  const isOwn = (error: FormError) =>
    error.path.join(".") === path || (hasSingleInput && error.path.slice(0, -1).join(".") === path);
  const errors = useDeepCompareMemo(useContext(VisibleErrorsContext).filter(isOwn));
  return <FieldErrorsContext value={errors}>{children}</FieldErrorsContext>;
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
  const formState = useFormState();
  const errors = useContext(FieldErrorsContext);
  const invalidEntries = formatInvalidEntries(errors, path, entries);
  const hintId = useHintId(id);
  const messages = [...new Set(errors.map(({ message }) => message))];
  const group = layout === "group" && {
    id,
    role: "group",
    tabIndex: -1,
    "aria-labelledby": headingId ?? `${id}-label`,
    "aria-describedby":
      [help && `${id}-help`, hintId, messages.length > 0 && `${id}-error`].filter(Boolean).join(" ") ||
      undefined,
  };
  return (
    <div
      className="field"
      {...group}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (hasFocusLeft(event) || (layout === "input" && hasFocusMovedToButton(event)))
          formState.touch(path);
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
      <div className="errors">
        <FieldErrors id={`${id}-error`} messages={messages} />
        {invalidEntries !== "" && (
          <Typography id={`${id}-entries`} className="error" variant="body2" color="error">
            Entries to correct: {invalidEntries}
          </Typography>
        )}
      </div>
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

/** Hidden from screen readers: inputs have aria-required. */
export const RequiredMark = () => (
  <span className="required" aria-hidden="true">
    *
  </span>
);

interface FieldErrorsProps {
  id: string;
  messages: string[];
}

export function FieldErrors({ id, messages }: FieldErrorsProps) {
  if (messages.length === 0) return null;
  return (
    <Box id={id} className="error" sx={{ color: "error.main" }}>
      {messages.map((message) => (
        <Box key={message} sx={{ display: "flex", gap: 0.75, alignItems: "flex-start" }}>
          <ErrorOutlineIcon sx={{ fontSize: 18, mt: "1px" }} aria-hidden="true" />
          <Typography variant="body2">{message}</Typography>
        </Box>
      ))}
    </Box>
  );
}

export function formatInvalidEntries(
  errors: { path: string[] }[],
  path: string,
  entries: unknown[] = [],
): string {
  const entryErrors = errors.filter((error) => error.path.join(".") !== path);
  const texts = new Set(entryErrors.map((error) => entries[Number(error.path.at(-1))]));
  return formatEntryList(
    [...texts].filter((text) => text !== undefined && typeof text !== "object").map(String),
  );
}

/** False if the focus moves inside the element, or if the whole window loses it, for example to a file dialog. */
export function hasFocusLeft(event: FocusEvent<HTMLElement>): boolean {
  return !event.currentTarget.contains(event.relatedTarget) && !isWindowBlur(event);
}

/** Tab from the text to its own button, such as the calendar's, ends the typing. */
const hasFocusMovedToButton = ({ target, relatedTarget }: FocusEvent<HTMLElement>) =>
  target instanceof HTMLInputElement && relatedTarget instanceof HTMLButtonElement;
