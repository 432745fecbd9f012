import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent, useMemo, type KeyboardEvent, type Ref } from "react";
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
import { FOR_KEYBOARDS } from "../theme.ts";
import { listModelFilePaths } from "../ui/modelPaths.ts";
import { ErrorAlert, buildRetryProps } from "../ui/states.tsx";
import {
  buildSubjectOptions,
  HIDDEN_REJECTION_FIELDS,
  reasonsFormExtensions,
  SubjectsContext,
} from "./reasonsFormExtension.tsx";

interface ReasonsFormProps {
  ref: Ref<FormHandle>;
  recordId: string;
  /** Read once. */
  reasons: NewReason[];
  draft: UnsentTextDraft;
  onReasons: (reasons: NewReason[]) => void;
  /** At each key: the form reports typed text with a delay. */
  onType: () => void;
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
      <Box onChange={props.onType} onKeyDown={submitOnCtrlEnter} sx={formStyles}>
        <SchemaForm
          ref={ref}
          schemaName="rejection"
          initialValues={{ recordId, reasons: initialReasons }}
          hiddenFields={HIDDEN_REJECTION_FIELDS}
          extension={reasonsFormExtensions[decision]}
          serverErrors={props.serverErrors}
          customValidate={checkReasons}
          onChange={(values) => onReasons(getReasons(values))}
          onSubmit={(values) => !isPending && props.onSubmit(getReasons(values))}
        >
          {files.isLoadingError && (
            <ErrorAlert title="The list of files could not be loaded." {...buildRetryProps([files])} />
          )}
          <Box sx={footStyles}>
            <UnsentTextStatus {...props.draft} />
            <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
              <Button
                type="submit"
                variant="contained"
                color={decision === "reject" ? "error" : "primary"}
                loading={isPending}
              >
                {SUBMIT_LABELS[decision]}
              </Button>
              <Button onClick={props.onCancel}>Cancel</Button>
              <Typography variant="caption" color="textSecondary" sx={FOR_KEYBOARDS}>
                {SEND_SHORTCUT} sends
              </Typography>
            </Stack>
          </Box>
        </SchemaForm>
      </Box>
    </SubjectsContext>
  );
}

const SEND_SHORTCUT = /Mac/.test(navigator.userAgent) ? "⌘+Enter" : "Ctrl+Enter";

function submitOnCtrlEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault();
  event.currentTarget.querySelector("form")?.requestSubmit();
}

/** As high as the evidence beside it, so that the foot can stick. */
const formStyles = {
  height: "100%",
  "& > div, & form": { height: "100%" },
  "& form": { display: "flex", flexDirection: "column" },
  // The foot must not cover the focused input.
  "& form :is(input, textarea, button)": { scrollMarginBottom: 112 },
};

const footStyles = {
  position: "sticky",
  bottom: 0,
  zIndex: 1,
  mt: "auto",
  py: 1,
  bgcolor: "background.paper",
  borderTop: 1,
  borderColor: "divider",
};

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
