import { messages } from "../../contract/messages.ts";
import { session } from "./session.ts";
import { draftStore } from "./draftStore.ts";

/**
 * Whoever signs out by choice leaves no drafts behind; whoever is signed out by an expired session finds them again.
 *
 * @returns ends the watch
 */
export function discardDraftsOnSignOut(): () => void {
  let before = session.current();
  return session.subscribe(() => {
    const left = before;
    before = session.current();
    if (!left || before) return;
    const words = session.farewell();
    // Without words the user left in another tab, which has done what there was to do.
    if (words === messages.loggedOut || words === undefined) draftStore.close(left.username);
    if (words === messages.loggedOut) draftStore.discardAll(left.username);
  });
}
