import type { Bag } from "../../contract/fields.ts";

/** Values typed into a form and not yet saved. */
export interface Draft {
  values: Bag;
  /** When they were kept (ISO, UTC). */
  keptAt: string;
  /** The version of the record they were typed over. */
  etag?: string | undefined;
  /** Of a new record: repeating a create under the same key makes no second record. */
  idempotencyKey?: string | undefined;
}

// Apart from react-admin's store, which signing out empties.
const PREFIX = "flood-model-portal.draft";

const nameOf = (username: string, form: string) => `${userPrefix(username)}${form}`;
const userPrefix = (username: string) => `${PREFIX}/${encodeURIComponent(username)}/`;

/** Users whose drafts are over until a form is opened again: a form that closes late must not keep its text. */
const closed = new Set<string>();

/**
 * Drafts on this device, one per user and form, where `form` is a record's id or "new". A device that keeps nothing
 * (storage full or forbidden) loses the drafts, never the form.
 */
export const draftStore = {
  read(username: string, form: string): Draft | undefined {
    closed.delete(username);
    try {
      return JSON.parse(localStorage.getItem(nameOf(username, form)) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  },

  /** True when the draft was kept. */
  keep(username: string, form: string, draft: Draft): boolean {
    if (closed.has(username)) return false;
    try {
      localStorage.setItem(nameOf(username, form), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  },

  discard(username: string, form: string): void {
    localStorage.removeItem(nameOf(username, form));
  },

  /** Nothing more is kept for this user. */
  close(username: string): void {
    closed.add(username);
  },

  discardAll(username: string): void {
    const prefix = userPrefix(username);
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix)) localStorage.removeItem(name);
    }
  },
};
