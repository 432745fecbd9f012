import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useContext, useEffect, useRef, useState, type MouseEvent, type RefObject } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { getFieldNameByRole, type EntitySchema, type FieldSchema } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { splitContacts } from "../contacts/contactAssignments.ts";
import {
  focusField,
  FormUiStateContext,
  VisibleErrorsContext,
  useFormState,
  useFormServices,
} from "../formContext.ts";
import type { References } from "../../../contract/schema/references.ts";
import { FOR_KEYBOARDS } from "../../theme.ts";
import { isTyping } from "../../ui/focus.ts";
import { isSingleInputList } from "../uiSchema.ts";
import { getInputPath, groupErrorsByLine, type VisibleError } from "../validator.ts";
import { formatInvalidEntries } from "./FieldFrame.tsx";

interface SummaryLine {
  key: string;
  /** The input's id, then the ids around it. Empty for an error of the whole form. */
  ids: string[];
  text: string;
}

export function ErrorSummary({ values }: { values: JsonObject }) {
  const { idPrefix } = useFormState();
  const { failedSubmits } = useContext(FormUiStateContext);
  const lines = useSummaryLines(values);
  const summary = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const announcement = useErrorNavigation(lines, status);
  useEffect(() => {
    if (failedSubmits === 0 || isTyping()) return;
    summary.current?.focus({ preventScroll: true });
    // The scroll margin keeps it clear of the sticky menu.
    summary.current?.scrollIntoView?.({ block: "start" });
  }, [failedSubmits]);
  const heading = `${idPrefix}-errors`;
  return (
    <>
      <Box ref={status} role="status" sx={visuallyHidden}>
        {lines.length > 0 && announcement}
      </Box>
      {failedSubmits > 0 && lines.length > 0 && (
        <Alert
          ref={summary}
          severity="error"
          variant="outlined"
          role="group"
          tabIndex={-1}
          aria-labelledby={heading}
          sx={{ mb: 4, scrollMarginTop: (theme) => theme.spacing(12) }}
        >
          <AlertTitle id={heading}>{messages.fixErrors(lines.length)}</AlertTitle>
          <ul style={{ margin: 0, paddingInlineStart: "1.25em" }}>
            {lines.map(({ key, ids, text }) => (
              <li key={key}>{ids.length === 0 ? text : <FieldLink ids={ids}>{text}</FieldLink>}</li>
            ))}
          </ul>
          <Typography variant="body2" sx={{ ...FOR_KEYBOARDS, mt: 1 }}>
            Press F8 for the next error and Shift+F8 for the previous one.
          </Typography>
        </Alert>
      )}
    </>
  );
}

const FieldLink = ({ ids, children }: Pick<SummaryLine, "ids"> & { children: string }) => (
  <Link
    href={`#${ids[0]}`}
    color="inherit"
    underline="always"
    onClick={(event: MouseEvent) => {
      event.preventDefault();
      focusField(findExistingId(ids));
    }}
  >
    {children}
  </Link>
);

const findExistingId = (ids: string[]): string => ids.find((id) => document.getElementById(id)) ?? "";

function useSummaryLines(values: JsonObject): SummaryLine[] {
  const errors = useContext(VisibleErrorsContext);
  const { schema, idPrefix } = useFormState();
  const { references } = useFormServices();
  return [...groupErrorsByLine(schema, errors)].map(([key, lineErrors]) => {
    const [{ path, message }] = lineErrors as [VisibleError];
    const inputPath = getInputPath(schema, path);
    const entries = values[path[0] ?? ""] as unknown[] | undefined;
    const invalidEntries = formatInvalidEntries(lineErrors, inputPath.join("."), entries);
    const fieldName = formatFieldName(schema, inputPath, values, references);
    const text = [fieldName, message].filter(Boolean).join(": ");
    const steps = inputPath.filter(Boolean);
    const ids = steps.map((_, index) => [idPrefix, ...steps.slice(0, steps.length - index)].join("_"));
    return { key, ids, text: invalidEntries === "" ? text : `${text} (${invalidEntries})` };
  });
}

function formatFieldName(
  schema: EntitySchema,
  path: string[],
  values: JsonObject,
  references: References,
): string {
  const { field, card } = findFieldAndCard(schema, path, values, references);
  const titles = [schema.properties[field]?.title ?? ""];
  let node: FieldSchema | undefined = schema.properties[path[0] ?? ""];
  for (const step of path.slice(1)) {
    node = node?.properties?.[step] ?? node?.items;
    if (node?.title) titles.push(node.title);
  }
  const name = titles.filter(Boolean).join(", ");
  return card === undefined ? name : `${name} ${card}`;
}

/** The field and card that show a value. The originator is stored among the contacts but has its own field. */
export function findFieldAndCard(
  schema: EntitySchema,
  path: string[],
  values: JsonObject,
  { contactRoles }: References,
) {
  const [field = "", step] = path;
  const index = Number(step ?? NaN);
  const isOnCard = !Number.isNaN(index) && !isSingleInputList(schema.properties[field]);
  if (!isOnCard) return { field };
  if (schema.properties[field]?.["x-role"] !== "contacts") return { field, card: index + 1 };
  const { ordinary, originator } = splitContacts(values[field], contactRoles);
  return originator?.index === index
    ? { field: getFieldNameByRole(schema, "originator") }
    : { field, card: ordinary.findIndex((contact) => contact.index === index) + 1 };
}

/**
 * F8 and Shift+F8 focus the next or previous error.
 *
 * @param formElement any element of the form; a form in a dialog handles only that dialog's keys
 * @returns a text for screen readers
 */
function useErrorNavigation(lines: SummaryLine[], formElement: RefObject<HTMLElement | null>): string {
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8" || event.defaultPrevented) return;
      if (!isInSameDialog(formElement.current, event.target)) return;
      const elements = lines.map(({ ids }) => document.getElementById(findExistingId(ids)));
      const position = findNextPosition(elements, event.shiftKey);
      if (position === undefined) return;
      event.preventDefault();
      focusField(findExistingId(lines[position]!.ids));
      setAnnouncement(`Error ${position + 1} of ${lines.length}. ${lines[position]!.text}`);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return announcement;
}

/** Also true if both are outside of any dialog. */
function isInSameDialog(formElement: HTMLElement | null, target: EventTarget | null): boolean {
  const findDialog = (element: Element | null) => element?.closest('[role="dialog"]') ?? null;
  return formElement !== null && target instanceof Element && findDialog(formElement) === findDialog(target);
}

/** The next or previous error in document order, relative to the focus. Wraps around. */
function findNextPosition(elements: (HTMLElement | null)[], isBackwards: boolean): number | undefined {
  const ordered = elements
    .flatMap((element, position) => (element ? [{ element, position }] : []))
    .toSorted((a, b) => (isBefore(a.element, b.element) ? -1 : 1));
  const focused = document.activeElement ?? document.body;
  const others = ordered.filter(({ element }) => !element.contains(focused));
  const next = isBackwards
    ? (others.findLast(({ element }) => isBefore(element, focused)) ?? ordered.at(-1))
    : (others.find(({ element }) => isBefore(focused, element)) ?? ordered[0]);
  return next?.position;
}

const isBefore = (a: Element, b: Element) =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
