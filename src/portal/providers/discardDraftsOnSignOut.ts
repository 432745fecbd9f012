import { messages } from "../../contract/messages.ts";
import { session } from "./session.ts";
import { draftStore } from "./draftStore.ts";

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
    if (reason === messages.loggedOut) draftStore.discardAll(left.username);
  });
}
