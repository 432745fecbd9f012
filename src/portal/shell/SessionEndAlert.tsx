import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAuthProvider } from "react-admin";
import { format } from "date-fns";
import { session } from "../providers/session.ts";
import { widths } from "../theme.ts";
import { ErrorAlert } from "../ui/states.tsx";
import { PasswordDialog } from "../ui/ConfirmDialog.tsx";

const WARNING_PERIOD_MS = 5 * 60_000;

export function SessionEndAlert() {
  const endTime = useSessionEndTime();
  const [isOpen, setOpen] = useState(false);
  // The user has signed in again in another tab: close the dialog.
  if (isOpen && endTime === undefined) setOpen(false);
  return (
    <Box role="status" sx={stickyStyles}>
      {endTime !== undefined && (
        <Alert
          severity="warning"
          sx={{ maxWidth: widths.content, mx: "auto", mb: 3 }}
          action={
            <Button color="inherit" size="small" onClick={() => setOpen(true)}>
              Stay signed in
            </Button>
          }
        >
          {`Your session ends at ${format(endTime, "h:mm aaa")}.`}
        </Alert>
      )}
      {isOpen && endTime !== undefined && <SignInAgainDialog onClose={() => setOpen(false)} />}
    </Box>
  );
}

/** Visible while scrolled down a form; below the top bar on phones. */
const stickyStyles = { position: "sticky", top: { xs: 64, md: 8 }, zIndex: 5 } as const;

/** Epoch milliseconds; undefined until the warning period. */
function useSessionEndTime(): number | undefined {
  const [end, setEnd] = useState<number>();
  useEffect(() => {
    const updateEndTime = () => {
      const account = session.getAccount();
      const sessionEnd = account ? account.expirationTime * 1000 : Infinity;
      setEnd(sessionEnd - Date.now() <= WARNING_PERIOD_MS ? sessionEnd : undefined);
    };
    const timer = setInterval(updateEndTime, 1000);
    return () => clearInterval(timer);
  }, []);
  return end;
}

function SignInAgainDialog({ onClose }: { onClose: () => void }) {
  const authProvider = useAuthProvider();
  const username = session.getAccount()?.username ?? "";
  const { mutate, isPending, error } = useMutation({
    // Not `useLogin`, which would redirect.
    mutationFn: async (password: string) => void (await authProvider?.login({ username, password })),
    onSuccess: onClose,
  });
  return (
    <PasswordDialog
      title="Sign in again"
      label={`Password of ${username}`}
      confirmLabel="Sign in"
      isPending={isPending}
      onPassword={mutate}
      onCancel={onClose}
    >
      {error && <ErrorAlert title="The portal could not sign you in again." error={error} />}
    </PasswordDialog>
  );
}
