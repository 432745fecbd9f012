import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useDataProvider, useGetList, useNotify, type GetListResult } from "react-admin";
import type { Bag } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import type { ContactBook, ContactOutcome } from "../form/contacts/contactBook.ts";
import { WHOLE_LIST } from "../providers/resources/simpleRest.ts";
import type { ContactRow } from "../providers/resources/contactsDialect.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { newKey } from "../providers/calls/newKey.ts";
import { VendorError } from "../providers/calls/vendorError.ts";

const LISTS = { queryKey: ["contacts", "getList"] };

/** The contacts all users share, with what changes them. Success and failure are told in toasts, too. */
export function useContactBook() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data: contacts, isError, isFetching, refetch } = useGetList<ContactRow>("contacts", WHOLE_LIST);
  const keys = useRef(new Map<string, string>());

  const changes = useMemo(() => {
    const refused = (error: unknown, words: string): ContactOutcome => {
      notify(words, { type: "error" });
      void queryClient.invalidateQueries(LISTS);
      if (!(error instanceof VendorError)) return { words, faults: [] };
      return { words: error.message || words, faults: error.body.faults ?? [] };
    };
    const saved = (contact: ContactRow): ContactOutcome => {
      putContact(queryClient, contact);
      notify(messages.savedContact, { type: "success" });
      void queryClient.invalidateQueries({ queryKey: ["contacts"] });
      return { id: contact.id };
    };
    return {
      async addContact(contact: Bag) {
        try {
          // The same contact sent again, after an answer that never came, is no second contact.
          const content = JSON.stringify(contact);
          const idempotencyKey = keys.current.get(content) ?? newKey();
          keys.current.set(content, idempotencyKey);
          const { data } = await dataProvider.create("contacts", { data: { ...contact, idempotencyKey } });
          return saved({ ...contact, id: String((data as { id: unknown }).id), recordCount: 0 });
        } catch (error) {
          return refused(error, messages.addContactFailed);
        }
      },
      async updateContact(id: string, contact: Bag) {
        try {
          await dataProvider.update("contacts", { id, data: contact, previousData: { id } });
          return saved({ ...contact, id });
        } catch (error) {
          return refused(error, messages.updateContactFailed);
        }
      },
    } satisfies Partial<ContactBook>;
  }, [dataProvider, queryClient, notify]);

  const book = useMemo(
    (): ContactBook => ({
      contacts,
      failed: isError,
      isTrying: isFetching,
      retry: () => void refetch(),
      ...changes,
    }),
    [contacts, isError, isFetching, refetch, changes],
  );
  return { book, isError, refetch };
}

/** Shows a saved contact at once, before the list has been asked for again. */
function putContact(queryClient: QueryClient, contact: ContactRow): void {
  queryClient.setQueriesData<GetListResult<ContactRow>>(LISTS, (list) => {
    if (!list) return list;
    const known = list.data.find(({ id }) => id === contact.id);
    const data = known
      ? list.data.map((one) => (one === known ? { ...known, ...contact } : one))
      : [...list.data, contact];
    return { ...list, data, total: data.length };
  });
}
