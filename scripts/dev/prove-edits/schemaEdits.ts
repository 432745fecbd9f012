import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { composeSchemas } from "./composedFields.ts";

/** An added field, and its form in answers, YAML and the portal. */
export interface AddedField {
  name: string;
  field: FieldSchema & { title: string; description: string; "x-wire": { read: string; write: string } };
  /** ARIA role of the input. */
  role: "textbox" | "combobox" | "checkbox";
  /** A valid value in saves, in answers, and as text. */
  sent: unknown;
  answered: unknown;
  shown: string;
  /** Lines of the metadata YAML. */
  yaml: string;
  /** An invalid value in a save, and its error message. */
  wrong?: { sent: unknown; says: string };
}

const DETAILS = { "x-section": "Model details" };

/** Options for a survey method, stored in a reference file. */
const METHODS = [
  { value: "lidar", label: "Airborne lidar" },
  { value: "ground", label: "Ground survey" },
  { value: "sonar", label: "Bathymetric sonar" },
];

/** One field of each type. No other file of the project contains their names. */
export const ADDED: AddedField[] = [
  {
    name: "surveyNotes",
    field: {
      ...DETAILS,
      title: "Survey notes",
      description: "What the field survey found.",
      type: "string",
      maxLength: 50,
      "x-wire": { read: "survey_notes", write: "survey_notes_text" },
      "x-messages": { maxLength: "Keep the notes short." },
      examples: ["Two culverts were silted up."],
    },
    role: "textbox",
    sent: "Dry.",
    answered: "Dry.",
    shown: "Dry.",
    yaml: 'survey_notes_text: "Dry."',
    wrong: { sent: "x".repeat(51), says: "Keep the notes short." },
  },
  {
    name: "gridCellSize",
    field: {
      ...DETAILS,
      title: "Grid cell size",
      description: "The side of a cell, in feet.",
      type: "number",
      exclusiveMinimum: 0,
      maximum: 5000,
      "x-wire": { read: "cell_size", write: "cell_size_feet" },
      "x-messages": { maximum: "A cell has at most 5000 feet." },
      examples: [12.5],
    },
    role: "textbox",
    sent: 12.5,
    answered: 12.5,
    shown: "12.5",
    yaml: "cell_size_feet: 12.5",
    wrong: { sent: 5001, says: "A cell has at most 5000 feet." },
  },
  {
    name: "verticalDatum",
    field: {
      ...DETAILS,
      title: "Vertical datum",
      description: "What elevations are measured from.",
      type: "string",
      enum: ["NAVD 88", "NGVD 29"],
      "x-wire": { read: "datum", write: "vertical_datum" },
      "x-messages": { enum: "Must be one of the listed datums." },
      examples: ["NAVD 88"],
    },
    role: "combobox",
    sent: "NGVD 29",
    answered: "NGVD 29",
    shown: "NGVD 29",
    yaml: 'vertical_datum: "NGVD 29"',
    wrong: { sent: "Sea level", says: "Must be one of the listed datums." },
  },
  {
    name: "surveyMethods",
    field: {
      ...DETAILS,
      title: "Survey methods",
      description: "Every method that gave elevations.",
      type: "array",
      uniqueItems: true,
      items: { type: "string", examples: ["lidar"] },
      "x-options": { source: "surveyMethods" },
      "x-wire": { read: "methods", write: "survey_methods", codec: "commaList" },
      "x-messages": { uniqueItems: "Name each method once." },
      examples: [["lidar", "sonar"]],
    },
    role: "combobox",
    sent: "lidar,ground",
    answered: ["lidar", "ground"],
    shown: "Airborne lidar, Ground survey",
    yaml: 'survey_methods:\n    - "lidar"\n    - "ground"',
    wrong: { sent: "lidar,lidar", says: "Name each method once." },
  },
  {
    name: "fieldSurveyDate",
    field: {
      ...DETAILS,
      title: "Field survey date",
      description: "The last day of the field survey.",
      type: "string",
      format: "date",
      "x-wire": { read: "surveyed", write: "survey_date", codec: "date" },
      "x-messages": { format: "The survey date is no date." },
      examples: ["2024-02-29"],
    },
    role: "textbox",
    sent: "2024-02-29",
    answered: "2024-02-29",
    shown: "2024-02-29",
    yaml: 'survey_date: "2024-02-29"',
    wrong: { sent: "2023-02-29", says: "The survey date is no date." },
  },
  {
    name: "surveyorName",
    field: {
      ...DETAILS,
      title: "Surveyor",
      description: "Who answers for the field survey.",
      type: "string",
      "x-wire": { read: "surveyor", write: "surveyor_name" },
      "x-messages": { required: "A survey needs its surveyor." },
      examples: ["R. Ortiz"],
    },
    role: "textbox",
    sent: "R. Ortiz",
    answered: "R. Ortiz",
    shown: "R. Ortiz",
    yaml: 'surveyor_name: "R. Ortiz"',
    // The condition below requires it, because the invalid date is set.
    wrong: { sent: "", says: "A survey needs its surveyor." },
  },
  {
    name: "gaugeNumbers",
    field: {
      ...DETAILS,
      title: "Stream gauges",
      description: "Gauges the model was compared with. Press Enter after each number.",
      type: "array",
      items: {
        type: "string",
        pattern: "^[0-9]{8}$",
        "x-messages": { pattern: "A gauge has 8 digits." },
        examples: ["08053000"],
      },
      "x-wire": { read: "gauges", write: "gauge_numbers", codec: "commaList" },
      examples: [["08053000"]],
    },
    role: "textbox",
    sent: "08053000,08055500",
    answered: ["08053000", "08055500"],
    shown: "08053000, 08055500",
    yaml: 'gauge_numbers:\n    - "08053000"\n    - "08055500"',
    wrong: { sent: "08053000,8", says: "A gauge has 8 digits." },
  },
  {
    name: "isCalibrated",
    field: {
      ...DETAILS,
      title: "The model is calibrated",
      description: "Tick it when observed events were used.",
      type: "boolean",
      "x-wire": { read: "calibrated", write: "is_calibrated" },
      examples: [true],
    },
    role: "checkbox",
    sent: true,
    answered: true,
    shown: "Yes",
    yaml: "is_calibrated: true",
  },
];

