import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Link from "@mui/material/Link";
import { useContext, useEffect, useRef, type MouseEvent } from "react";
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
    // The scroll margin keeps it clear of the sticky menu.
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
      sx={{ mb: 4, scrollMarginTop: (theme) => theme.spacing(12) }}
    >
      <AlertTitle id={heading}>{messages.fixErrors(lines.length)}</AlertTitle>
      <ul style={{ margin: 0, paddingInlineStart: "1.25em" }}>
        {lines.map(({ key, ids, text }) => (
          <li key={key}>{ids.length === 0 ? text : <FieldLink ids={ids}>{text}</FieldLink>}</li>
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
  const { schema, idPrefix } = useFormState();
  const { references } = useFormServices();
  return [...groupErrorsByLine(schema, errors)].map(([key, lineErrors]) => {
    const [{ path, message }] = lineErrors as [FormError];
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
