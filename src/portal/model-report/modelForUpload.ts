import type { ChosenFiles } from "./localItems.ts";

/** Of the form that was last filled in from a model. In memory only, because most browsers cannot store chosen files. */
let last: { formKey: string; chosen: ChosenFiles } | undefined;

/** Keeps the model that fills in a record's form for its upload, so that the vendor chooses it once. */
export const modelForUpload = {
  /** @param formKey The record's id; before the first save, the key of its draft */
  keep(formKey: string, chosen: ChosenFiles): void {
    last = { formKey, chosen };
  },
  /** The record was saved. */
  assign(formKey: string, recordId: string): void {
    if (last?.formKey === formKey) last = { ...last, formKey: recordId };
  },
  get: (recordId: string): ChosenFiles | undefined => (last?.formKey === recordId ? last.chosen : undefined),
  /** It is uploaded, or another model was chosen for the upload. */
  clear(): void {
    last = undefined;
  },
};
