import type { Bag } from "../../contract/fields.ts";

/**
 * The changes that are made while the form goes away. The form's own machinery takes a change in when it draws it,
 * and what goes away is never drawn again.
 */
export class LateChanges {
  private heard: Bag | undefined;

  /** A field's value is about to change. */
  hear(name: string, value: unknown): void {
    if (this.heard) this.heard[name] = value;
  }

  /** Answers the values of all fields that a piece of work changes. */
  during(work: () => void): Bag {
    const heard: Bag = {};
    this.heard = heard;
    work();
    this.heard = undefined;
    return heard;
  }
}