/** Read-only: filled in by the agency. */
export const SHOWN_ONLY = {
  name: "reviewGrade",
  wire: "review_grade",
  field: {
    ...DETAILS,
    title: "Review grade",
    description: "Given by the agency.",
    type: "string",
    readOnly: true,
    examples: ["A"],
  },
} as const;

/** One field is visible to vendors and editable by admins, the other is hidden from vendors. */
export const OF_AGENCY = {
  shown: {
    name: "archiveNumber",
    wire: "archive_number",
    field: {
      ...DETAILS,
      title: "Archive number",
      description: "Where the agency keeps the model.",
      type: "string",
      "x-access": { edit: ["admin"] },
      examples: ["A-17"],
    },
  },
  hidden: {
    name: "officersRemark",
    wire: "officers_remark",
    field: {
      ...DETAILS,
      title: "Officer's remark",
      description: "For the agency alone.",
      type: "string",
      "x-access": { read: ["admin"], edit: ["admin"] },
      "x-hide": ["list", "detail", "history", "yaml"],
      examples: ["Ask for the survey."],
    },
  },
} satisfies Record<string, { name: string; wire: string; field: FieldSchema }>;

/** Made from the text of another field in records of version 1. */
export const CONVERTED = {
  name: "programVersions",
  wire: "program_versions",
  from: "software_version",
  field: {
    ...DETAILS,
    title: "Program versions",
    description: "Every version that ran the model.",
    type: "array",
    items: { type: "string", examples: ["6.4.1"] },
    "x-changes": { converted: [{ version: 1, from: "softwareVersion", by: "list" }] },
    examples: [["6.4.1"]],
  },
} satisfies { name: string; wire: string; from: string; field: FieldSchema };

export const TOPIC = { name: "topic", wire: "topic", sent: "Levees" };

/** A surveyor is required only if there was a survey. */
const CONDITION = { if: { required: ["fieldSurveyDate"] }, then: { required: ["surveyorName"] } };

/** A field with new wire names and a new YAML attribute. */
export const RENAMED = {
  name: "documentationFilenames",
  from: { read: "documentation_filenames", write: "documentation_filenames" },
  to: { read: "document_names", write: "document_file_names" },
};

export const REMOVED = { name: "chainOfCustody", title: "Chain of custody", read: "custody_chain" };

/** Makes the same edits as a maintainer, in a copy of the project. */
export function editSchemas(folder: string): void {
  composeSchemas(join(folder, "schemas"));
  editSchema(folder, "metadata", (schema) => {
    Object.assign(schema.properties, Object.fromEntries(ADDED.map(({ name, field }) => [name, field])));
    for (const { name, field } of [SHOWN_ONLY, OF_AGENCY.shown, OF_AGENCY.hidden, CONVERTED])
      Object.assign(schema.properties, { [name]: field });
    Object.assign(schema, CONDITION);
    Object.assign(schema, { "x-changes": { version: 2, removed: [{ version: 1, name: REMOVED.name }] } });
    const renamed = schema.properties[RENAMED.name]!;
    renamed["x-wire"] = { ...renamed["x-wire"], ...RENAMED.to };
    renamed["x-changes"] = { renamed: [{ version: 1, yaml: RENAMED.from.write }] };
    delete schema.properties[REMOVED.name];
  });
  writeList(folder, "survey-methods", METHODS);
  editSchema(folder, "message", ({ properties }) => {
    properties[TOPIC.name] = { title: "Topic", type: "string", examples: ["Terrain"] };
  });
}

/** @param folder the project */
export function editSchema(folder: string, entity: string, edit: (schema: EntitySchema) => void): void {
  const path = join(folder, `schemas/${entity}.schema.json`);
  const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
  edit(schema);
  writeFileSync(path, JSON.stringify(schema, null, 2));
}

export const writeList = (folder: string, name: string, entries: object[]): void =>
  writeFileSync(join(folder, `schemas/reference/${name}.json`), JSON.stringify(entries));
