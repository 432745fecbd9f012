import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useId, useState, type ReactNode, type SubmitEvent } from "react";
import { Modal } from "./Modal.tsx";

interface QuestionProps {
  title: string;
  /** What is asked, in full. */
  children: ReactNode;
  /** What the main button says, and what it does; nothing where it submits a form. */
  confirm: string;
  onConfirm?: () => void;
  /** The form that the main button submits. */
  form?: string;
  /** The main button destroys something. */
  isHarmful?: boolean;
  isPending?: boolean;
  /** Nothing can be confirmed yet. */
  isDisabled?: boolean;
  cancel?: string;
  onCancel: () => void;
  /** What Escape does, where that is not what the other button does. */
  onClose?: () => void;
}

/** Asks before something is done, with a button for it and one for leaving it. */
export function Question(props: QuestionProps) {
  const { title, children, confirm, onConfirm, form, isHarmful, isPending = false } = props;
  const { isDisabled = false, cancel = "Cancel", onCancel, onClose = onCancel } = props;
  return (
    <Modal
      open
      title={title}
      width="xs"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onCancel}>{cancel}</Button>
          <Button
            variant="contained"
            color={isHarmful ? "error" : "primary"}
            disabled={isDisabled}
            loading={isPending}
            onClick={onConfirm}
            {...(form !== undefined && { type: "submit", form })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}

interface PasswordQuestionProps extends Pick<
  QuestionProps,
  "title" | "children" | "confirm" | "isPending" | "onCancel"
> {
  label: string;
  onPassword: (password: string) => void;
}

/** Asks the signed-in user for the password again. What is typed is kept nowhere. */
export function PasswordQuestion({ label, children, onPassword, ...asked }: PasswordQuestionProps) {
  const form = useId();
  const [password, setPassword] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password !== "" && !asked.isPending) onPassword(password);
  };
  return (
    <Question {...asked} form={form} isDisabled={password === ""}>
      <form id={form} onSubmit={submit}>
        {children}
        <TextField
          label={label}
          type="password"
          autoComplete="current-password"
          fullWidth
          autoFocus
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          sx={{ mt: 1 }}
        />
      </form>
    </Question>
  );
}
