import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { use, useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import type { ChangePassword } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { SchemaForm } from "../form/SchemaForm.tsx";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { FailureNote } from "../ui/states.tsx";
import { EditedContext, SettingsCard } from "./SettingsCard.tsx";
import { refusedFaults } from "../providers/calls/vendorError.ts";

/** Replaces the user's password. The fields are emptied once it has been replaced, and kept when it was refused. */
export function PasswordCard() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  const [changes, setChanges] = useState(0);
  const setEdited = use(EditedContext);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (passwords: ChangePassword) => dataProvider.resetPassword(passwords),
    onSuccess: () => {
      notify(messages.resetPassword, { type: "success" });
      setChanges(changes + 1);
      setEdited("password", false);
    },
    onError: () => notify(messages.resetPasswordFailed, { type: "error" }),
  });
  return (
    <SettingsCard id="password" title="Password Reset">
      <SchemaForm
        key={changes}
        schemaName="change-password"
        initial={{}}
        faults={refusedFaults(error)}
        onSubmit={(passwords) => mutate(passwords as unknown as ChangePassword)}
      >
        {error && (
          <FailureNote
            title={messages.resetPasswordFailed}
            error={error}
            onRetry="submit"
            isTrying={isPending}
          />
        )}
        <Button type="submit" variant="contained" loading={isPending} sx={{ mt: 3 }}>
          Reset password
        </Button>
      </SchemaForm>
    </SettingsCard>
  );
}
