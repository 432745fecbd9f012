import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import {
  formatReason,
  getReasonState,
  isBlockingReason,
  type ReasonAnswer,
  type RejectionReason,
} from "../../rejectionReasons.ts";
import { ReasonStatePill } from "./ReasonStatePill.tsx";

interface ReasonCheckboxProps {
  reason: RejectionReason;
  children: ReactNode;
  /** Undefined makes it read-only. */
  onAnswer: ((answer: ReasonAnswer) => void) | undefined;
}

/** One reason of a rejection. The vendor ticks it as corrected, or answers it in words. */
export function ReasonCheckbox({ reason, children, onAnswer }: ReasonCheckboxProps) {
  const [isWriting, setIsWriting] = useState(false);
  const { answered, answer = "" } = reason;
  const text = (
    <>
      {children}
      {!isBlockingReason(reason) && " (optional)"}
    </>
  );
  return (
    <Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "baseline" }}>
        {onAnswer ? (
          <FormControlLabel
            sx={{ alignItems: "flex-start", mr: 0, flex: "1 1 240px", minWidth: 0 }}
            control={
              <Checkbox
                size="small"
                checked={Boolean(answered)}
                onChange={(event) => onAnswer({ answered: event.target.checked })}
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
        {onAnswer && !isWriting && (
          <Button
            size="small"
            color="inherit"
            onClick={() => setIsWriting(true)}
            aria-label={`${answer === "" ? "Answer" : "Edit answer"}: ${formatReason(reason)}`}
          >
            {answer === "" ? "Answer" : "Edit answer"}
          </Button>
        )}
      </Box>
      {answer !== "" && !isWriting && (
        <Typography variant="body2" sx={{ ...textStyles, pl: onAnswer ? 3.5 : 0 }}>
          Answer: {answer}
        </Typography>
      )}
      {onAnswer && isWriting && (
        <AnswerForm
          answer={answer}
          onSave={(newAnswer) => {
            onAnswer({ answered: true, answer: newAnswer });
            setIsWriting(false);
          }}
          onCancel={() => setIsWriting(false)}
        />
      )}
    </Box>
  );
}

const MAX_ANSWER_LENGTH = 2000;

interface AnswerFormProps {
  answer: string;
  onSave: (answer: string) => void;
  onCancel: () => void;
}

function AnswerForm({ answer, onSave, onCancel }: AnswerFormProps) {
  const [text, setText] = useState(answer);
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
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_ANSWER_LENGTH } }}
        sx={{ my: 1 }}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button
          size="small"
          variant="outlined"
          disabled={text.trim() === "" && answer === ""}
          onClick={() => onSave(text.trim())}
        >
          Save answer
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </Stack>
    </Box>
  );
}

const textStyles = { minWidth: 0, whiteSpace: "pre-line", unicodeBidi: "isolate", overflowWrap: "anywhere" };
