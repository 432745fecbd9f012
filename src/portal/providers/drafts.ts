import { attempt } from "../../contract/attempt.ts";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { session } from "./session.ts";

/** What a form holds, as far as it is typed by its user. */
export interface TypedContent {
  values: JsonObject;
  /** What stands in the contact dialog, by what it was opened for. */
  contactTexts?: Record<string, JsonObject> | undefined;
  /** The text of the next entry of a list, by the list's name. */
  halfTyped?: Record<string, string> | undefined;
}

/** What was typed into a form and not yet saved. */
export interface Draft extends TypedContent {
  /** Of one opening of a form: two tabs never write over each other's draft. */
  id: string;
  /** When it was kept (ISO, UTC). */
  keptAt: string;
  /** The version of the record it was typed over. */
  etag?: string | undefined;
  /** The record's values in that version: they tell what others have changed in it since. */
  typedOver?: JsonObject | undefined;
  /** Of a new record: repeating a create under the same key makes no second record. */
  idempotencyKey?: string | undefined;
}

/** Whoever holds typed text; each answers false where it cannot keep it. */
const keepers = new Set<() => boolean>();

/** Lets the open page keep at once what is typed, so that the drafts are all there is; false where that fails. */
export const keepDraftsNow = (): boolean => [...keepers].map((keep) => keep()).every(Boolean);

/** Asks for what is typed when the page may be about to end, and when the drafts are counted. */
export function watchDraftsDue(keep: () => boolean): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

window.addEventListener("pagehide", keepDraftsNow);
document.addEventListener("visibilitychange", keepDraftsNow);
session.beforeEnd(() => {
  keepDraftsNow();
  return unkept.size === 0;
});
// Past the form as well: after an expired session the sign-in page stands where it stood.
window.addEventListener("beforeunload", (event) => {
  if (unkept.size > 0) event.preventDefault();
});

/** The form of a record that was never saved. */
export const NEW_RECORD = "new";

// Apart from react-admin's store, which signing out empties.
const PREFIX = "flood-model-portal.draft/";

/** What the names of drafts begin with: all of a user's, or those of one form. */
const prefixOf = (...place: string[]) =>
  PREFIX + place.map((part) => `${encodeURIComponent(part)}/`).join("");

/** What this device has no room for, by its name: it stands as long as the page does. */
const unkept = new Map<string, string>();

/**
 * Drafts on this device, any number per user and form, where `form` is a record's id or NEW_RECORD. A device that keeps
 * nothing (storage full or forbidden) loses the drafts with the page, never the form.
 */
export const draftStore = {
  /** The drafts of one form, the newest first. */
  list(username: string, form: string): Draft[] {
    const prefix = prefixOf(username, form);
    return namesFrom(prefix)
      .flatMap((name) => read(name, name.slice(prefix.length)) ?? [])
      .toSorted((a, b) => b.keptAt.localeCompare(a.keptAt));
  },

  /** The forms that this device keeps drafts of. */
  forms(username: string): string[] {
    const prefix = prefixOf(username);
    const forms = namesFrom(prefix).map((name) => name.slice(prefix.length).split("/")[0] ?? "");
    return [...new Set(forms.map(decodeURIComponent))];
  },

  /** True when the draft was kept. A form that closes after its user has signed out keeps nothing. */
  keep(username: string, form: string, { id, ...content }: Draft): boolean {
    if (session.current()?.username !== username) return false;
    const [name, text] = [prefixOf(username, form) + id, JSON.stringify(content)];
    forgetNames();
    const isKept = attempt(() => {
      localStorage.setItem(name, text);
      return true;
    });
    if (isKept) unkept.delete(name);
    else unkept.set(name, text);
    return isKept ?? false;
  },

  discard(username: string, form: string, id: string): void {
    remove(prefixOf(username, form) + id);
  },

  /** Those of a record that is gone are a new record's from now on. Answers whether there are any. */
  makeNew(username: string, form: string): boolean {
    const drafts = draftStore.list(username, form);
    for (const { values, contactTexts, halfTyped, id, keptAt } of drafts) {
      // First what it was: a device that is full has room for one of them.
      draftStore.discard(username, form, id);
      draftStore.keep(username, NEW_RECORD, { values, contactTexts, halfTyped, id, keptAt });
    }
    return drafts.length > 0;
  },

  /** Those of one form, or of all of the user's; what cannot be read goes too. */
  discardAll(username: string, ...form: string[]): void {
    namesFrom(prefixOf(username, ...form)).forEach(remove);
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
    const stored = attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) ?? [];
    names = [...new Set([...stored, ...unkept.keys()])];
    queueMicrotask(forgetNames);
  }
  return names.filter((name) => name.startsWith(prefix));
}

function read(name: string, id: string): Draft | undefined {
  const text = unkept.get(name) ?? attempt(() => localStorage.getItem(name));
  const { values, keptAt, ...content } = Object(
    attempt<unknown>(() => JSON.parse(text ?? "")),
  ) as Partial<Draft>;
  const isDraft = typeof values === "object" && values !== null && typeof keptAt === "string";
  return isDraft ? { ...content, values, keptAt, id } : undefined;
}

function remove(name: string): void {
  forgetNames();
  unkept.delete(name);
  attempt(() => localStorage.removeItem(name));
}

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
      ?.request(PREFIX + id, () => end)
      .catch(() => undefined);
    return release;
  },

  /** Calls back if no form holds the draft just now. */
  ifFree(id: string, onFree: () => void): void {
    const manager = locks();
    if (!manager) onFree();
    void manager?.request(PREFIX + id, { ifAvailable: true }, (lock) => lock && onFree());
  },

  /**
   * Calls back once no form holds the draft.
   *
   * @returns ends the waiting
   */
  whenFree(id: string, onFree: () => void): () => void {
    const manager = locks();
    if (!manager) onFree();
    const ending = new AbortController();
    void manager
      ?.request(PREFIX + id, { mode: "shared", signal: ending.signal }, () => {
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
    if (!left || before || session.endedBy() !== messages.loggedOut) return;
    draftStore.discardAll(left.username);
    // The paths typed into the instructions.
    attempt(() => sessionStorage.clear());
  });
}
