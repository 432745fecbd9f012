/** Elements that end a measurement when the page shows them. */
export interface ExpectedElements {
  selector: string;
  atLeast?: number;
  exactly?: number;
  /** Text or value that the elements contain. */
  text?: string;
}

/** Measures inside a page; times are milliseconds since navigation. */
export interface Probe {
  /** When the expected elements were painted; undefined until then. */
  paintedAt: number | undefined;
  /** When the frame that shows them began. Scripts requested later were not needed for it. */
  frameAt: number | undefined;
  /** Starts a measurement at the next event of a type; it ends when the expected elements are painted. */
  start(eventType: string, expected?: ExpectedElements): void;
  /** Duration of the last measurement. */
  result: Promise<number>;
  /** Longest task since the last call; 0 if all were below 50 ms. */
  takeLongestTask(): number;
}

declare global {
  interface Window {
    bench: Probe;
  }
}

/**
 * Runs in a page before its own scripts.
 *
 * A measurement begins at the event's own time stamp, so waiting for a busy page counts. It ends in a message posted
 * from the animation frame that shows the result: the browser handles the message after style, layout and paint of
 * this frame. The Event Timing API gives nearly the same values, but rounds to 8 ms and omits events below 16 ms.
 */
export function installProbe(opening: ExpectedElements): void {
  const readText = (element: Element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.value
      : (element.textContent ?? "");
  const isShown = ({ selector, atLeast = 1, exactly, text }: ExpectedElements) => {
    const elements = [...document.querySelectorAll(selector)];
    const count = elements.filter((element) => text === undefined || readText(element).includes(text)).length;
    return exactly === undefined ? count >= atLeast : count === exactly;
  };
  const afterPaint = (
    expected: ExpectedElements | undefined,
    callback: (paintedAt: number, frameAt: number) => void,
  ) => {
    const checkFrame = () => {
      if (expected && !isShown(expected)) return void requestAnimationFrame(checkFrame);
      const frameAt = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => callback(performance.now(), frameAt);
      port2.postMessage(0);
    };
    requestAnimationFrame(checkFrame);
  };

  let longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: "longtask" });

  window.bench = {
    paintedAt: undefined,
    frameAt: undefined,
    result: Promise.resolve(0),
    start(eventType, expected) {
      this.result = new Promise((resolve, reject) => {
        const failure = `No ${eventType} that shows ${JSON.stringify(expected ?? "anything")}`;
        setTimeout(() => reject(new Error(failure)), 60_000);
        const begin = ({ timeStamp }: Event) => afterPaint(expected, (now) => resolve(now - timeStamp));
        window.addEventListener(eventType, begin, { capture: true, once: true });
      });
    },
    takeLongestTask() {
      const taken = longestTask;
      longestTask = 0;
      return taken;
    },
  };
  afterPaint(opening, (paintedAt, frameAt) => Object.assign(window.bench, { paintedAt, frameAt }));
}
