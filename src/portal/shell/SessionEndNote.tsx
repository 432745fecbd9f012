import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAuthProvider } from "react-admin";
import { format } from "date-fns";
import { session } from "../providers/session.ts";
import { widths } from "../theme.ts";
import { FailureNote } from "../ui/states.tsx";
import { PasswordQuestion } from "../ui/Question.tsx";

/** Milliseconds before the session's end. */
const WARNED = 5 * 60_000;

/** Five minutes before the session ends: says so, and lets its user sign in again without leaving the screen. */
export function SessionEndNote() {
  const end = useEndingSession();
  const [isOpen, setOpen] = useState(false);
  // Signed in anew in another tab: the question is not asked of the next end by itself.
  if (isOpen && end === undefined) setOpen(false);
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
  const authProvider = useAuthProvider();
  const username = session.current()?.username ?? "";
  const { mutate, isPending, error } = useMutation({
    // Not by useLogin, which would lead elsewhere.
    mutationFn: async (password: string) => void (await authProvider?.login({ username, password })),
    onSuccess: onClose,
  });
  return (
    <PasswordQuestion
      title="Sign in again"
      label={`Password of ${username}`}
      confirm="Sign in"
      isPending={isPending}
      onPassword={mutate}
      onCancel={onClose}
    >
      {error && <FailureNote title="You were not signed in." error={error} />}
    </PasswordQuestion>
  );
}
