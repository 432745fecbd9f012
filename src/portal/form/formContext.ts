import type { RJSFSchema } from "@rjsf/utils";
import { createContext, useContext, useEffect, useEffectEvent, type FocusEvent, type ReactNode } from "react";
import type { Fault } from "../../contract/rules/faults.ts";
import type { Bag, EntitySchema, FieldSchema } from "../../contract/schema/fields.ts";
import type { ModelReport } from "../../contract/generated/entities.ts";
import type { IdentifierHolder } from "../../contract/identifierHolder.ts";
import { NO_REFERENCES, type References } from "../../contract/schema/references.ts";
import type { SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";
import type { OptionLists } from "./options/optionLists.ts";
import type { Removal } from "./removal.ts";
import type { PlaceOf } from "./renumbering.ts";
import type { ShownError } from "./validator.ts";

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
  options: OptionLists;
  references: References;
  uploadExtent?: UploadExtent | undefined;
  /** Answers the area of a stored geodatabase; undefined where the services do not read it. */
  readExtent?: ((storedName: string) => Promise<SpatialExtentArea | undefined>) | undefined;
  /** Another record under the identifier that some values hold. */
  holderOf?: ((values: Bag) => IdentifierHolder | undefined) | undefined;
}

export const SurroundingsContext = createContext<Surroundings>({ options: {}, references: NO_REFERENCES });

export const useSurroundings = (): Surroundings => useContext(SurroundingsContext);

/**
 * Adds what an input shows and the form has not taken in yet, by its path, joined by dots.
 *
 * @param isSubmit whether the form is submitted: then what is half typed is to be ended
 */
export type CollectAnswer = (values: Map<string, unknown>, isSubmit: boolean) => void;

/** What inputs ask of the form they stand in. The same object as long as the form stands. */
export interface FormActions {
  schema: EntitySchema;
  idPrefix: string;
  /** The inputs that answer when it collects what they show. */
  inputs: Set<CollectAnswer>;
  /** The values RJSF holds now, for what answers long after it was drawn, such as a dialog. */
  values(): Bag;
  setField(name: string, value: unknown): void;
  /** The user left a field, or a whole group of them: what is wrong there is said from now on. */
  leave(path: string, isGroup?: boolean): void;
  /** The entries of a list are about to be numbered anew: what was left, held back and typed of each moves with it. */
  renumber(list: string, placeOf: PlaceOf): void;
  /**
   * What the field is to hold cannot be had yet: until then saving says the words. Without words it can.
   *
   * @param isComing whether it comes by itself, as a file does
   */
  hold(path: string, words?: string, isComing?: boolean): void;
  /** All that is wrong with some values, told to the user or not. */
  faultsIn(values: Bag, references: References): Fault[];
  /** Puts back what was taken away last. */
  undo(): void;
  /** What was taken away is not wanted back. */
  dismiss(): void;
  /** What is half typed at a list of entries or a choice, or was so on an earlier visit. */
  typedAt(path: string): string;
  /**
   * Keeps what is half typed there now, whatever is drawn anew meanwhile.
   *
   * @param fault why no entry could be made of it, which saving says until it is another
   */
  keepTyped(path: string, text: string, fault?: string): void;
}

export const ActionsContext = createContext<FormActions | undefined>(undefined);

export function useFormActions(): FormActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("Parts of a form stand inside a SchemaForm");
  return actions;
}

/** The values of the fields that others look at; a new object only when one of them changed. */
export const RelatedValuesContext = createContext<Bag>({});

/** Another record under the identifier that the form holds. */
export const HolderContext = createContext<IdentifierHolder | undefined>(undefined);

/** What a form shows beside its values and their errors. */
export interface Shown {
  /** How often errors were to be brought before the user: at each failed submit, and each refusal of the server. */
  alerts: number;
  /** What was taken away last, and can be put back. */
  removal: Removal | undefined;
}

export const NOTHING_SHOWN: Shown = { alerts: 0, removal: undefined };

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

/**
 * A message that comes while a pointer is pressed would move the page under it, and its click would miss. The click may
 * take away the place that was left, or move it within its list: what acts looks for it then.
 */
export function whenLetGo(act: () => void): void {
  if (document.querySelector(":active") === null) return act();
  const once = { once: true, capture: true };
  const ends = ["pointerup", "pointercancel", "keydown"] as const;
  const end = () => {
    ends.forEach((name) => document.removeEventListener(name, end, once));
    // After the click that follows.
    setTimeout(act);
  };
  ends.forEach((name) => document.addEventListener(name, end, once));
}

/** Focuses what an id names, or the first input within it. */
export function focusField(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.focus();
  if (document.activeElement !== element)
    element.querySelector<HTMLElement>("input, textarea, button, [tabindex]")?.focus();
}
