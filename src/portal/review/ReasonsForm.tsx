import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useEffect, useEffectEvent, useMemo, type Ref } from "react";
import { messages } from "../../contract/messages.ts";
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../contract/json.ts";
import { DEFAULT_MAX_LENGTH } from "../../contract/schema/defaultLimits.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { NewReason } from "../../contract/review/reasonState.ts";
import { UnsentTextStatus } from "../drafts/UnsentTextStatus.tsx";
import type { UnsentTextDraft } from "../drafts/useUnsentText.ts";
import { SchemaForm } from "../form/EntityForm.tsx";
import { focusField } from "../form/formContext.ts";
import type { FormHandle } from "../form/formProps.ts";
import { useCurrentFiles } from "../providers/recordQueries.ts";
import { formatReasons } from "../record-parts/rejectionReasons.ts";
import { listModelFilePaths } from "../ui/modelPaths.ts";
import { ErrorAlert, buildRetryProps } from "../ui/states.tsx";
import {
  buildSubjectOptions,
  HIDDEN_REJECTION_FIELDS,
  reasonsFormExtension,
  SubjectsContext,
} from "./reasonsFormExtension.tsx";

interface ReasonsFormProps {
  ref: Ref<FormHandle>;
  recordId: string;
  /** Read once. */
  reasons: NewReason[];
  draft: UnsentTextDraft;
  onReasons: (reasons: NewReason[]) => void;
  /** Whether to focus the last reason when the form opens. */
  shouldFocus: boolean;
  decision: "requestChanges" | "reject";
  isPending: boolean;
  serverErrors: FieldError[];
  onSubmit: (reasons: NewReason[]) => void;
  onCancel: () => void;
}

const SUBMIT_LABELS = { requestChanges: "Request changes", reject: "Reject model" };

export function ReasonsForm(props: ReasonsFormProps) {
  const { ref, recordId, reasons, onReasons, shouldFocus, decision, isPending } = props;
  const files = useCurrentFiles(recordId);
  const subjects = useMemo(
    () => buildSubjectOptions(listModelFilePaths(files.data?.files ?? [])),
    [files.data],
  );
  const initialReasons = reasons.length > 0 ? reasons : [{}];
  const focusLastReason = useEffectEvent(() => {
    if (shouldFocus) focusField(`rejection_reasons_${initialReasons.length - 1}_text`);
  });
  useEffect(() => focusLastReason(), []);
  return (
    <SubjectsContext value={subjects}>
      <SchemaForm
        ref={ref}
        schemaName="rejection"
        initialValues={{ recordId, reasons: initialReasons }}
        hiddenFields={HIDDEN_REJECTION_FIELDS}
        extension={reasonsFormExtension}
        serverErrors={props.serverErrors}
        customValidate={checkReasons}
        onChange={(values) => onReasons(getReasons(values))}
        onSubmit={(values) => !isPending && props.onSubmit(getReasons(values))}
      >
        {files.isLoadingError && (
          <ErrorAlert title="The list of files could not be loaded." {...buildRetryProps([files])} />
        )}
        <UnsentTextStatus {...props.draft} />
        <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: "wrap" }}>
          <Button
            type="submit"
            variant="contained"
            color={decision === "reject" ? "error" : "primary"}
            loading={isPending}
          >
            {SUBMIT_LABELS[decision]}
          </Button>
          <Button onClick={props.onCancel}>Cancel</Button>
        </Stack>
      </SchemaForm>
    </SubjectsContext>
  );
}

export const getReasons = (values: JsonObject): NewReason[] => (values["reasons"] ?? []) as NewReason[];

/** Of the text that the portal writes from the reasons. */
const MAX_TEXT_LENGTH = getSchema("rejection").properties["reason"]?.maxLength ?? DEFAULT_MAX_LENGTH;

function checkReasons(values: JsonObject): FieldError[] {
  const reasons = getReasons(values);
  const path = ["reasons"];
  if (reasons.length === 0) return [{ path, rule: "required", message: messages.requiredList }];
  if (formatReasons(reasons).length > MAX_TEXT_LENGTH)
    return [{ path, rule: "maxLength", message: messages.requestTooLong(MAX_TEXT_LENGTH) }];
  return [];
}
