import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useGetList, useNotify, type GetListResult } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { JsonObject } from "../../contract/schema/fields.ts";
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
    const send = async (contact: JsonObject, id: string | undefined): Promise<ContactRow> => {
      if (id !== undefined) {
        await dataProvider.update("contacts", { id, data: contact, previousData: { id } });
        return { ...contact, id };
      }
      // The same contact sent again, after an answer that never came, is no second contact.
      const content = JSON.stringify(contact);
      const idempotencyKey = keys.current.get(content) ?? newKey();
      keys.current.set(content, idempotencyKey);
      const { data } = await dataProvider.create("contacts", { data: { ...contact, idempotencyKey } });
      return { ...contact, id: String((data as { id: unknown }).id), recordCount: 0 };
    };
    return {
      contacts,
      failed: isError,
      isTrying: isFetching,
      retry: () => void refetch(),
      async saveContact(contact, id) {
        try {
          const saved = await send(contact, id);
          // Shown at once, before the list has been asked for again.
          queryClient.setQueriesData<GetListResult<ContactRow>>(
            LISTS,
            (list) => list && withContact(list, saved),
          );
          // Whoever has left the page is told of no success there.
          if (isOpen.current) notify(messages.savedContact, { type: "success" });
          return saved;
        } catch (error) {
          notify(id === undefined ? messages.addContactFailed : messages.updateContactFailed, {
            type: "error",
          });
          throw error;
        } finally {
          void queryClient.invalidateQueries({ queryKey: ["contacts"] });
        }
      },
    };
  }, [contacts, isError, isFetching, refetch, dataProvider, queryClient, notify]);
  return { book, isError, refetch };
}

const withContact = (list: GetListResult<ContactRow>, saved: ContactRow): GetListResult<ContactRow> => {
  const others = list.data.filter(({ id }) => id !== saved.id);
  const known = list.data.find(({ id }) => id === saved.id);
  return { ...list, data: [...others, { ...known, ...saved }], total: others.length + 1 };
};
