import { deepEquals } from "@rjsf/utils";
import { useContext, type MouseEvent } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { ModelFolder } from "../../../contract/model-folder/checkModel.ts";
import { isEmptyValue } from "../../../contract/schema/emptyValues.ts";
import type { ModelFact, ModelSuggestion } from "../../../contract/models/modelFacts.ts";
import { FormUiStateContext, useFormState } from "../../form/formContext.ts";

/** By field. */
export type AppliedSuggestions = Record<string, AppliedSuggestion>;

interface AppliedSuggestion {
  /** Of the field, and of the fields that it clears. */
  previousValues: JsonObject;
  suggestedValue: unknown;
}

/** What both the form's section and its fields need. */
export interface SuggestionState {
  applied: AppliedSuggestions;
  /** Of the chosen model. */
  folder: ModelFolder | undefined;
  onApply: (applied: AppliedSuggestions) => void;
  onUpload: (cancel: (() => void) | undefined) => void;
  onUploaded: (storedName: string) => void;
}

export function useSuggestionActions({ applied, folder, onApply, onUpload, onUploaded }: SuggestionState) {
  const { schema, getValues, setField, setValues, uploadToField } = useFormState();
  const apply = (suggestions: ModelSuggestion[]) => {
    const values = getValues();
    for (const { field, suggestedValue, uploadPath } of suggestions) {
      const names = [field, ...(schema.properties[field]?.["x-clears"] ?? [])];
      const previousValues = {
        ...Object.fromEntries(names.map((name) => [name, values[name]])),
        ...(canUndo(applied, field, values[field]) && applied[field]?.previousValues),
      };
      const remember = (value: unknown) => onApply({ [field]: { previousValues, suggestedValue: value } });
      if (uploadPath === undefined) {
        remember(suggestedValue);
        setField(field, suggestedValue);
      } else if (folder) {
        const name = String(suggestedValue);
        const load = async () => {
          const { loadCoverage } = await import("./loadCoverage.ts");
          return loadCoverage(folder, uploadPath, name);
        };
        const handleStored = (storedName: string) => {
          remember(storedName);
          onUploaded(storedName);
        };
        onUpload(uploadToField(field, { name, load }, handleStored));
      }
    }
  };
  /** A cleared field that the user has filled in since keeps its new value. */
  const undo = (fields: string[]) => {
    const values = getValues();
    const restored = fields.flatMap((field) =>
      Object.entries(applied[field]?.previousValues ?? {}).filter(
        ([name]) => name === field || isEmptyValue(values[name]),
      ),
    );
    setValues(Object.fromEntries(restored));
  };
  return { apply, undo };
}

/** Whether the file of a suggestion is uploading to a field. */
export function useIsUploading() {
  const { inputErrors } = useContext(FormUiStateContext);
  return (field: string): boolean => inputErrors.get(field)?.isBusy ?? false;
}

/** No Undo after the user edited the applied value: it would discard that edit. */
export const canUndo = (applied: AppliedSuggestions, field: string, value: unknown): boolean =>
  applied[field] !== undefined && deepEquals(applied[field].suggestedValue, value);

/** Undo replaces the pressed button, so a double click would undo at once. */
export const ignoreDoubleClick = (action: () => void) => (event: MouseEvent) =>
  void (event.detail < 2 && action());

export const getSourceName = ({ sourceFile }: ModelFact) => sourceFile.slice(sourceFile.lastIndexOf("/") + 1);
