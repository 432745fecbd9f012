import { RandomAccessReader } from "yauzl";
import type { BufferedAccess } from "./bufferedAccess.ts";

type Callback = (error: Error | null) => void;

/** Lets yauzl read a zip's list of entries from the store, and keeps the store's troubles apart from the zip's. */
export class ZipListReader extends RandomAccessReader {
  /** What the store failed with; then the zip cannot be judged. */
  trouble: Error | undefined;

  constructor(private readonly access: BufferedAccess) {
    super();
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: Callback): void {
    if (position < 0 || position + length > this.access.size)
      return callback(new Error("The zip's list of files points outside the zip"));
    void this.fill(buffer, offset, length, position).then(callback);
  }

  private async fill(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<Error | null> {
    try {
      (await this.access.bytes(position, length)).copy(buffer, offset);
      return null;
    } catch (error) {
      this.trouble = error instanceof Error ? error : new Error(String(error));
      return this.trouble;
    }
  }
}
