import { createError, type Diagnostic } from "../../contract/model-folder/diagnostic.ts";

/** A zip that is itself at fault, said in words for the vendor; trouble of the store is never one. */
export class ZipFault extends Error {
  override readonly name = "ZipFault";
  /** The entry at fault, where it is one. */
  readonly entry: string | undefined;

  constructor(message: string, entry?: string, options?: ErrorOptions) {
    super(message, options);
    this.entry = entry;
  }

  /** The same, in the form in which faults are told to the vendor. */
  get finding(): Diagnostic {
    return createError(this.message, this.entry);
  }
}
