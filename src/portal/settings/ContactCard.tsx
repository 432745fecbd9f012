import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { use, useMemo, useRef } from "react";
import { useDataProvider, useGetIdentity, useGetOne, useNotify } from "react-admin";
import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import { isSame } from "../../contract/schema/isSame.ts";
import { messages } from "../../contract/messages.ts";
import { listedOptions } from "../form/options/optionLists.ts";
import { SchemaForm } from "../form/SchemaForm.tsx";
import type { FormHandle } from "../form/useEntityForm.ts";
import type { ContactRow } from "../providers/resources/contactsDialect.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { useReferences } from "../providers/useReferences.ts";
import type { References } from "../../contract/schema/references.ts";
import { ErrorState, FailureNote, Loading } from "../ui/states.tsx";
import { EditedContext, SettingsCard } from "./SettingsCard.tsx";
import { refusedFaults } from "../providers/calls/vendorError.ts";

/** The user's own contact, which is the contact under the account's own id. */
export function ContactCard() {
  const { identity } = useGetIdentity();
  const id = identity ? String(identity.id) : "";
  const { data, error, refetch } = useGetOne<ContactRow>("contacts", { id }, { enabled: id !== "" });
  const lists = useReferences();
  const retry = () => {
    if (error) void refetch();
    if (lists.error) void lists.refetch();
  };
  return (
    <SettingsCard id="contact" title="Update Contact Information">
      {data && lists.data ? (
        <ContactForm contact={data} agencies={lists.data.agencies} />
      ) : error || lists.error ? (
        <ErrorState
          title="Your contact information could not be loaded"
          error={error ?? lists.error}
          onRetry={retry}
        />
      ) : (
        <Loading label="Loading your contact information" />
      )}
    </SettingsCard>
  );
}

interface ContactFormProps extends Pick<References, "agencies"> {
  contact: ContactRow;
}

function ContactForm({ contact, agencies }: ContactFormProps) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const setEdited = use(EditedContext);
  const options = useMemo(() => listedOptions({ agencies }), [agencies]);
  const form = useRef<FormHandle>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (data: Bag) =>
      dataProvider.update("contacts", { id: contact.id, data, previousData: contact }),
    onSuccess: (_, saved) => {
      notify(messages.savedContact, { type: "success" });
      setEdited("contact", !isSame(form.current?.collect().values ?? saved, saved));
      return queryClient.invalidateQueries({ queryKey: ["contacts"] });
    },
    onError: () => notify(messages.updateContactFailed, { type: "error" }),
  });
  return (
    <SchemaForm
      ref={form}
      schemaName="contact"
      initial={fieldsOf(contact)}
      omit={["email"]}
      options={options}
      faults={refusedFaults(error)}
      onSubmit={(values) => mutate(values)}
    >
      <Alert severity="info" sx={{ my: 3 }}>
        Every record that names you shows this information.
      </Alert>
      {error && (
        <FailureNote
          title={messages.updateContactFailed}
          error={error}
          onRetry="submit"
          isTrying={isPending}
        />
      )}
      <Button type="submit" variant="contained" loading={isPending}>
        Update contact
      </Button>
    </SchemaForm>
  );
}

/** What the form edits, without what surrounds it in a row. */
function fieldsOf(contact: ContactRow): Bag {
  const { properties } = schemaOf("contact");
  return Object.fromEntries(Object.entries(contact).filter(([name]) => name in properties));
}
