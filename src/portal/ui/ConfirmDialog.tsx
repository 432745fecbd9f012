import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useId, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from "react";
import { Modal } from "./Modal.tsx";

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  onConfirm?: () => void;
  /** The main button submits this form instead of calling `onConfirm`. */
  formId?: string;
  isDestructive?: boolean;
  isPending?: boolean;
  isDisabled?: boolean;
  /** Enter then confirms at once. */
  isConfirmFocused?: boolean;
  cancelLabel?: string;
  onCancel: () => void;
  /** For Escape, if it differs from `onCancel`. */
  onClose?: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, onConfirm, formId, isDestructive, isPending = false } = props;
  const { isDisabled = false, isConfirmFocused = false, cancelLabel = "Cancel" } = props;
  const { onCancel, onClose = onCancel } = props;
  return (
    <Modal
      open
      title={title}
      width="xs"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onCancel}>{cancelLabel}</Button>
          <Button
            variant="contained"
            color={isDestructive ? "error" : "primary"}
            disabled={isDisabled}
            loading={isPending}
            autoFocus={isConfirmFocused}
            onKeyDown={ignoreHeldKey}
            onClick={onConfirm}
            {...(formId !== undefined && { type: "submit", form: formId })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}

/** The Enter that opened the dialog must not confirm it while it is held down. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

interface PasswordDialogProps extends Pick<
  ConfirmDialogProps,
  "title" | "children" | "confirmLabel" | "isPending" | "onCancel"
> {
  label: string;
  onPassword: (password: string) => void;
}

export function PasswordDialog({ label, children, onPassword, ...dialogProps }: PasswordDialogProps) {
  const formId = useId();
  const [password, setPassword] = useState("");
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password !== "" && !dialogProps.isPending) onPassword(password);
  };
  return (
    <ConfirmDialog {...dialogProps} formId={formId} isDisabled={password === ""}>
      <form id={formId} onSubmit={handleSubmit}>
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
    </ConfirmDialog>
  );
}
