import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { ReactNode, Ref } from "react";
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import type { FormExtension } from "./formExtension.ts";
import type { OptionLists } from "./options/optionLists.ts";
import type { FieldRestrictions } from "./uiSchema.ts";

/** An input in which the user has typed text that the form may not hold yet. */
export interface PendingInput {
  /** Hands the text to the form. */
  commit(): void;
  /** For drafts. Absent if the text is no value before it is committed. */
  read?(): { path: string; value: unknown } | undefined;
}

/** A file that is read when its upload starts. */
export interface UploadableFile {
  name: string;
  load: () => Promise<File>;
}

/** Uploads to the input of a field, whose value is the name of the stored file. Returns a function that cancels. */
export type UploadToField = (file: UploadableFile, onStored: (storedName: string) => void) => () => void;

export interface FormHandle {
  /** The current values, including text that the user is still typing. */
  snapshot(): JsonObject;
  /** Whether an input shows text that is not an entry of its list yet. */
  hasPartialEntry(): boolean;
  setValues(values: JsonObject): void;
}

export interface EntityFormProps extends FieldRestrictions {
  schema: EntitySchema;
  validators: ValidatorFunctions;
  /** Read once. Change the `key` to load other values. */
  initialValues: JsonObject;
  options?: OptionLists;
  /** May arrive late and change. */
  references?: References;
  /** Read once. */
  extension?: FormExtension;
  /** Shown until their fields are edited. Pass a new array for each failed save. */
  serverErrors?: FieldError[];
  /** @param intent the value of the pressed submit button */
  onSubmit(values: JsonObject, intent?: string): void;
  onInvalid?: (errorCount: number) => void;
  onChange?: (values: JsonObject) => void;
  /** Rules that no schema can express, such as uniqueness. Must be a stable function. */
  customValidate?: (values: JsonObject) => FieldError[];
  /** Whether a field's value is still on its way, such as a file that is uploading. */
  onBusyChange?: (isBusy: boolean) => void;
  disabled?: boolean;
  /** Off for records and contacts (spec section 2). */
  shouldSubmitOnEnter?: boolean;
  /** Renders all fields at once instead of the first screen before the others. Read once. */
  shouldRenderAllFields?: boolean;
  idPrefix?: string;
  children?: ReactNode;
  ref?: Ref<FormHandle>;
}
