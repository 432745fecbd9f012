import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { ReactNode, Ref } from "react";
import type { Fault } from "../../contract/rules/faults.ts";
import type { IdentifierHolder } from "../../contract/identifierHolder.ts";
import type { JsonObject, EntitySchema } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import type { SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";
import type { OptionLists } from "./options/optionLists.ts";
import type { KeptWords } from "./uiSchema.ts";

/**
 * Sends the chosen file; answers the name under which it is stored. Progress runs from 0 to 1. Once the signal is
 * aborted nothing more is sent, and the answer is a refusal.
 */
export type UploadExtent = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<string>;

/** What the page lends the form. It may arrive late, and change, without touching what was typed. */
export interface Surroundings {
  references: References;
  uploadExtent?: UploadExtent | undefined;
  /** Answers the area of a stored geodatabase; undefined where the services do not read it. */
  readExtent?: ((storedName: string) => Promise<SpatialExtentArea | undefined>) | undefined;
  /** Another record under the identifier that some values hold. */
  holderOf?: ((values: JsonObject) => IdentifierHolder | undefined) | undefined;
}

/** The values with all that is typed, and what is half typed in lists of entries, by the list's name. */
export interface Collected {
  values: JsonObject;
  entries: Record<string, string>;
}

/**
 * Adds what an input shows and the form has not taken in, by its path, joined by dots. When the form is submitted, the
 * input ends what is half typed.
 */
export type CollectAnswer = (values: Map<string, unknown>, isSubmit: boolean) => void;

/** What a page may ask of a form. */
export interface FormHandle {
  /** What the form holds and its inputs show now. What is half typed stays so. */
  collect(): Collected;
  /** Puts values in place of those of some fields; the answer comes once the form holds them, or never if it went. */
  put(values: JsonObject): Promise<void>;
}

export interface EntityFormProps extends Partial<Surroundings>, KeptWords {
  schema: EntitySchema;
  /** The precompiled functions of the same schema. */
  validators: ValidatorFunctions;
  /** Read once: a form never changes under its user. Give another `key` for other values. */
  initial: JsonObject;
  options?: OptionLists;
  /** What was half typed in lists of entries, by the list's name. Read once. */
  entries?: Record<string, string>;
  /** What the server refused; shown until the field is edited. A new array is a new refusal. */
  faults?: Fault[];
  /** Valid values; `intent` is the value of the button that was pressed, where it has one. */
  onSubmit(values: JsonObject, intent?: string): void;
  /** The number of errors that kept the values from being submitted. */
  onInvalid?: (count: number) => void;
  onChange?: (values: JsonObject) => void;
  /** What is wrong with the values that no schema can know, such as what else exists. Keep it stable. */
  check?: (values: JsonObject) => Fault[];
  /** Hears whether a field's value is on its way, such as a file. Keep it stable. */
  onBusy?: (isBusy: boolean) => void;
  disabled?: boolean;
  /** Enter in an input submits; elsewhere it does nothing, as the specification wants it of records and contacts. */
  submitsOnEnter?: boolean;
  /** Whether all fields are drawn at once, and not those of the first window before the others. Read once. */
  isWhole?: boolean;
  /** Ids of the form's elements begin with it; two forms of one page need two. */
  idPrefix?: string;
  /** Stands under the fields, inside the form: its buttons. */
  children?: ReactNode;
  ref?: Ref<FormHandle>;
}
