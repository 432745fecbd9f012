import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useGetList, useNotify, type GetListResult } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { ContactBook } from "../form/contacts/contactBook.ts";
import { WHOLE_LIST } from "../providers/resources/simpleRest.ts";
import type { ContactRow } from "../providers/resources/contactsDialect.ts";
import { newKey } from "../providers/calls/newKey.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";

const LISTS = { queryKey: ["contacts", "getList"] };

/** The contacts all users share, with what changes them. Success and failure are told in toasts, too. */
export function useContactBook() {
  const dataProvider = usePortalProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data: contacts, isError, isFetching, refetch } = useGetList<ContactRow>("contacts", WHOLE_LIST);
  const keys = useRef(new Map<string, string>());
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  const book = useMemo((): ContactBook => {
    const tell = async (failed: string, send: () => Promise<ContactRow>): Promise<ContactRow> => {
      try {
        const saved = await send();
        putContact(queryClient, saved);
        // Whoever has left the page is told of no success there.
        if (isOpen.current) notify(messages.savedContact, { type: "success" });
        void queryClient.invalidateQueries({ queryKey: ["contacts"] });
        return saved;
      } catch (error) {
        notify(failed, { type: "error" });
        void queryClient.invalidateQueries(LISTS);
        throw error;
      }
    };
    return {
      contacts,
      failed: isError,
      isTrying: isFetching,
      retry: () => void refetch(),
      addContact: (contact) =>
        tell(messages.addContactFailed, async () => {
          // The same contact sent again, after an answer that never came, is no second contact.
          const content = JSON.stringify(contact);
          const idempotencyKey = keys.current.get(content) ?? newKey();
          keys.current.set(content, idempotencyKey);
          const { data } = await dataProvider.create("contacts", { data: { ...contact, idempotencyKey } });
          return { ...contact, id: String((data as { id: unknown }).id), recordCount: 0 };
        }),
      updateContact: (id, contact) =>
        tell(messages.updateContactFailed, async () => {
          await dataProvider.update("contacts", { id, data: contact, previousData: { id } });
          return { ...contact, id };
        }),
    };
  }, [contacts, isError, isFetching, refetch, dataProvider, queryClient, notify]);
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
