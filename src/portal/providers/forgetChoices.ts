const EVERYTHING = "flood-model-portal.";

/** What ends in its own way: the session itself, and typed work that may be another user's. */
const APART = ["flood-model-portal.session", "flood-model-portal.draft"];

/** Forgets what this device keeps of how the portal was used, such as the platform an upload was last made from. */
export function forgetChoices(): void {
  for (const name of Object.keys(localStorage)) {
    const isApart = APART.some((prefix) => name.startsWith(prefix));
    if (name.startsWith(EVERYTHING) && !isApart) localStorage.removeItem(name);
  }
}
