import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Link from "@mui/material/Link";
import { useEffect, useRef, type MouseEvent } from "react";
import type { EntitySchema, FieldSchema } from "../../contract/fields.ts";
import { messages } from "../../contract/messages.ts";
import { useController, useFormState, useShownFaults } from "./formScope.ts";
import { idOf } from "./formState.ts";

/** All that is wrong, above the form, each with a link to its field. It takes the focus when a submit fails. */
export function ErrorSummary() {
  const { schema, idPrefix } = useController();
  const announcements = useFormState((state) => state.announcements);
  const faults = useShownFaults();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (announcements > 0) box.current?.focus();
  }, [announcements]);

  if (announcements === 0 || faults.length === 0) return null;
  const heading = `${idPrefix}-errors`;
  return (
    <Alert
      ref={box}
      severity="error"
      variant="outlined"
      role="group"
      tabIndex={-1}
      aria-labelledby={heading}
      sx={{ mb: 4, scrollMarginTop: (theme) => theme.spacing(12) }}
    >
      <AlertTitle id={heading}>{messages.fixErrors(faults.length)}</AlertTitle>
      <ul style={{ margin: 0, paddingInlineStart: "1.25em" }}>
        {faults.map(({ path, message }) => (
          <li key={`${path.join("/")} ${message}`}>
            <Link
              href={`#${idOf(idPrefix, path)}`}
              color="inherit"
              underline="always"
              onClick={(event: MouseEvent) => {
                event.preventDefault();
                focusField(idPrefix, path);
              }}
            >
              {[titleOf(schema, path), message].filter(Boolean).join(": ")}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The names of the fields down to the value, without the numbers of entries. */
function titleOf(schema: EntitySchema, path: string[]): string {
  const titles: string[] = [];
  let node: FieldSchema | undefined = schema;
  for (const step of path) {
    node = node?.properties?.[step] ?? node?.items;
    if (node?.title) titles.push(node.title);
  }
  return titles.join(", ");
}

/** Focuses the input of a value; where it has none of its own, the nearest that holds it. */
function focusField(idPrefix: string, path: string[]): void {
  for (let length = path.length; length > 0; length -= 1) {
    const element = document.getElementById(idOf(idPrefix, path.slice(0, length)));
    if (element) return element.focus();
  }
}
