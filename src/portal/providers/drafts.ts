import { attempt } from "../../contract/attempt.ts";
import type { Bag } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { session } from "./session.ts";

/** What was typed into a form and not yet saved. */
export interface DraftContent {
  values: Bag;
  /** When they were kept (ISO, UTC). */
  keptAt: string;
  /** The version of the record they were typed over. */
  etag?: string | undefined;
  /** The record's values in that version: they tell what others have changed in it since. */
  typedOver?: Bag | undefined;
  /** Of a new record: repeating a create under the same key makes no second record. */
  idempotencyKey?: string | undefined;
  /** What stands in the contact dialog, by what it was opened for. */
  contactTexts?: Record<string, Bag> | undefined;
  /** The text of the next entry of a list, by the list's name. */
  halfTyped?: Record<string, string> | undefined;
}

export interface Draft extends DraftContent {
  /** Of one opening of a form: two tabs never write over each other's draft. */
  id: string;
}

// Apart from react-admin's store, which signing out empties.
const PREFIX = "flood-model-portal.draft";

const userPrefix = (username: string) => `${PREFIX}/${encodeURIComponent(username)}/`;
const formPrefix = (username: string, form: string) => `${userPrefix(username)}${encodeURIComponent(form)}/`;

const KEEP_NOW = "flood-model-portal.keep-drafts";

/** Lets the open form keep at once what is typed, so that the drafts are all there is; false where that fails. */
export const keepDraftsNow = (): boolean => window.dispatchEvent(new Event(KEEP_NOW, { cancelable: true }));

/** Tells when the page may be about to end, or is asked for its drafts. */
export function watchDraftsDue(keep: () => boolean): () => void {
  const ends = new AbortController();
  const hear = (event: Event) => {
    if (!keep()) event.preventDefault();
  };
  for (const name of ["pagehide", KEEP_NOW]) window.addEventListener(name, hear, { signal: ends.signal });
  document.addEventListener("visibilitychange", hear, { signal: ends.signal });
  const stopWaiting = session.beforeEnd(keep);
  return () => {
    ends.abort();
    stopWaiting();
  };
}

/** The form of a record that was never saved. */
export const NEW_RECORD = "new";

/** Users whose drafts are over until a form is opened again: a form that closes late must not keep its text. */
const closed = new Set<string>();

/**
 * Drafts on this device, any number per user and form, where `form` is a record's id or NEW_RECORD. A device that keeps
 * nothing (storage full or forbidden) loses the drafts, never the form.
 */
export const draftStore = {
  /** A form is opened: its drafts are kept again. */
  open(username: string): void {
    closed.delete(username);
  },

  /** The drafts of one form, the newest first. */
  list(username: string, form: string): Draft[] {
    const prefix = formPrefix(username, form);
    return namesFrom(prefix)
      .flatMap((name) => draftStore.read(username, form, name.slice(prefix.length)) ?? [])
      .toSorted((a, b) => b.keptAt.localeCompare(a.keptAt));
  },

  /** The forms that this device keeps drafts of. */
  forms(username: string): string[] {
    const prefix = userPrefix(username);
    const names = namesFrom(prefix).map((name) => name.slice(prefix.length).split("/")[0] ?? "");
    return [...new Set(names.map(decodeURIComponent))];
  },

  read(username: string, form: string, id: string): Draft | undefined {
    const content = attempt<unknown>(() =>
      JSON.parse(localStorage.getItem(formPrefix(username, form) + id) ?? "null"),
    );
    return isContent(content) ? { ...content, id } : undefined;
  },

  /** True when the draft was kept. */
  keep(username: string, form: string, { id, ...content }: Draft): boolean {
    if (closed.has(username)) return false;
    forgetNames();
    const isKept = attempt(() => {
      localStorage.setItem(formPrefix(username, form) + id, JSON.stringify(content));
      return true;
    });
    return isKept ?? false;
  },

  discard(username: string, form: string, id: string): void {
    remove(formPrefix(username, form) + id);
  },

  /** Nothing more is kept for this user. */
  close(username: string): void {
    closed.add(username);
  },

  /** Those of one form, or of all of the user's; what cannot be read goes too. */
  discardAll(username: string, form?: string): void {
    const prefix = form === undefined ? userPrefix(username) : formPrefix(username, form);
    for (const name of namesFrom(prefix)) remove(name);
  },

  /** Tells when another tab kept or discarded a draft. */
  watch(listener: () => void): () => void {
    const hear = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(PREFIX)) listener();
    };
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  },
};

/** The names of all drafts, read once in a task: a list of thousands asks for those of each record. */
let names: string[] | undefined;

const forgetNames = () => {
  names = undefined;
};

function namesFrom(prefix: string): string[] {
  if (!names) {
    // A storage that cannot be reached holds nothing.
    names = attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) ?? [];
    queueMicrotask(forgetNames);
  }
  return names.filter((name) => name.startsWith(prefix));
}

function remove(name: string): void {
  forgetNames();
  attempt(() => localStorage.removeItem(name));
}

function isContent(content: unknown): content is DraftContent {
  const { values, keptAt } = (content ?? {}) as Partial<DraftContent>;
  return typeof values === "object" && values !== null && typeof keptAt === "string";
}

const nameOf = (id: string) => `flood-model-portal.draft/${id}`;

/** Missing where the portal is not served over TLS. */
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/**
 * Which drafts stand in a form that is open, in this tab or another. The browser itself frees them when a page ends,
 * however it ends. Where it has no locks no draft counts as open: one of another tab may be offered, and none is lost.
 */
export const draftLocks = {
  /** A form writes this draft, until the answer is called. */
  hold(id: string): () => void {
    let release = () => undefined as void;
    const end = new Promise<void>((resolve) => (release = resolve));
    void locks()
      ?.request(nameOf(id), () => end)
      .catch(() => undefined);
    return release;
  },

  /**
   * Calls back once no form holds the draft.
   *
   * @returns ends the waiting
   */
  whenFree(id: string, onFree: () => void): () => void {
    const manager = locks();
    if (!manager) {
      onFree();
      return () => undefined;
    }
    const ending = new AbortController();
    void manager
      .request(nameOf(id), { mode: "shared", signal: ending.signal }, () => {
        if (!ending.signal.aborted) onFree();
      })
      .catch(() => undefined);
    return () => ending.abort();
  },
};

/**
 * Whoever signs out by choice, in this tab or another, leaves no drafts behind; whoever is signed out by an expired
 * session finds them again.
 *
 * @returns ends the watch
 */
export function discardDraftsOnSignOut(): () => void {
  let before = session.current();
  return session.subscribe(() => {
    const left = before;
    before = session.current();
    if (!left || before) return;
    const reason = session.endedBy();
    // Without a reason somebody emptied the browser's storage, and nothing is to be put back there.
    if (reason === messages.loggedOut || reason === undefined) draftStore.close(left.username);
    if (reason !== messages.loggedOut) return;
    draftStore.discardAll(left.username);
    // The paths typed into the instructions.
    attempt(() => sessionStorage.clear());
  });
}
