import type { RJSFSchema } from "@rjsf/utils";
import { createContext, useContext, useEffect, useEffectEvent, type FocusEvent, type ReactNode } from "react";
import type { JsonObject, FieldSchema } from "../../contract/schema/fields.ts";
import type { ModelReport } from "../../contract/generated/entities.ts";
import type { IdentifierHolder } from "../../contract/identifierHolder.ts";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import type { CollectAnswer, Surroundings } from "./formProps.ts";
import type { FormState } from "./FormState.ts";
import type { OptionLists } from "./options/optionLists.ts";
import { NOTHING_SHOWN } from "./removal.ts";
import type { ShownError } from "./validator.ts";

export const SurroundingsContext = createContext<Surroundings>({ references: NO_REFERENCES });

export const useSurroundings = (): Surroundings => useContext(SurroundingsContext);

/** The lists of choices, apart: they are large, and come last. */
export const OptionsContext = createContext<OptionLists>({});

/** What inputs ask of the form they stand in. The same object as long as the form stands. */
export const ActionsContext = createContext<FormState | undefined>(undefined);

export function useFormActions(): FormState {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("Parts of a form stand inside an EntityForm");
  return actions;
}

/** The values of the fields that others look at; a new object only when one of them changed. */
export const RelatedValuesContext = createContext<JsonObject>({});

/** Another record under the identifier that the form holds. */
export const HolderContext = createContext<IdentifierHolder | undefined>(undefined);

/** What the form shows beside its values and their errors. */
export const ShownContext = createContext(NOTHING_SHOWN);

/**
 * What the page says beside a field of its name and value, such as what somebody asks to change there; of the name ""
 * and all values, what it says above them.
 */
export const FieldNotesContext = createContext<(name: string, value: unknown) => ReactNode>(() => null);

/** Where the model of the form's record lies, as far as its files were read. */
export const FootprintContext = createContext<ModelReport["footprint"]>(null);

/** All of RJSF's errors in the order of the form. */
export const ShownErrorsContext = createContext<ShownError[]>([]);

/** The errors of the value whose frame is around, and of its entries where the list is entered whole. */
export const OwnErrorsContext = createContext<ShownError[]>([]);

/** How an input tells assistive technology of its help, its error and its being required. */
export interface InputAria {
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean;
}

interface InputPlace {
  id: string;
  schema: FieldSchema | RJSFSchema;
  required?: boolean | undefined;
}

export function useInputAria({ id, schema, required = false }: InputPlace): InputAria {
  const isInvalid = useContext(OwnErrorsContext).length > 0;
  const described = [
    ...(schema.description ? [`${id}-help`] : []),
    ...(schema["x-role"] === "identifier" ? [`${id}-holder`] : []),
    ...(isInvalid ? [`${id}-error`, `${id}-entries`] : []),
  ];
  return {
    "aria-describedby": described.join(" ") || undefined,
    "aria-invalid": isInvalid,
    "aria-required": required,
  };
}

/** Answers a form that collects what its inputs show. */
export function useOnCollect(answer: CollectAnswer): void {
  const { inputs } = useFormActions();
  const onCollect = useEffectEvent(answer);
  useEffect(() => {
    const hear: CollectAnswer = (...asked) => onCollect(...asked);
    inputs.add(hear);
    return () => void inputs.delete(hear);
  }, [inputs]);
}

/**
 * Whether an input lost the focus only because the whole window did, as to another program or a file dialog. The
 * document still takes it for the one in use, and typing goes on in it when the window is back.
 */
export const isWindowLeft = ({ target }: Pick<FocusEvent, "target">): boolean =>
  target === document.activeElement;

/** Focuses what an id names, or the first input within it. */
export function focusField(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.focus();
  if (document.activeElement !== element)
    element.querySelector<HTMLElement>("input, textarea, button, [tabindex]")?.focus();
}
