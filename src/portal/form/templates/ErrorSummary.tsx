import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useContext, useEffect, useRef, useState, type MouseEvent, type RefObject } from "react";
import {
  fieldWithRole,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { splitContacts } from "../contacts/contactRows.ts";
import {
  focusField,
  ShownContext,
  ShownErrorsContext,
  useFormActions,
  useSurroundings,
} from "../formContext.ts";
import type { References } from "../../../contract/schema/references.ts";
import { FOR_KEYBOARDS } from "../../theme.ts";
import { isTyping } from "../../ui/takeFocus.ts";
import { isEnteredWhole } from "../uiSchema.ts";
import { inputOf, linesOf, type ShownError } from "../validator.ts";
import { wrongEntries } from "./FieldFrame.tsx";

/** One line of the summary: several wrong entries of a list are one. */
interface Told {
  key: string;
  /** The element it leads to, or the nearest that holds it; none for a fault of the whole. */
  ids: string[];
  words: string;
}

/** All that is wrong, above the form, each with a link to its field. It takes the focus when a submit fails. */
export function ErrorSummary({ values }: { values: JsonObject }) {
  const { idPrefix } = useFormActions();
  const { alerts } = useContext(ShownContext);
  const told = useTold(values);
  const box = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const reached = useErrorWalk(told, status);
  useEffect(() => {
    if (alerts === 0 || isTyping()) return;
    box.current?.focus({ preventScroll: true });
    // From its beginning, which what stays at the top of a low window must not cover.
    box.current?.scrollIntoView?.({ block: "start" });
  }, [alerts]);
  const heading = `${idPrefix}-errors`;
  return (
    <>
      <Box ref={status} role="status" sx={visuallyHidden}>
        {told.length > 0 && reached}
      </Box>
      {alerts > 0 && told.length > 0 && (
        <Alert
          ref={box}
          severity="error"
          variant="outlined"
          role="group"
          tabIndex={-1}
          aria-labelledby={heading}
          sx={{ mb: 4, scrollMarginTop: (theme) => theme.spacing(12) }}
        >
          <AlertTitle id={heading}>{messages.fixErrors(told.length)}</AlertTitle>
          <ul style={{ margin: 0, paddingInlineStart: "1.25em" }}>
            {told.map(({ key, ids, words }) => (
              <li key={key}>{ids.length === 0 ? words : <ToField ids={ids}>{words}</ToField>}</li>
            ))}
          </ul>
          <Typography variant="body2" sx={{ ...FOR_KEYBOARDS, mt: 1 }}>
            F8 leads to the next error, Shift+F8 to the one before.
          </Typography>
        </Alert>
      )}
    </>
  );
}

const ToField = ({ ids, children }: Pick<Told, "ids"> & { children: string }) => (
  <Link
    href={`#${ids[0]}`}
    color="inherit"
    underline="always"
    onClick={(event: MouseEvent) => {
      event.preventDefault();
      focusField(nearest(ids));
    }}
  >
    {children}
  </Link>
);

const nearest = (ids: string[]): string => ids.find((id) => document.getElementById(id)) ?? "";

function useTold(values: JsonObject): Told[] {
  const errors = useContext(ShownErrorsContext);
  const { schema, idPrefix } = useFormActions();
  const { references } = useSurroundings();
  return [...linesOf(schema, errors)].map(([key, same]) => {
    const [{ path, message }] = same as [ShownError];
    const place = inputOf(schema, path);
    const wrong = wrongEntries(same, place.join("."), values[path[0] ?? ""] as unknown[] | undefined);
    const words = [titleOf(schema, place, values, references), message].filter(Boolean).join(": ");
    const steps = place.filter(Boolean);
    const ids = steps.map((_, index) => [idPrefix, ...steps.slice(0, steps.length - index)].join("_"));
    return { key, ids, words: wrong === "" ? words : `${words} (${wrong})` };
  });
}

/** The names of the fields down to the value; on one of several cards with its number. */
function titleOf(schema: EntitySchema, path: string[], values: JsonObject, references: References): string {
  const { field, card } = placeOf(schema, path, values, references);
  const titles = [schema.properties[field]?.title ?? ""];
  let node: FieldSchema | undefined = schema.properties[path[0] ?? ""];
  for (const step of path.slice(1)) {
    node = node?.properties?.[step] ?? node?.items;
    if (node?.title) titles.push(node.title);
  }
  const words = titles.filter(Boolean).join(", ");
  return card === undefined ? words : `${words} ${card}`;
}

/** Where the user finds a value: the originator stands among the contacts, and is shown by a field of its own. */
export function placeOf(
  schema: EntitySchema,
  path: string[],
  values: JsonObject,
  { contactRoles }: References,
) {
  const [field = "", step] = path;
  const index = Number(step ?? NaN);
  const isOnCard = !Number.isNaN(index) && !isEnteredWhole(schema.properties[field]);
  if (!isOnCard) return { field };
  if (schema.properties[field]?.["x-role"] !== "contacts") return { field, card: index + 1 };
  const { ordinary, originator } = splitContacts(values[field], contactRoles);
  return originator?.index === index
    ? { field: fieldWithRole(schema, "originator") }
    : { field, card: ordinary.findIndex((placed) => placed.index === index) + 1 };
}

/**
 * F8 leads to the next error and Shift+F8 to the one before, from wherever the focus is.
 *
 * @param within an element of the form; a form in a dialog has keys of its own
 * @returns what was reached, to be announced
 */
function useErrorWalk(told: Told[], within: RefObject<HTMLElement | null>): string {
  const [reached, setReached] = useState("");
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8" || event.defaultPrevented || !isOver(within.current, event.target)) return;
      const elements = told.map(({ ids }) => document.getElementById(nearest(ids)));
      const position = nextPosition(elements, event.shiftKey);
      if (position === undefined) return;
      event.preventDefault();
      focusField(nearest(told[position]!.ids));
      setReached(`Error ${position + 1} of ${told.length}. ${told[position]!.words}`);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return reached;
}

/** Whether a key pressed somewhere is meant for this form: both are in the same dialog, or both in none. */
function isOver(inForm: HTMLElement | null, target: EventTarget | null): boolean {
  const dialogOf = (element: Element | null) => element?.closest('[role="dialog"]') ?? null;
  return inForm !== null && target instanceof Element && dialogOf(inForm) === dialogOf(target);
}

/** The error after the focused place, or before it, as the page shows them; from the last on to the first. */
function nextPosition(elements: (HTMLElement | null)[], isBackwards: boolean): number | undefined {
  const placed = elements
    .flatMap((element, position) => (element ? [{ element, position }] : []))
    .toSorted((a, b) => (isBefore(a.element, b.element) ? -1 : 1));
  const here = document.activeElement ?? document.body;
  const others = placed.filter(({ element }) => !element.contains(here));
  const found = isBackwards
    ? (others.findLast(({ element }) => isBefore(element, here)) ?? placed.at(-1))
    : (others.find(({ element }) => isBefore(here, element)) ?? placed[0]);
  return found?.position;
}

const isBefore = (a: Element, b: Element) =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
