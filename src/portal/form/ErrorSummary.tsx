import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, type MouseEvent, type RefObject } from "react";
import type { Fault } from "../../contract/faults.ts";
import type { FieldSchema } from "../../contract/fields.ts";
import { messages } from "../../contract/messages.ts";
import { faultyEntryTexts } from "./entryTexts.ts";
import { elementOf, useErrorWalk } from "./errorWalk.ts";
import { faultPlace } from "./faultPlace.ts";
import type { FormController } from "./formController.ts";
import { useController, useFormState, useShownFaults } from "./formScope.ts";
import { idOf } from "./formState.ts";
import { visuallyHidden } from "./visuallyHidden.ts";

/**
 * All that is wrong, above the form, each with a link to its field. It takes the focus when a submit fails.
 *
 * @param form holds the whole form; its keys lead from error to error
 */
export function ErrorSummary({ form }: { form: RefObject<HTMLElement | null> }) {
  const controller = useController();
  const { idPrefix } = controller;
  const announcements = useFormState((state) => state.announcements);
  const faults = useShownFaults();
  const box = useRef<HTMLDivElement>(null);
  const reached = useErrorWalk(controller, form, (position) => textOf(controller, faults[position]!));
  useEffect(() => {
    if (announcements > 0) box.current?.focus();
  }, [announcements]);

  const status = (
    <Box role="status" sx={visuallyHidden}>
      {faults.length > 0 && reached}
    </Box>
  );
  if (announcements === 0 || faults.length === 0) return status;
  const heading = `${idPrefix}-errors`;
  return (
    <>
      {status}
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
          {faults.map((fault) => (
            <li key={`${fault.path.join("/")} ${fault.message}`}>
              <Link
                href={`#${idOf(idPrefix, fault.path)}`}
                color="inherit"
                underline="always"
                onClick={(event: MouseEvent) => {
                  event.preventDefault();
                  elementOf(idPrefix, fault.path)?.focus();
                }}
              >
                {textOf(controller, fault)}
              </Link>
            </li>
          ))}
        </ul>
        <Typography variant="body2" sx={FOR_KEYBOARDS}>
          F8 leads to the next error, Shift+F8 to the one before.
        </Typography>
      </Alert>
    </>
  );
}

/** Where an error is, what it is, and which entries of a list it means. */
function textOf(controller: FormController, fault: Fault): string {
  const words = [titleOf(controller, fault.path), fault.message].filter(Boolean).join(": ");
  const entries = faultyEntryTexts(controller.get(), fault);
  return entries === "" ? words : `${words} (${entries})`;
}

/** The names of the fields down to the value; on one of several cards with its number. */
function titleOf(controller: FormController, path: string[]): string {
  const { field, card } = faultPlace(controller, path);
  const titles = [controller.schema.properties[field]?.title ?? ""];
  let node: FieldSchema | undefined = controller.schema.properties[path[0] ?? ""];
  for (const step of path.slice(1)) {
    node = node?.properties?.[step] ?? node?.items;
    if (node?.title) titles.push(node.title);
  }
  const words = titles.filter(Boolean).join(", ");
  return card === undefined ? words : `${words} ${card}`;
}

/** A phone has no such keys. */
const FOR_KEYBOARDS = { mt: 1, "@media (pointer: coarse)": { display: "none" } };
