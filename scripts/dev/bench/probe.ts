/** What a page must show for a measurement to end: so many elements of a selector, where asked with a text. */
export interface Shown {
  selector: string;
  atLeast?: number;
  exactly?: number;
  text?: string;
}

/** The measuring part inside a page; times are milliseconds on the page's own clock. */
export interface Probe {
  /** From navigation until the page showed what it opens with, painted; undefined while it does not. */
  opened: number | undefined;
  /** When the frame came that first showed what the page opens with; what loads later was not needed for it. */
  shown: number | undefined;
  /** Starts at the next event of a type; ends when what is awaited is painted. */
  arm(type: string, shown?: Shown): void;
  /** The time of what was armed last. */
  result: Promise<number>;
  /** The longest task since this was last asked for; 0 where all stayed below 50 ms. */
  longestTask(): number;
}

declare global {
  interface Window {
    bench: Probe;
  }
}

/**
 * Runs in a page before its own scripts.
 *
 * A time begins with the event's own time stamp, when the browser took the key or the click in, so that waiting for a
 * busy page counts. It ends in a message posted from the animation frame that first shows the result: the message is
 * taken after that frame's style, layout and paint, where the frame is handed to the compositor. The Event Timing API
 * would say nearly the same, but rounds to 8 ms and leaves out what is faster than 16.
 */
export function installProbe(opening: Shown): void {
  const isShown = ({ selector, atLeast = 1, exactly, text }: Shown) => {
    const found = document.querySelectorAll(selector);
    const count =
      text === undefined
        ? found.length
        : [...found].filter((element) => textOf(element).includes(text)).length;
    return exactly === undefined ? count >= atLeast : count === exactly;
  };
  const textOf = (element: Element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.value
      : (element.textContent ?? "");
  const whenPainted = (shown: Shown | undefined, tell: (now: number, frame: number) => void) => {
    const look = () => {
      if (shown && !isShown(shown)) return void requestAnimationFrame(look);
      const frame = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => tell(performance.now(), frame);
      port2.postMessage(0);
    };
    requestAnimationFrame(look);
  };

  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: "longtask" });

  window.bench = {
    opened: undefined,
    shown: undefined,
    result: Promise.resolve(0),
    arm(type, shown) {
      this.result = new Promise((resolve, reject) => {
        const awaited = `No ${type} that shows ${JSON.stringify(shown ?? "anything")}`;
        setTimeout(() => reject(new Error(awaited)), 60_000);
        const begin = ({ timeStamp }: Event) => whenPainted(shown, (now) => resolve(now - timeStamp));
        window.addEventListener(type, begin, { capture: true, once: true });
      });
    },
    longestTask() {
      const found = longest;
      longest = 0;
      return found;
    },
  };
  whenPainted(opening, (now, frame) => {
    window.bench.opened = now;
    window.bench.shown = frame;
  });
}
