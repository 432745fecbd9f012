import type { RJSFSchema } from "@rjsf/utils";
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from "react";
import type { JsonObject } from "../../contract/json.ts";
import type { FieldSchema } from "../../contract/schema/fields.ts";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import type { PendingInput } from "./formProps.ts";
import type { FormState } from "./FormState.ts";
import { INITIAL_UI_STATE } from "./formUiState.ts";
import type { OptionLists } from "./options/optionLists.ts";
import type { FormError } from "./validator.ts";

export const ReferencesContext = createContext(NO_REFERENCES);

/** Separate from the references: option lists are large and load last. */
export const OptionsContext = createContext<OptionLists>({});

/** The same object for the life of the form. */
export const FormStateContext = createContext<FormState | undefined>(undefined);

export function useFormState(): FormState {
  const formState = useContext(FormStateContext);
  if (!formState) throw new Error("useFormState must be used inside an EntityForm");
  return formState;
}

/** Finds the field that shows an entry of a list; undefined: a card of the list itself. */
export function useFindEntryField(values: JsonObject) {
  const { schema, extension } = useFormState();
  const references = useContext(ReferencesContext);
  return (list: string, index: number): string | undefined =>
    extension.findEntryField({ schema, list, index, values, references });
}

/** Values that other fields depend on. A new object only when one of them changes. */
export const RelatedValuesContext = createContext<JsonObject>({});

/** All values. Changes at each edit. */
export const FormValuesContext = createContext<JsonObject>({});

export const FormUiStateContext = createContext(INITIAL_UI_STATE);

/** The name of the note above all fields. */
export const WHOLE_FORM_NOTE = "";

/** Renders the page's note below a field, such as a change request. */
export const FieldNotesContext = createContext<(name: string, value: unknown) => ReactNode>(() => null);

/** True for a valid field that the user still has to change, so that its section is not complete. */
export const IsUnfinishedContext = createContext<(name: string, values: JsonObject) => boolean>(() => false);

export const VisibleErrorsContext = createContext<FormError[]>([]);

/** Errors of the surrounding field; for a single-input list, of its entries too. */
export const FieldErrorsContext = createContext<FormError[]>([]);

/** The id of the surrounding field if a hint asks to clear it, else "". */
export const UnneededFieldContext = createContext("");

export const buildHintId = (id: string): string => `${id}-hint`;

/** The id of the hint to clear the field, if it has one. */
export const useHintId = (id: string): string | undefined =>
  useContext(UnneededFieldContext) === id ? buildHintId(id) : undefined;

export interface InputAria {
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean;
}

interface InputAriaOptions {
  id: string;
  schema: FieldSchema | RJSFSchema;
  required?: boolean | undefined;
}

export function useInputAria({ id, schema, required = false }: InputAriaOptions): InputAria {
  const isInvalid = useContext(FieldErrorsContext).length > 0;
  const hintId = useHintId(id);
  const hasNote = useFormState().extension.describedRoles?.includes(String(schema["x-role"]));
  const described = [
    ...(schema.description ? [`${id}-help`] : []),
    ...(hasNote ? [`${id}-note`] : []),
    ...(hintId ? [hintId] : []),
    ...(isInvalid ? [`${id}-error`, `${id}-entries`] : []),
  ];
  return {
    "aria-describedby": described.join(" ") || undefined,
    "aria-invalid": isInvalid,
    "aria-required": required,
  };
}

/** `begin` when the user types, `end` once the form holds the text. */
export function usePendingInput(input: PendingInput) {
  const { setPendingInput, endPendingInput } = useFormState();
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const [pendingInput] = useState((): PendingInput => ({
    commit: () => latest.current.commit(),
    read: () => latest.current.read?.(),
  }));
  useEffect(() => () => endPendingInput(pendingInput), [endPendingInput, pendingInput]);
  return { begin: () => setPendingInput(pendingInput), end: () => endPendingInput(pendingInput) };
}

/** Shows an error at the field, and blocks submitting, while `message` is given. */
export function useInputError(path: string, message: string | undefined, isBusy = false): void {
  const { setInputError } = useFormState();
  useEffect(() => {
    setInputError(path, message === undefined ? undefined : { message, isBusy });
  }, [setInputError, path, message, isBusy]);
  useEffect(() => () => setInputError(path), [setInputError, path]);
}

/** If the whole window loses focus, the input stays document.activeElement and the user can continue in it later. */
export const isWindowBlur = ({ target }: Pick<FocusEvent, "target">): boolean =>
  target === document.activeElement;

export function focusField(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.focus();
  if (document.activeElement !== element)
    element.querySelector<HTMLElement>("input, textarea, button, [tabindex]")?.focus();
}
