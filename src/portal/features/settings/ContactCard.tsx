import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDataProvider, useGetIdentity, useGetOne, useNotify } from "react-admin";
import { schemaOf, type Bag } from "../../../contract/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { listedOptions } from "../../form/optionLists.ts";
import { SchemaForm } from "../../form/SchemaForm.tsx";
import type { ContactRow } from "../../providers/contactsDialect.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { SettingsCard } from "./SettingsCard.tsx";
import { refusedFaults } from "../../providers/refusedFaults.ts";

/** The user's own contact, which is the contact under the account's own id. */
export function ContactCard() {
  const { identity } = useGetIdentity();
  const id = identity ? String(identity.id) : "";
  const { data, error, refetch } = useGetOne<ContactRow>("contacts", { id }, { enabled: id !== "" });
  return (
    <SettingsCard title="Update Contact Information">
      {data ? (
        <ContactForm contact={data} />
      ) : error ? (
        <ErrorState
          title="Your contact information could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading your contact information" />
      )}
    </SettingsCard>
  );
}

function ContactForm({ contact }: { contact: ContactRow }) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const lists = useQuery({
    queryKey: ["references"],
    queryFn: () => dataProvider.references(),
    staleTime: Infinity,
  });
  const options = useMemo(() => listedOptions({ agencies: lists.data?.agencies }), [lists.data]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (data: Bag) =>
      dataProvider.update("contacts", { id: contact.id, data, previousData: contact }),
    onSuccess: () => {
      notify(messages.savedContact, { type: "success" });
      return queryClient.invalidateQueries({ queryKey: ["contacts"] });
    },
    onError: () => notify(messages.updateContactFailed, { type: "error" }),
  });
  return (
    <SchemaForm
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
