import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useState, type SubmitEvent } from "react";
import { Modal } from "../ui/Modal.tsx";

interface PasswordPromptProps {
  /** The file that is given for the password. */
  file: string;
  isChecking: boolean;
  onPassword: (password: string) => void;
  onClose: () => void;
}

/** Asks the signed-in user for the password again. What is typed is kept nowhere. */
export function PasswordPrompt({ file, isChecking, onPassword, onClose }: PasswordPromptProps) {
  const formId = useId();
  const [password, setPassword] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password !== "" && !isChecking) onPassword(password);
  };
  return (
    <Modal
      open
      width="xs"
      title="Enter your password"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="contained" disabled={password === "" || isChecking}>
            {isChecking ? "Checking…" : "Download"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Typography sx={{ mb: 2 }}>
          Your password is checked once more before {file} is downloaded. It does not become part of the
          script.
        </Typography>
        <TextField
          fullWidth
          autoFocus
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Modal>
  );
}
