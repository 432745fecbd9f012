import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useCanAccess, useGetIdentity, useGetOne, useNotify } from "react-admin";
import type { ChangePassword } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, pickSchemaFields } from "../../contract/schema/fields.ts";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import type { FormHandle } from "../form/formProps.ts";
import { buildServerOptions } from "../form/options/optionLists.ts";
import { SchemaForm, type SchemaFormProps } from "../form/EntityForm.tsx";
import { LeaveDialog } from "../drafts/LeaveDialog.tsx";
import type { ContactRow } from "../providers/resources/contactRow.ts";
import { usePortalDataProvider, useReferences } from "../providers/useVendorQuery.ts";
import { BusyButton } from "../ui/BusyButton.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { ErrorState, ErrorAlert, Loading, getFieldErrors, buildRetryProps } from "../ui/states.tsx";
import { useHomePath } from "../ui/page/useHomePath.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { MailSettingsCard } from "./MailSettingsCard.tsx";
import { OutgoingMailCard } from "./OutgoingMailCard.tsx";

export function SettingsPage() {
  const [isPasswordEdited, setPasswordEdited] = useState(false);
  const [isContactEdited, setContactEdited] = useState(false);
  const capabilities = useCapabilities();
  const { canAccess: isAdmin = false } = useCanAccess({ resource: "reviews", action: "list" });
  return (
    <PageFrame title="Settings" back={{ to: useHomePath(), label: "Back" }}>
      <Stack sx={{ gap: 3 }}>
        <SectionCard title="Password Reset">
          <PasswordForm onEdited={setPasswordEdited} />
        </SectionCard>
        <SectionCard title="Update Contact Information">
          <OwnContact onEdited={setContactEdited} />
        </SectionCard>
        {capabilities.getMailSettings && <MailSettingsCard />}
        {isAdmin && capabilities.listOutgoingMail && <OutgoingMailCard />}
      </Stack>
      <LeaveDialog isEdited={isPasswordEdited || isContactEdited} />
    </PageFrame>
  );
}

interface EditProps {
  onEdited: (isEdited: boolean) => void;
}

/** A new `key` clears the fields after success. */
function PasswordForm({ onEdited }: EditProps) {
  const dataProvider = usePortalDataProvider();
  const [resetCount, setResetCount] = useState(0);
  return (
    <SettingsForm
      key={resetCount}
      schemaName="change-password"
      shouldSubmitOnEnter
      initialValues={{}}
      onEdited={onEdited}
      save={(passwords) => dataProvider.resetPassword(passwords as unknown as ChangePassword)}
      onSaved={() => {
        setResetCount(resetCount + 1);
        onEdited(false);
      }}
      savedMessage={messages.resetPassword}
      failedMessage={messages.resetPasswordFailed}
      submitLabel="Reset password"
    />
  );
}

/** The contact's id equals the account's id. */
function OwnContact({ onEdited }: EditProps) {
  const { identity } = useGetIdentity();
  const id = identity ? String(identity.id) : "";
  const contact = useGetOne<ContactRow>("contacts", { id }, { enabled: id !== "" });
  const references = useReferences();
  const options = useMemo(() => buildServerOptions({ ...references.data }), [references.data]);
  const failedQueries = [contact, references].filter(({ error }) => error);
  const { data } = contact;
  if (!data || !references.data)
    return failedQueries.length > 0 ? (
      <ErrorState title="Your contact information could not be loaded" {...buildRetryProps(failedQueries)} />
    ) : (
      <Loading label="Loading your contact information" />
    );
  return <OwnContactForm contact={data} options={options} onEdited={onEdited} />;
}

interface OwnContactFormProps extends EditProps {
  contact: ContactRow;
  options: SchemaFormProps["options"];
}

function OwnContactForm({ contact, options, onEdited }: OwnContactFormProps) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const [etag, setEtag] = useState(contact.etag);
  return (
    <SettingsForm
      schemaName="contact"
      initialValues={pickSchemaFields(getSchema("contact"), contact)}
      hiddenFields={["email"]}
      options={options}
      onEdited={onEdited}
      save={async (values) => {
        const { data } = await dataProvider.update("contacts", {
          id: contact.id,
          data: { ...values, etag },
          previousData: contact,
        });
        setEtag((data as ContactRow).etag);
        void queryClient.invalidateQueries({ queryKey: ["contacts"] });
      }}
      savedMessage={messages.savedContact}
      failedMessage={messages.updateContactFailed}
      submitLabel="Update contact"
    >
      <Alert severity="info" sx={{ my: 3 }}>
        Every record that lists you as a contact shows this information.
      </Alert>
    </SettingsForm>
  );
}

type FormOptions = Pick<
  SchemaFormProps,
  "schemaName" | "initialValues" | "hiddenFields" | "options" | "shouldSubmitOnEnter" | "children"
>;

interface SettingsFormProps extends EditProps, FormOptions {
  save: (values: JsonObject) => Promise<unknown>;
  onSaved?: () => void;
  savedMessage: string;
  failedMessage: string;
  submitLabel: string;
}

/** `onInput` reports an edit before the form has parsed the input. */
function SettingsForm({
  onEdited,
  save,
  onSaved,
  savedMessage,
  failedMessage,
  submitLabel,
  children,
  ...formOptions
}: SettingsFormProps) {
  const notify = useNotify();
  const form = useRef<FormHandle>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: save,
    onError: () => notify(failedMessage, { type: "error" }),
  });
  const handleSaved = (_: unknown, values: JsonObject) => {
    notify(savedMessage, { type: "success" });
    const { current } = form;
    onEdited(
      current !== null && (current.hasPartialEntry() || !isEqualIgnoringEmpty(current.snapshot(), values)),
    );
    onSaved?.();
  };
  return (
    <Box onInput={() => onEdited(true)}>
      <SchemaForm
        {...formOptions}
        ref={form}
        serverErrors={getFieldErrors(error)}
        onChange={() => onEdited(true)}
        onSubmit={(values) => mutate(values, { onSuccess: handleSaved })}
      >
        {children}
        {error && <ErrorAlert title={failedMessage} error={error} onRetry="submit" isRetrying={isPending} />}
        <Box sx={{ mt: 2 }}>
          <BusyButton type="submit" variant="contained" isBusy={isPending}>
            {isPending ? "Saving…" : submitLabel}
          </BusyButton>
        </Box>
      </SchemaForm>
    </Box>
  );
}
