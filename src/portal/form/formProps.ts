import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { ReactNode, Ref } from "react";
import type { Fault } from "../../contract/rules/faults.ts";
import type { Bag, EntitySchema } from "../../contract/schema/fields.ts";
import type { Surroundings } from "./formContext.ts";
import type { KeptWords } from "./uiSchema.ts";

/** The values with all that is typed, and what is half typed in lists of entries, by the list's name. */
export interface Collected {
  values: Bag;
  entries: Record<string, string>;
}

/** What a page may ask of a form. */
export interface FormHandle {
  /** What the form holds and its inputs show now. What is half typed stays so. */
  collect(): Collected;
  /** Puts values in place of those of some fields; the answer comes once the form holds them, or never if it went. */
  put(values: Bag): Promise<void>;
}

export interface EntityFormProps extends Partial<Surroundings>, KeptWords {
  schema: EntitySchema;
  /** The precompiled functions of the same schema. */
  validators: ValidatorFunctions;
  /** Read once: a form never changes under its user. Give another `key` for other values. */
  initial: Bag;
  /** What was half typed in lists of entries, by the list's name. Read once. */
  entries?: Record<string, string>;
  /** What the server refused; shown until the field is edited. A new array is a new refusal. */
  faults?: Fault[];
  /** Valid values; `intent` is the value of the button that was pressed, where it has one. */
  onSubmit(values: Bag, intent?: string): void;
  /** The number of errors that kept the values from being submitted. */
  onInvalid?: (count: number) => void;
  onChange?: (values: Bag) => void;
  /** What is wrong with the values that no schema can know, such as what else exists. Keep it stable. */
  check?: (values: Bag) => Fault[];
  /** Hears whether a field's value is on its way, such as a file. Keep it stable. */
  onBusy?: (isBusy: boolean) => void;
  disabled?: boolean;
  /** Ids of the form's elements begin with it; two forms of one page need two. */
  idPrefix?: string;
  /** Stands under the fields, inside the form: its buttons. */
  children?: ReactNode;
  ref?: Ref<FormHandle>;
}
