import type { FieldSchema } from "../../src/contract/fields.ts";

/** The name of a field that no file but the edited schema knows. */
export const ADDED_NAME = "surveyNotes";

/** An optional text field as a maintainer would add it. */
export const ADDED_FIELD: FieldSchema = {
  title: "Survey notes",
  description: "What the field survey found.",
  type: "string",
  maxLength: 50,
  "x-section": "Model details",
  "x-wire": { read: "survey_notes_read", write: "survey_notes_write" },
  "x-messages": { maxLength: "Keep the notes short." },
  "x-example": "Two culverts were silted up.",
};
