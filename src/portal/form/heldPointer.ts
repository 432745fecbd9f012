/** What ends a press besides its own end, which a context menu or another window may swallow. */
const ENDINGS = ["pointerup", "pointercancel", "contextmenu", "keydown"] as const;

/**
 * Whether a pointer is held down on the page, and which fields were left meanwhile. Their messages wait for it to be
 * let go: one that comes or goes under a held pointer would move the page, and the click would miss its button.
 */
export class HeldPointer {
  private isDown = false;
  private left: string[] = [];
  private readonly onRelease: (left: string[]) => void;

  /** @param onRelease gets the keys of the fields that were left, when the click has been dealt with */
  constructor(onRelease: (left: string[]) => void) {
    this.onRelease = onRelease;
  }

  get isHeld(): boolean {
    return this.isDown;
  }

  /** A field was left while the pointer is held. */
  leave(key: string): void {
    this.left.push(key);
  }

  /** Forgets what was left, where a field's entries are numbered anew. */
  keepLeft(isKept: (key: string) => boolean): void {
    this.left = this.left.filter(isKept);
  }

  /** Watches the page; answers what ends that. */
  watch(): () => void {
    const ends = new AbortController();
    const options = { capture: true, signal: ends.signal };
    document.addEventListener("pointerdown", this.press, options);
    for (const name of ENDINGS) document.addEventListener(name, this.release, options);
    // Not in the capture phase, where every element's blur would pass.
    window.addEventListener("blur", this.release, { signal: ends.signal });
    return () => ends.abort();
  }

  /** Only the main button clicks; the end of another's press may never be told. */
  private readonly press = ({ button }: PointerEvent): void => {
    this.isDown ||= button === 0;
  };

  private readonly release = (): void => {
    if (!this.isDown) return;
    this.isDown = false;
    setTimeout(() => this.onRelease(this.left.splice(0)));
  };
}
