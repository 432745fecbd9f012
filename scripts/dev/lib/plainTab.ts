import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright-core";

/** Expressions are JavaScript that runs in the page. */
export interface PlainTab {
  open(url: string): Promise<void>;
  /** @throws Error that the expression throws */
  evaluate(expression: string): Promise<unknown>;
  /** Until the expression is truthy. */
  waitFor(expression: string): Promise<void>;
  /** Drops files or folders of this computer on the middle of an element. */
  drop(element: string, paths: string[]): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  id: number;
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string } };
  error?: { message: string };
}

const POLL_INTERVAL_MS = 200;

/**
 * A tab that Playwright does not watch: to report requests, it has Chromium copy their bodies, which takes several times as
 * long as sending them.
 */
export async function openPlainTab(browser: Browser): Promise<PlainTab> {
  const devTools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devTools.send("Target.createBrowserContext");
  const { targetId } = await devTools.send("Target.createTarget", { url: "about:blank", browserContextId });
  const { sessionId } = await devTools.send("Target.attachToTarget", { targetId, flatten: false });
  const waiting = new Map<number, (answer: Answer) => void>();
  devTools.on("Target.receivedMessageFromTarget", ({ message }) => {
    const answer = JSON.parse(message) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let lastId = 0;
  const send = async (method: string, params: object = {}) => {
    const id = ++lastId;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    await devTools.send("Target.sendMessageToTarget", {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result?.value;
  };
  const waitFor = async (expression: string) => {
    while (!(await evaluate(expression))) await delay(POLL_INTERVAL_MS);
  };
  return {
    evaluate,
    waitFor,
    async open(url) {
      await send("Page.navigate", { url });
      await waitFor(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`);
    },
    async drop(element, files) {
      const center = await evaluate(`(() => {
        const element = ${element};
        element.scrollIntoView({ block: "center" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      })()`);
      const data = { items: [], files, dragOperationsMask: 1 };
      for (const type of ["dragEnter", "dragOver", "drop"])
        await send("Input.dispatchDragEvent", { type, ...(center as object), data });
    },
    async close() {
      await devTools.send("Target.disposeBrowserContext", { browserContextId });
      await devTools.detach();
    },
  };
}
