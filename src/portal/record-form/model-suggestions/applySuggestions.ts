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
  sourceFile: string;
}

/** What both the form's section and its fields need. */
export interface SuggestionState {
  applied: AppliedSuggestions;
  /** Of the chosen model. */
  folder: ModelFolder | undefined;
  /** Of the coverage geodatabase. */
  cancelUpload: (() => void) | undefined;
  onApply: (applied: AppliedSuggestions) => void;
  onUpload: (cancel: (() => void) | undefined) => void;
  onUploaded: (storedName: string) => void;
}

export function useSuggestionActions({ applied, folder, onApply, onUpload, onUploaded }: SuggestionState) {
  const { schema, commitPendingInput, getValues, snapshot, setField, setValues, uploadToField } =
    useFormState();
  const apply = (suggestions: ModelSuggestion[]) => {
    commitPendingInput();
    const values = getValues();
    for (const { field, suggestedValue, sourceFile, uploadPath } of suggestions) {
      const names = [field, ...(schema.properties[field]?.["x-clears"] ?? [])];
      const previousValues = {
        ...Object.fromEntries(names.map((name) => [name, values[name]])),
        ...(canUndo(applied, field, values) && applied[field]?.previousValues),
      };
      const remember = (value: unknown) =>
        onApply({ [field]: { previousValues, suggestedValue: value, sourceFile } });
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
  const undo = (fields: string[]) => {
    // With text that the user is typing.
    const values = snapshot();
    const undoable = fields.filter((field) => canUndo(applied, field, values));
    const restored = undoable.flatMap((field) => Object.entries(applied[field]?.previousValues ?? {}));
    setValues(Object.fromEntries(restored));
  };
  return { apply, undo };
}

/** Whether the file of a suggestion is uploading to a field. */
export function useIsUploading() {
  const { inputErrors } = useContext(FormUiStateContext);
  return (field: string): boolean => inputErrors.get(field)?.isBusy ?? false;
}

/** No Undo after the user edited the applied value or a field that it cleared: it would discard that edit. */
export const canUndo = (applied: AppliedSuggestions, field: string, values: JsonObject): boolean =>
  applied[field] !== undefined &&
  deepEquals(applied[field].suggestedValue, values[field]) &&
  Object.keys(applied[field].previousValues).every((name) => name === field || isEmptyValue(values[name]));

/** Undo replaces the pressed button, so a double click would undo at once. */
export const ignoreDoubleClick = (action: () => void) => (event: MouseEvent) =>
  void (event.detail < 2 && action());

export const getSourceName = ({ sourceFile }: Pick<ModelFact, "sourceFile">) =>
  sourceFile.slice(sourceFile.lastIndexOf("/") + 1);
