const WIDTH = 30;
const EVERY = 100;

interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** A bar on a terminal, redrawn ten times a second at most; nothing anywhere else, where it would fill a log. */
export function progressBar(total: number, terminal: Terminal, now: () => number = Date.now) {
  let drawnAt = -Infinity;
  const isShown = terminal.isTTY === true && total > 1;
  return {
    show(done: number) {
      if (!isShown || (done < total && now() - drawnAt < EVERY)) return;
      drawnAt = now();
      const filled = Math.round((done / total) * WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)}`;
      terminal.write(`\r${bar} ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} files`);
    },
    /** Takes the bar away, so that what follows begins on a clean line. */
    clear() {
      if (isShown) terminal.write("\r\u001B[2K");
    },
  };
}
