import ExpandMore from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useId, useRef, useState } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { requiresChecklist } from "../../../contract/review/requiresChecklist.ts";
import type { FieldError } from "../../../contract/rules/fieldErrors.ts";
import { listNameableFields } from "../../../contract/schema/conditionalFields.ts";
import { isEmptyValue } from "../../../contract/schema/emptyValues.ts";
import { UnsentTextStatus } from "../../drafts/UnsentTextStatus.tsx";
import type { UnsentTextDraft } from "../../drafts/useUnsentText.ts";
import { SchemaForm } from "../../form/EntityForm.tsx";
import type { FormHandle } from "../../form/formProps.ts";
import { useFormOptions } from "../../record-parts/useFormOptions.ts";
import { checklistFields, checklistSchema } from "./checklist.ts";

interface ReviewChecklistProps {
  values: JsonObject;
  draft: UnsentTextDraft;
  onChange: (values: JsonObject) => void;
  /** Of the last attempt to decide. New errors open the checklist. */
  errors: FieldError[];
}

/** What the reviewer checks before a decision. Closed at first if it is optional, so that it delays no decision. */
export function ReviewChecklist({ values, draft, onChange, errors }: ReviewChecklistProps) {
  const id = useId();
  const filledCount = Object.values(values).filter((value) => !isEmptyValue(value)).length;
  const isRequired = requiresChecklist();
  const [isOpen, setIsOpen] = useState(isRequired || filledCount > 0);
  // Stays mounted when it is closed, to keep its errors.
  const [wasOpened, setWasOpened] = useState(isOpen);
  const [shownErrors, setShownErrors] = useState(errors);
  if (errors !== shownErrors) {
    setShownErrors(errors);
    setIsOpen(isOpen || errors.length > 0);
    setWasOpened(wasOpened || errors.length > 0);
  }
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={isOpen}
      onChange={(_, willOpen) => {
        setIsOpen(willOpen);
        setWasOpened(true);
      }}
    >
      <AccordionSummary id={id} aria-controls={`${id}-fields`} expandIcon={<ExpandMore />}>
        <Typography component="span">
          <strong>Review checklist</strong>
          {filledCount > 0
            ? `: ${filledCount} of ${checklistFields.length}`
            : isRequired
              ? " (required)"
              : " (optional)"}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          Stored with your decision. Only agency admins see it.
        </Typography>
        {wasOpened && <ChecklistForm values={values} onChange={onChange} errors={errors} />}
        <UnsentTextStatus {...draft} />
      </AccordionDetails>
    </Accordion>
  );
}

function ChecklistForm({ values, onChange, errors }: Omit<ReviewChecklistProps, "draft">) {
  const form = useRef<FormHandle>(null);
  const handleChange = (changed: JsonObject) => onChange(omitUntickedBoxes(changed));
  const { options, references } = useFormOptions();
  return (
    // The form itself reports typed text with a delay.
    <Box onChange={() => form.current && handleChange(form.current.snapshot())} sx={oneColumnStyles}>
      <SchemaForm
        ref={form}
        schemaName="review-checklist"
        initialValues={values}
        options={options}
        {...(references && { references })}
        serverErrors={errors}
        onChange={handleChange}
        onSubmit={handleChange}
        shouldRenderAllFields
      />
    </Box>
  );
}

/** A box that was ticked and unticked is not an answer, unless a rule can require it. */
function omitUntickedBoxes(values: JsonObject): JsonObject {
  const requirable = [...(checklistSchema.required ?? []), ...listNameableFields(checklistSchema)];
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== false || requirable.includes(name)),
  );
}

/** The column beside the evidence is too narrow for two inputs in a row. */
const oneColumnStyles = { "& form .fields": { gridTemplateColumns: "minmax(0, 1fr)" } };
