/** Its message is written for the vendor. */
export class OpenModelError extends Error {
  override readonly name = "OpenModelError";

  constructor(
    message: string,
    /** The vendor must choose the folder or zip again. */
    readonly mustChoose = false,
  ) {
    super(message);
  }
}
