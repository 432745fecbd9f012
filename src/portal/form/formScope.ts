import { createContext, useContext, useSyncExternalStore } from "react";
import type { Fault } from "../../contract/faults.ts";
import { NO_REFERENCES, type References } from "../../contract/references.ts";
import type { FormController } from "./formController.ts";
import { idOf, messagesAt, type FormState } from "./formState.ts";
import type { OptionLists } from "./optionLists.ts";

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
}

export const ControllerContext = createContext<FormController | undefined>(undefined);

export const SurroundingsContext = createContext<Surroundings>({ options: {}, references: NO_REFERENCES });

export function useController(): FormController {
  const controller = useContext(ControllerContext);
  if (!controller) throw new Error("Parts of a form stand inside a SchemaForm");
  return controller;
}

export const useSurroundings = (): Surroundings => useContext(SurroundingsContext);

/** A part of the form's state; redraws when that part changes. */
export function useFormState<Part>(select: (state: FormState) => Part): Part {
  const controller = useController();
  return useSyncExternalStore(controller.subscribe, () => select(controller.get()));
}

/** Every fault the user should see now, in the form's order. */
export function useShownFaults(): Fault[] {
  const controller = useController();
  return useSyncExternalStore(controller.subscribe, controller.getShown);
}

const BETWEEN = "\n";

/** What stands beside the field at a path now. */
export function useMessages(path: string[]): string[] {
  const controller = useController();
  const joined = useSyncExternalStore(controller.subscribe, () =>
    messagesAt(controller.getShown(), path).join(BETWEEN),
  );
  return joined === "" ? [] : joined.split(BETWEEN);
}

/** How an input tells assistive technology of its help text, its error and its being required. */
export interface InputAria {
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean;
}

export function useInputAria(path: string[], hasHelp: boolean, isRequired = false): InputAria {
  const id = idOf(useController().idPrefix, path);
  const isInvalid = useMessages(path).length > 0;
  const described = [
    ...(hasHelp ? [`${id}-help`] : []),
    ...(isInvalid ? [`${id}-error`, `${id}-entries`] : []),
  ];
  return {
    "aria-describedby": described.join(" ") || undefined,
    "aria-invalid": isInvalid,
    "aria-required": isRequired,
  };
}
