import type { FocusEvent, ReactNode } from "react";
import { useController, useMessages } from "../formScope.ts";
import { idOf } from "../formState.ts";
import { isWindowLeft } from "../isWindowLeft.ts";
import type { Layout } from "../widgetNames.ts";
import { EntryFaultNote } from "./EntryFaultNote.tsx";
import { FieldErrors } from "./FieldErrors.tsx";
import { FieldLabel } from "./FieldLabel.tsx";

interface FieldFrameProps {
  path: string[];
  label: string;
  help?: string;
  required?: boolean;
  layout?: Layout;
  /** A heading on the page that says the label already. Groups only. */
  headingId?: string;
  children: ReactNode;
}

/**
 * What surrounds an input: label above it, help under the label, errors below it. Leaving the frame is what counts
 * as having touched the field.
 */
export function FieldFrame({
  path,
  label,
  help = "",
  required = false,
  layout = "input",
  headingId,
  children,
}: FieldFrameProps) {
  const controller = useController();
  const messages = useMessages(path);
  const id = idOf(controller.idPrefix, path);
  const isGroup = layout === "group";
  const group = {
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
      {...(isGroup && group)}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (hasLeft(event) || (layout === "input" && hasLeftText(event) && !controller.pointer.isHeld))
          controller.touch(path);
      }}
    >
      {layout !== "inline" && (
        <>
          {headingId === undefined && (
            <FieldLabel id={id} isGroup={isGroup} required={required}>
              {label}
            </FieldLabel>
          )}
          {help && (
            <p id={`${id}-help`} className="field-help">
              {help}
            </p>
          )}
        </>
      )}
      {children}
      <FieldErrors id={`${id}-error`} messages={messages} />
      {messages.length > 0 && path.length === 1 && <EntryFaultNote id={`${id}-entries`} name={path[0]!} />}
    </div>
  );
}

/** False while focus moves inside the field, and when the whole window loses it, as to a file dialog. */
function hasLeft(event: FocusEvent<HTMLElement>): boolean {
  return !event.currentTarget.contains(event.relatedTarget) && !isWindowLeft(event);
}

/** Tab from the text to a button beside it, such as a calendar's, ends the typing. */
const hasLeftText = ({ target, relatedTarget }: FocusEvent<HTMLElement>) =>
  target instanceof HTMLInputElement && relatedTarget instanceof HTMLButtonElement;
