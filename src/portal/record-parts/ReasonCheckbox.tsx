import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useNotify } from "react-admin";
import { formatReason } from "../../contract/review/formatReason.ts";
import { MAX_ANSWER_LENGTH } from "../../contract/review/reviewLimits.ts";
import { getReasonState, isBlockingReason, type RejectionReason } from "../../contract/review/reasonState.ts";
import type { ReasonAnswer } from "../providers/resources/reviewsResource.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { UnsentTextStatus } from "../drafts/UnsentTextStatus.tsx";
import { useUnsentText, type UnsentTextDraft } from "../drafts/useUnsentText.ts";
import { getUserMessage } from "../ui/states.tsx";
import { ReasonStatePill } from "../ui/status/ReasonStatePill.tsx";

interface ReasonCheckboxProps {
  recordId: string;
  reason: RejectionReason;
  children: ReactNode;
  isReadOnly?: boolean;
}

/** One reason of a rejection. The vendor ticks it as corrected, or answers it in words. */
export function ReasonCheckbox({ recordId, reason, children, isReadOnly = false }: ReasonCheckboxProps) {
  const { answer = "" } = reason;
  const { isTicked, saveAnswer } = useAnswerReason(recordId, reason);
  const { typedText, setTypedText, draft, isWriting, openForm, closeForm } = useAnswerDraft(reason);
  const text = (
    <>
      {children}
      {!isBlockingReason(reason) && " (optional)"}
    </>
  );
  return (
    <Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "baseline" }}>
        {!isReadOnly ? (
          <FormControlLabel
            sx={{ alignItems: "flex-start", mr: 0, flex: "1 1 240px", minWidth: 0 }}
            control={
              <Checkbox
                size="small"
                checked={isTicked}
                onChange={(event) => void saveAnswer({ answered: event.target.checked })}
              />
            }
            label={
              <Box component="span" sx={{ ...textStyles, display: "block", pt: "7px" }}>
                {text}
              </Box>
            }
          />
        ) : (
          <>
            <ReasonStatePill state={getReasonState(reason)} />
            <Box component="span" sx={{ ...textStyles, py: 0.5 }}>
              {text}
            </Box>
          </>
        )}
        {!isReadOnly && !isWriting && (
          <Button
            size="small"
            color="inherit"
            autoFocus={isWriting === false}
            onClick={openForm}
            aria-label={`${answer === "" ? "Answer" : "Edit answer"}: ${formatReason(reason)}`}
          >
            {answer === "" ? "Answer" : "Edit answer"}
          </Button>
        )}
      </Box>
      {answer !== "" && !isWriting && (
        <Typography variant="body2" sx={{ ...textStyles, pl: isReadOnly ? 0 : 3.5 }}>
          Answer: {answer}
        </Typography>
      )}
      {!isReadOnly && isWriting && (
        <AnswerForm
          answer={answer}
          text={typedText}
          draft={draft}
          onText={setTypedText}
          onSave={async () => {
            if (await saveAnswer({ answered: true, answer: typedText.trim() })) closeForm();
          }}
          onCancel={closeForm}
        />
      )}
    </Box>
  );
}

function useAnswerReason(recordId: string, { id, answered }: RejectionReason) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (answer: ReasonAnswer) => dataProvider.answerReason(recordId, id, answer),
    onError: (error) => notify(getUserMessage(error), { type: "error" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["notifications", recordId] }),
  });
  return {
    isTicked: isPending ? variables.answered : Boolean(answered),
    /** Resolves to whether the answer was saved. */
    saveAnswer: (answer: ReasonAnswer) =>
      mutateAsync(answer).then(
        () => true,
        () => false,
      ),
  };
}

function useAnswerDraft({ id, answer = "" }: RejectionReason) {
  const [typedText, setTypedText, draft] = useUnsentText("answer", id);
  // Undefined at first, false after closing: only then does the button take the focus.
  const [isWriting, setIsWriting] = useState<boolean>();
  if (isWriting === undefined && typedText !== "") setIsWriting(true);
  const openForm = () => {
    setTypedText(answer);
    setIsWriting(true);
  };
  const closeForm = () => {
    setTypedText("");
    setIsWriting(false);
  };
  return { typedText, setTypedText, draft, isWriting, openForm, closeForm };
}

interface AnswerFormProps {
  /** The saved one. */
  answer: string;
  text: string;
  draft: UnsentTextDraft;
  onText: (text: string) => void;
  onSave: () => Promise<void>;
  onCancel: () => void;
}

function AnswerForm({ answer, text, draft, onText, onSave, onCancel }: AnswerFormProps) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (isSaving) return;
    setIsSaving(true);
    await onSave();
    setIsSaving(false);
  };
  return (
    <Box sx={{ pl: 3.5, pb: 1 }}>
      <TextField
        label="Your answer"
        multiline
        minRows={2}
        fullWidth
        size="small"
        autoFocus
        value={text}
        onChange={({ target }) => onText(target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_ANSWER_LENGTH, readOnly: isSaving } }}
        sx={{ mt: 1 }}
      />
      <UnsentTextStatus {...draft} />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button
          size="small"
          variant="outlined"
          // Stays enabled while saving: a disabled button loses the keyboard focus.
          aria-disabled={isSaving}
          disabled={text.trim() === "" && answer === ""}
          onClick={save}
        >
          {isSaving ? "Saving…" : "Save answer"}
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </Stack>
    </Box>
  );
}

const textStyles = { minWidth: 0, whiteSpace: "pre-line", unicodeBidi: "isolate", overflowWrap: "anywhere" };
