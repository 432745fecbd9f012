import { deepEquals } from "@rjsf/utils";
import type { MouseEvent } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { isEmptyValue } from "../../../contract/schema/emptyValues.ts";
import type { ModelFact, ModelSuggestion } from "../../../contract/models/modelFacts.ts";
import { useFormState } from "../../form/formContext.ts";

/** By field. */
export type AppliedSuggestions = Record<string, AppliedSuggestion>;

interface AppliedSuggestion {
  /** Of the field, and of the fields that it clears. */
  previousValues: JsonObject;
  suggestedValue: unknown;
}

export function useSuggestionActions(
  applied: AppliedSuggestions,
  onApply: (applied: AppliedSuggestions) => void,
) {
  const { schema, getValues, setField, setValues } = useFormState();
  const apply = (suggestions: ModelSuggestion[]) => {
    const values = getValues();
    const added = suggestions.map(({ field, suggestedValue }) => {
      const names = [field, ...(schema.properties[field]?.["x-clears"] ?? [])];
      const previousValues = Object.fromEntries(names.map((name) => [name, values[name]]));
      return [field, { previousValues, suggestedValue }] as const;
    });
    onApply(Object.fromEntries(added));
    for (const { field, suggestedValue } of suggestions) setField(field, suggestedValue);
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

/** No Undo after the user edited the applied value: it would discard that edit. */
export const canUndo = (applied: AppliedSuggestions, field: string, value: unknown): boolean =>
  applied[field] !== undefined && deepEquals(applied[field].suggestedValue, value);

/** Undo replaces the pressed button, so a double click would undo at once. */
export const ignoreDoubleClick = (action: () => void) => (event: MouseEvent) =>
  void (event.detail < 2 && action());

export const getSourceName = ({ sourceFile }: ModelFact) =>
  sourceFile.slice(sourceFile.lastIndexOf("/") + 1);
