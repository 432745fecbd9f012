import type { JsonObject } from "../../../contract/json.ts";

export interface ContactDialogRequest {
  mode: "create" | "edit" | "select";
  contactId?: string | undefined;
  /** The initial search text, or the email of the new contact. */
  text?: string;
  onDone(contactId: string): void;
}

/** The unsaved fields of each contact. */
export type ContactDraftValues = Record<string, JsonObject>;

export const getContactDraftKey = ({
  mode,
  contactId,
}: Pick<ContactDialogRequest, "mode" | "contactId">): string =>
  mode === "edit" ? `edit ${contactId}` : mode;

/** Keeps the drafts of the contact dialog after it closes. */
export function createContactDrafts(
  initialDrafts: ContactDraftValues = {},
  onChange: () => void = () => undefined,
) {
  const drafts = new Map(Object.entries(initialDrafts));
  return {
    getAll: (): ContactDraftValues => Object.fromEntries(drafts),
    get: (key: string): JsonObject | undefined => drafts.get(key),
    set(key: string, draft: JsonObject) {
      drafts.set(key, draft);
      onChange();
    },
    delete(key: string) {
      drafts.delete(key);
      onChange();
    },
  };
}

export type ContactDrafts = ReturnType<typeof createContactDrafts>;
