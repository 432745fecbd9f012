import { createError, type Diagnostic } from "../../contract/model-folder/diagnostic.ts";

/** An invalid zip, with a message for the vendor. Store failures never cause it. */
export class InvalidZipError extends Error {
  override readonly name = "ZipFault";
  readonly entry: string | undefined;

  constructor(message: string, entry?: string, options?: ErrorOptions) {
    super(message, options);
    this.entry = entry;
  }

  get diagnostic(): Diagnostic {
    return createError(this.message, this.entry);
  }
}
