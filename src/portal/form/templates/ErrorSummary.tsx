import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Link from "@mui/material/Link";
import { useContext, useEffect, useRef, type MouseEvent } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { EntitySchema, FieldSchema } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import {
  focusField,
  FormUiStateContext,
  VisibleErrorsContext,
  useFormState,
  useFindEntryField,
} from "../formContext.ts";
import { isTyping } from "../../ui/focus.ts";
import { isSingleInputList } from "../uiSchema.ts";
import { getInputPath, groupErrorsByLine, type FormError } from "../validator.ts";
import { formatInvalidEntries } from "./FieldFrame.tsx";

/** All errors after a failed submit, each with a link to its field. */
export function ErrorSummary({ values }: { values: JsonObject }) {
  const { idPrefix } = useFormState();
  const { isSubmitAttempted, failureCount } = useContext(FormUiStateContext);
  const lines = useSummaryLines(values);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failureCount === 0 || isTyping()) return;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView?.({ block: "start" });
  }, [failureCount]);
  const heading = `${idPrefix}-errors`;
  if (!isSubmitAttempted || lines.length === 0) return null;
  return (
    <Alert
      ref={summary}
      severity="error"
      variant="outlined"
      role="group"
      tabIndex={-1}
      aria-labelledby={heading}
      sx={{ mb: 3 }}
    >
      <AlertTitle id={heading}>{messages.fixErrors(lines.length)}</AlertTitle>
      <ul style={{ margin: 0, paddingInlineStart: "1.25em", columns: "2 14em", columnGap: "2em" }}>
        {lines.map(({ key, ids, text }) => (
          <li key={key} style={{ breakInside: "avoid" }}>
            {ids.length === 0 ? text : <FieldLink ids={ids}>{text}</FieldLink>}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface SummaryLine {
  key: string;
  /** The input's id, then the ids around it. Empty for an error of the whole form. */
  ids: string[];
  text: string;
}

const FieldLink = ({ ids, children }: Pick<SummaryLine, "ids"> & { children: string }) => (
  <Link
    href={`#${ids[0]}`}
    color="inherit"
    underline="always"
    onClick={(event: MouseEvent) => {
      event.preventDefault();
      focusField(ids.find((id) => document.getElementById(id)) ?? "");
    }}
  >
    {children}
  </Link>
);

function useSummaryLines(values: JsonObject): SummaryLine[] {
  const errors = useContext(VisibleErrorsContext);
  const formState = useFormState();
  const { schema, idPrefix } = formState;
  const findFieldAndCard = useFindFieldAndCard(values);
  return [...groupErrorsByLine(formState, errors)].map(([key, lineErrors]) => {
    const [{ path, message }] = lineErrors as [FormError];
    const inputPath = getInputPath(formState, path);
    const entries = values[path[0] ?? ""] as unknown[] | undefined;
    const invalidEntries = formatInvalidEntries(lineErrors, inputPath.join("."), entries);
    const fieldName = formatFieldName(schema, inputPath, findFieldAndCard(inputPath));
    const text = [fieldName, message].filter(Boolean).join(": ");
    const steps = inputPath.filter(Boolean);
    const ids = steps.map((_, index) => [idPrefix, ...steps.slice(0, steps.length - index)].join("_"));
    return { key, ids, text: invalidEntries === "" ? text : `${text} (${invalidEntries})` };
  });
}

function formatFieldName(schema: EntitySchema, path: string[], { field, card }: FieldAndCard): string {
  const titles = [schema.properties[field]?.title ?? ""];
  let node: FieldSchema | undefined = schema.properties[path[0] ?? ""];
  for (const step of path.slice(1)) {
    node = node?.properties?.[step] ?? node?.items;
    if (node?.title) titles.push(node.title);
  }
  const name = titles.filter(Boolean).join(", ");
  return card === undefined ? name : `${name} ${card}`;
}

interface FieldAndCard {
  field: string;
  /** Counts from 1. */
  card?: number;
}

/** The field and the card that show a value. */
export function useFindFieldAndCard(values: JsonObject) {
  const formState = useFormState();
  const findEntryField = useFindEntryField(values);
  return ([field = "", step]: string[]): FieldAndCard => {
    const index = Number(step ?? NaN);
    if (Number.isNaN(index) || isSingleInputList(formState, field)) return { field };
    const entryField = findEntryField(field, index);
    if (entryField !== undefined) return { field: entryField };
    const before = [...Array(index).keys()].filter((other) => findEntryField(field, other) === undefined);
    return { field, card: before.length + 1 };
  };
}
