import type { BrowserContext } from "playwright-core";

/**
 * Logs the pages of a browser context in without the login page: stores the account, and other entries if given, in the
 * local storage before the first page loads. Once per context, so that a logout lasts.
 */
export async function signInContext(
  context: BrowserContext,
  account: object,
  entries: Record<string, string> = {},
): Promise<BrowserContext> {
  await context.addInitScript(
    (stored) => {
      if (location.protocol === "chrome:" || localStorage["test.isSignedIn"]) return;
      Object.assign(localStorage, { ...stored, "test.isSignedIn": "yes" });
    },
    { ...entries, "flood-model-portal.session": JSON.stringify(account) },
  );
  return context;
}
