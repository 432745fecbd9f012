import ExpandMore from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useId, useRef, useState } from "react";
import type { JsonObject } from "../../contract/json.ts";
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import { isEmptyValue } from "../../contract/schema/emptyValues.ts";
import { SchemaForm } from "../form/EntityForm.tsx";
import type { FormHandle } from "../form/formProps.ts";
import { useFormOptions } from "../record-parts/useFormOptions.ts";
import { checklistFields } from "./checklist.ts";

interface ReviewChecklistProps {
  values: JsonObject;
  onChange: (values: JsonObject) => void;
  serverErrors: FieldError[];
}

const NO_ERRORS: FieldError[] = [];

/** What the reviewer checks before a decision. Optional and closed at first, so that it delays no decision. */
export function ReviewChecklist({ values, onChange, serverErrors }: ReviewChecklistProps) {
  const id = useId();
  const filledCount = Object.values(values).filter((value) => !isEmptyValue(value)).length;
  const [isOpen, setIsOpen] = useState(filledCount > 0);
  // Stays mounted when it is closed, to show errors of the server.
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (serverErrors.length > 0 && !wasOpened) setWasOpened(true);
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={isOpen || serverErrors.length > 0}
      onChange={(_, willOpen) => {
        setIsOpen(willOpen);
        setWasOpened(true);
      }}
    >
      <AccordionSummary id={id} aria-controls={`${id}-fields`} expandIcon={<ExpandMore />}>
        <Typography component="span">
          <strong>Review checklist</strong>
          {filledCount > 0 ? `: ${filledCount} of ${checklistFields.length}` : " (optional)"}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          Stored with your decision. Only agency admins see it.
        </Typography>
        {wasOpened && <ChecklistForm values={values} onChange={onChange} serverErrors={serverErrors} />}
      </AccordionDetails>
    </Accordion>
  );
}

function ChecklistForm({ values, onChange, serverErrors }: ReviewChecklistProps) {
  const form = useRef<FormHandle>(null);
  // Empty in the first render: the form shows only errors that arrive after it has mounted.
  const shownErrors = useDeferredValue(serverErrors, NO_ERRORS);
  const { options, references } = useFormOptions();
  return (
    // The form itself reports typed text with a delay.
    <Box onChange={() => form.current && onChange(form.current.snapshot())} sx={oneColumnStyles}>
      <SchemaForm
        ref={form}
        schemaName="review-checklist"
        initialValues={values}
        options={options}
        {...(references && { references })}
        serverErrors={shownErrors}
        onChange={onChange}
        onSubmit={onChange}
        shouldRenderAllFields
      />
    </Box>
  );
}

/** The column beside the evidence is too narrow for two inputs in a row. */
const oneColumnStyles = { "& form .fields": { gridTemplateColumns: "minmax(0, 1fr)" } };
