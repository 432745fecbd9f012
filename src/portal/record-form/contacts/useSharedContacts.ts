import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useGetList, useNotify, type GetListResult } from "react-admin";
import { messages } from "../../../contract/messages.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { ContactBook } from "./contactBook.ts";
import { NO_PAGINATION } from "../../providers/vendorHttpClient.ts";
import type { ContactRow } from "../../providers/resources/contactRow.ts";
import { createIdempotencyKey } from "../../providers/calls/createIdempotencyKey.ts";
import { usePortalDataProvider } from "../../providers/useVendorQuery.ts";

const CONTACT_LISTS = { queryKey: ["contacts", "getList"] };

/** Loads and saves the contacts that all users share. Shows toasts for the result. */
export function useSharedContacts() {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data: contacts, isError, isFetching, refetch } = useGetList<ContactRow>("contacts", NO_PAGINATION);
  const idempotencyKeys = useRef(new Map<string, string>());
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);

  const book = useMemo((): ContactBook => {
    const send = async (
      contact: JsonObject,
      id: string | undefined,
      etag: string | undefined,
    ): Promise<ContactRow> => {
      if (id !== undefined) {
        const { data } = await dataProvider.update("contacts", {
          id,
          data: { ...contact, etag },
          previousData: { id },
        });
        return { ...contact, ...pickEtag(data as ContactRow), id };
      }
      // The same content reuses its idempotency key, so a retry after a lost response creates no second contact.
      const content = JSON.stringify(contact);
      const idempotencyKey = idempotencyKeys.current.get(content) ?? createIdempotencyKey();
      idempotencyKeys.current.set(content, idempotencyKey);
      const { data } = await dataProvider.create("contacts", { data: { ...contact, idempotencyKey } });
      return { ...contact, id: String((data as { id: unknown }).id), recordCount: 0 };
    };
    return {
      contacts,
      hasFailed: isError,
      isRetrying: isFetching,
      retry: () => void refetch(),
      async saveContact(contact, id, etag) {
        try {
          const saved = await send(contact, id, etag);
          // Shows the change before the list is fetched again.
          queryClient.setQueriesData<GetListResult<ContactRow>>(
            CONTACT_LISTS,
            (list) => list && upsertContact(list, saved),
          );
          // Unmounted: skip the toast.
          if (isMounted.current) notify(messages.savedContact, { type: "success" });
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

const pickEtag = ({ etag }: ContactRow) => (etag === undefined ? {} : { etag });

const upsertContact = (list: GetListResult<ContactRow>, saved: ContactRow): GetListResult<ContactRow> => {
  const others = list.data.filter(({ id }) => id !== saved.id);
  const known = list.data.find(({ id }) => id === saved.id);
  return { ...list, data: [...others, { ...known, ...saved }], total: others.length + 1 };
};
