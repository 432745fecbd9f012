import { Readable } from "node:stream";
import { readBytes, type RandomAccess } from "./randomAccess.ts";

interface Window {
  start: number;
  length: number;
  bytes: Promise<Buffer>;
}

/**
 * Turns many small reads that lie close together into few large ones: keeps the last two windows it has read, since
 * a zip is read at its end and at one other place. Ranges larger than a window go straight to the store.
 */
export class BufferedAccess implements RandomAccess {
  readonly size: number;
  private windows: Window[] = [];

  constructor(
    private readonly source: RandomAccess,
    private readonly windowSize: number,
  ) {
    this.size = source.size;
  }

  async read(offset: number, length: number): Promise<Readable> {
    if (length > this.windowSize) return this.source.read(offset, length);
    return Readable.from([await this.bytes(offset, length)]);
  }

  /** A range no longer than a window and within the file. The bytes are shared: they are not to be changed. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const held = this.windows.find(
      (window) => window.start <= offset && offset + length <= window.start + window.length,
    );
    const { start, bytes } = held ?? this.fetchWindow(offset);
    return (await bytes).subarray(offset - start, offset - start + length);
  }

  /**
   * Near the end of the file the window reaches back from there, as what precedes the end is read next. It is held while
   * it is still on its way, for whoever reads beside.
   */
  private fetchWindow(offset: number): Window {
    const start = Math.max(0, Math.min(offset, this.size - this.windowSize));
    const length = Math.min(this.windowSize, this.size - start);
    const window = { start, length, bytes: readBytes(this.source, start, length) };
    window.bytes.catch(() => (this.windows = this.windows.filter((other) => other !== window)));
    this.windows = [...this.windows.slice(-1), window];
    return window;
  }
}
