import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useGetIdentity, useGetOne, useNotify } from "react-admin";
import type { ChangePassword } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { isSame } from "../../contract/schema/isSame.ts";
import { contactFields } from "../form/contacts/contactBook.ts";
import type { FormHandle } from "../form/formProps.ts";
import { listedOptions } from "../form/options/optionLists.ts";
import { SchemaForm, type SchemaFormProps } from "../form/EntityForm.tsx";
import { LeaveQuestion } from "../LeaveQuestion.tsx";
import type { ContactRow } from "../providers/resources/contactsDialect.ts";
import { usePortalProvider, useReferences } from "../providers/useAnswer.ts";
import { routes } from "../routes.ts";
import { BusyButton } from "../ui/BusyButton.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { ErrorState, FailureNote, Loading, refusedFaults, retryAll } from "../ui/states.tsx";

/** The user's own password and contact information. What is edited and not saved is asked about before it is dropped. */
export function SettingsPage() {
  const [isPasswordEdited, setPasswordEdited] = useState(false);
  const [isContactEdited, setContactEdited] = useState(false);
  return (
    <PageFrame title="Settings" back={{ to: routes.home, label: "Back" }}>
      <Stack sx={{ gap: 3 }}>
        <SectionCard title="Password Reset">
          <PasswordForm onEdited={setPasswordEdited} />
        </SectionCard>
        <SectionCard title="Update Contact Information">
          <OwnContact onEdited={setContactEdited} />
        </SectionCard>
      </Stack>
      <LeaveQuestion isEdited={isPasswordEdited || isContactEdited} />
    </PageFrame>
  );
}

interface Edits {
  /** Told when the form holds what is not saved, and when it no longer does. */
  onEdited: (isEdited: boolean) => void;
}

/** Replaces the user's password. The fields are emptied once it has been replaced, and kept when it was refused. */
function PasswordForm({ onEdited }: Edits) {
  const dataProvider = usePortalProvider();
  const [changes, setChanges] = useState(0);
  return (
    <SettingsForm
      key={changes}
      schemaName="change-password"
      submitsOnEnter
      initial={{}}
      onEdited={onEdited}
      save={(passwords) => dataProvider.resetPassword(passwords as unknown as ChangePassword)}
      onSaved={() => {
        setChanges(changes + 1);
        onEdited(false);
      }}
      saved={messages.resetPassword}
      failed={messages.resetPasswordFailed}
      action="Reset password"
    />
  );
}

/** The user's own contact, which is the contact under the account's own id. */
function OwnContact({ onEdited }: Edits) {
  const dataProvider = usePortalProvider();
  const queryClient = useQueryClient();
  const { identity } = useGetIdentity();
  const id = identity ? String(identity.id) : "";
  const contact = useGetOne<ContactRow>("contacts", { id }, { enabled: id !== "" });
  const lists = useReferences();
  const options = useMemo(() => listedOptions({ ...lists.data }), [lists.data]);
  const failed = [contact, lists].filter(({ error }) => error);
  const { data } = contact;
  if (!data || !lists.data)
    return failed.length > 0 ? (
      <ErrorState title="Your contact information could not be loaded" {...retryAll(failed)} />
    ) : (
      <Loading label="Loading your contact information" />
    );
  return (
    <SettingsForm
      schemaName="contact"
      initial={contactFields(data)}
      omit={["email"]}
      options={options}
      onEdited={onEdited}
      save={async (values) => {
        await dataProvider.update("contacts", { id, data: values, previousData: data });
        void queryClient.invalidateQueries({ queryKey: ["contacts"] });
      }}
      saved={messages.savedContact}
      failed={messages.updateContactFailed}
      action="Update contact"
    >
      <Alert severity="info" sx={{ my: 3 }}>
        Every record that names you shows this information.
      </Alert>
    </SettingsForm>
  );
}

type Shown = Pick<
  SchemaFormProps,
  "schemaName" | "initial" | "omit" | "options" | "submitsOnEnter" | "children"
>;

interface SettingsFormProps extends Edits, Shown {
  save: (values: JsonObject) => Promise<unknown>;
  onSaved?: () => void;
  /** What is said once it is saved, or where it was not, and on the button. */
  saved: string;
  failed: string;
  action: string;
}

/** One group of settings. Typing in it is an edit, before its form takes in what is typed. */
function SettingsForm({
  onEdited,
  save,
  onSaved,
  saved,
  failed,
  action,
  children,
  ...shown
}: SettingsFormProps) {
  const notify = useNotify();
  const form = useRef<FormHandle>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: save,
    onError: () => notify(failed, { type: "error" }),
  });
  // Told with the call, and so to nobody who has left the page before the answer.
  const tell = (_: unknown, values: JsonObject) => {
    notify(saved, { type: "success" });
    const held = form.current?.collect();
    onEdited(held !== undefined && (!isSame(held.values, values) || Object.keys(held.entries).length > 0));
    onSaved?.();
  };
  return (
    <Box onInput={() => onEdited(true)}>
      <SchemaForm
        {...shown}
        ref={form}
        faults={refusedFaults(error)}
        onChange={() => onEdited(true)}
        onSubmit={(values) => mutate(values, { onSuccess: tell })}
      >
        {children}
        {error && <FailureNote title={failed} error={error} onRetry="submit" isTrying={isPending} />}
        <Box sx={{ mt: 2 }}>
          <BusyButton type="submit" variant="contained" isBusy={isPending}>
            {isPending ? "Saving…" : action}
          </BusyButton>
        </Box>
      </SchemaForm>
    </Box>
  );
}
