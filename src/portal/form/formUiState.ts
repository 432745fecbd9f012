import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import type { UndoEntry } from "./undoEntry.ts";

export interface InputError {
  message: string;
  /** The field's value is on its way, such as a file that is uploading. */
  isBusy: boolean;
}

/** What the templates show beside RJSF's values and errors. */
export interface FormUiState {
  /** Paths whose errors show. The path of a group ends with a dot. */
  touched: ReadonlySet<string>;
  isSubmitAttempted: boolean;
  /** Reported by the inputs themselves, such as text that is not in the list, by path. They block submitting. */
  inputErrors: ReadonlyMap<string, InputError>;
  /** Each shows until its field is edited or the form is submitted again. */
  serverErrors: FieldError[];
  /** Raised to focus the error summary. */
  failureCount: number;
  undoEntry: UndoEntry | undefined;
}

export const INITIAL_UI_STATE: FormUiState = {
  touched: new Set(),
  isSubmitAttempted: false,
  inputErrors: new Map(),
  serverErrors: [],
  failureCount: 0,
  undoEntry: undefined,
};
