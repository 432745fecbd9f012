import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useEffect, useId, useState, type FormEvent } from "react";
import { useAuthProvider } from "react-admin";
import { format } from "date-fns";
import { session } from "../providers/session.ts";
import { widths } from "../theme.ts";
import { FailureNote } from "../ui/states.tsx";
import { Modal } from "../ui/Modal.tsx";

/** Milliseconds before the session's end. */
const WARNED = 5 * 60_000;

/** Five minutes before the session ends: says so, and lets its user sign in again without leaving the screen. */
export function SessionEndNote() {
  const end = useEndingSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box role="status" sx={inSight}>
      {end !== undefined && (
        <Alert
          severity="warning"
          sx={{ maxWidth: widths.content, mx: "auto", mb: 3 }}
          action={
            <Button color="inherit" size="small" onClick={() => setOpen(true)}>
              Stay signed in
            </Button>
          }
        >
          {`Your session ends at ${format(end, "h:mm aaa")}.`}
        </Alert>
      )}
      {isOpen && end !== undefined && <SignInAgain onClose={() => setOpen(false)} />}
    </Box>
  );
}

/** Whoever is far down a form is to see it, too; on a phone it stands under the page's own bar. */
const inSight = { position: "sticky", top: { xs: 64, md: 8 }, zIndex: 5 } as const;

/** When the session ends (epoch milliseconds), once that is near. */
function useEndingSession(): number | undefined {
  const [end, setEnd] = useState<number>();
  useEffect(() => {
    const look = () => {
      const account = session.current();
      const last = account ? account.expirationTime * 1000 : Infinity;
      setEnd(last - Date.now() <= WARNED ? last : undefined);
    };
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, []);
  return end;
}

function SignInAgain({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const authProvider = useAuthProvider();
  const [password, setPassword] = useState("");
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    try {
      // Not by useLogin, which would lead elsewhere.
      await authProvider?.login({ username: session.current()?.username ?? "", password });
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <Modal
      open
      title="Sign in again"
      width="xs"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="contained" loading={isPending}>
            Sign in
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        {error !== undefined && <FailureNote title="You were not signed in." error={error} />}
        <TextField
          label={`Password of ${session.current()?.username ?? ""}`}
          type="password"
          autoComplete="current-password"
          fullWidth
          autoFocus
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          sx={{ mt: 1 }}
        />
      </form>
    </Modal>
  );
}
