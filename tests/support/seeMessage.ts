import type { Locator } from "playwright-core";

/** Looks for a message from before the action that causes it: on a busy machine, its few seconds may pass afterwards. */
export const seeMessage = (message: Locator, action: () => Promise<unknown>): Promise<unknown> =>
  Promise.all([message.waitFor(), action()]);
