/** A zip that is read at any position: a local file, a blob in the store, or the parts that a script has sent. */
export interface ZipSource {
  readonly size: number;
  /** @throws only when the source fails, never because of the content */
  readBytes(offset: number, length: number): Promise<Uint8Array>;
}

interface Window<Bytes> {
  start: number;
  length: number;
  bytes: Promise<Bytes>;
}

/** Serves small reads from two cached windows: a zip is read at its end and at one other place. */
export class WindowCache<Bytes extends Uint8Array> {
  private windows: Window<Bytes>[] = [];

  constructor(
    readonly size: number,
    private readonly windowSize: number,
    private readonly fetch: (offset: number, length: number) => Promise<Bytes>,
  ) {}

  /** Do not change the bytes: they are shared. */
  async readBytes(offset: number, length: number): Promise<Bytes> {
    if (length > this.windowSize) return this.fetch(offset, length);
    const cached = this.windows.find(
      (window) => window.start <= offset && offset + length <= window.start + window.length,
    );
    const { start, bytes } = cached ?? this.fetchWindow(offset);
    return (await bytes).subarray(offset - start, offset - start + length) as Bytes;
  }

  /** Near the end the window extends backwards, because the bytes before the end are read next. */
  private fetchWindow(offset: number): Window<Bytes> {
    const start = Math.max(0, Math.min(offset, this.size - this.windowSize));
    const length = Math.min(this.windowSize, this.size - start);
    const window = { start, length, bytes: this.fetch(start, length) };
    window.bytes.catch(() => (this.windows = this.windows.filter((other) => other !== window)));
    this.windows = [...this.windows.slice(-1), window];
    return window;
  }
}
