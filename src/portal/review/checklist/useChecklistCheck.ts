import { useState } from "react";
import { validators } from "../../../contract/generated/validators.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { FieldError } from "../../../contract/rules/fieldErrors.ts";
import { validateEntity } from "../../../contract/rules/validateEntity.ts";
import { useReferences } from "../../providers/useVendorQuery.ts";
import { checklistSchema } from "./checklist.ts";

const NO_ERRORS: FieldError[] = [];

/** Validates the checklist before a decision is sent. The errors are those of the last attempt. */
export function useChecklistCheck(values: JsonObject, serverErrors: FieldError[]) {
  const { data: references } = useReferences();
  const [ownErrors, setOwnErrors] = useState(NO_ERRORS);
  return {
    errors: ownErrors.length > 0 ? ownErrors : serverErrors,
    /** Returns whether the checklist is valid. */
    run(): boolean {
      const errors = validateEntity(checklistSchema, validators["review-checklist"], values, references);
      setOwnErrors(errors);
      return errors.length === 0;
    },
  };
}
