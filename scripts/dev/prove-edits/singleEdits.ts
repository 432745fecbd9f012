import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { COMPOSED, GAUGES } from "./composedFields.ts";
import { ADDED, editSchema, OF_AGENCY, REMOVED, writeList } from "./schemaEdits.ts";

/** @param folder a copy of the project */
type Edit = (folder: string) => void;

const editMetadata =
  (edit: (schema: EntitySchema) => void): Edit =>
  (folder) =>
    editSchema(folder, "metadata", edit);

/** The stored records have the form of version 1, which is released. */
const editStored = (edit: (schema: EntitySchema) => void): Edit =>
  editMetadata((schema) => {
    schema["x-changes"] = { ...schema["x-changes"], version: 2 };
    edit(schema);
  });

const DETAILS = { "x-section": "Model details" };

const addField = (name: string, field: FieldSchema): Edit =>
  editMetadata(({ properties }) => (properties[name] = field));

const fieldOf = (name: string, more: FieldSchema = {}): FieldSchema => ({
  ...[...ADDED, ...COMPOSED].find((one) => one.name === name)!.field,
  ...more,
});

const markRemoved = (schema: EntitySchema, name: string): void => {
  const { removed = [], ...changes } = schema["x-changes"] ?? {};
  schema["x-changes"] = { ...changes, removed: [...removed, { version: 1, name }] };
};

const replaceRequired = (schema: EntitySchema, name: string, ...names: string[]) =>
  (schema.required = schema.required!.flatMap((one) => (one === name ? names : one)));

const REST = { title: "Software version (before)", "x-section": "Software details", "x-when": true } as const;

function splitVersion(schema: EntitySchema): void {
  const part = (title: string, pattern: string): FieldSchema => ({
    title,
    description: "Part of the software version.",
    type: "string",
    "x-section": "Software details",
    "x-clears": ["softwareVersionText"],
    "x-changes": {
      converted: [
        {
          version: 1,
          from: "softwareVersion",
          yaml: "software_version",
          by: "split",
          pattern,
          rest: "softwareVersionText",
        },
      ],
    },
    examples: ["6"],
  });
  const { softwareVersion, ...others } = schema.properties;
  schema.properties = {
    ...others,
    majorRelease: { ...part("Major release", "([^.]+)\\..*"), "x-export": softwareVersion!["x-export"]! },
    minorRelease: part("Minor release", "[^.]+\\.(.+)"),
    softwareVersionText: { ...REST, description: "As entered.", type: "string", examples: ["6.10"] },
  };
  markRemoved(schema, "softwareVersion");
  replaceRequired(schema, "softwareVersion", "majorRelease");
}

/** Only for texts, as the software version is. */
const TEXT_KEYWORDS = ["pattern", "x-from-model", "x-widget"];
const withoutTextKeywords = (field: FieldSchema): FieldSchema =>
  Object.fromEntries(Object.entries(field).filter(([keyword]) => !TEXT_KEYWORDS.includes(keyword)));

function listVersions({ properties }: EntitySchema): void {
  properties["softwareVersion"] = {
    ...withoutTextKeywords(properties["softwareVersion"]!),
    type: "array",
    items: { type: "string", pattern: "\\S", examples: ["6.10"] },
    "x-changes": { converted: [{ version: 1, by: "list" }] },
    examples: [["6.10"]],
  };
}

function numberVersion({ properties }: EntitySchema): void {
  properties["softwareVersion"] = {
    ...withoutTextKeywords(properties["softwareVersion"]!),
    type: "number",
    "x-clears": ["softwareVersionText"],
    "x-changes": { converted: [{ version: 1, by: "number", rest: "softwareVersionText" }] },
    examples: [6.1],
  };
  properties["softwareVersionText"] = {
    ...REST,
    description: "As entered.",
    type: "string",
    examples: ["6.10"],
  };
}

/** Replaces a text that the file must contain. */
function replaceIn(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(path, text.replace(from, to));
}

/** The three steps of CONTRIBUTING.md. */
function addStatus(folder: string): void {
  const entry = `archived: { label: "archived", description: "The agency keeps the model.", tone: "info" },`;
  replaceIn(folder, "src/contract/status.ts", "} satisfies Record<string, StatusInfo>", `  ${entry}\n$&`);
  editSchema(folder, "record", ({ properties }) => properties["status"]!.enum!.push("archived"));
  const migration = `"9999-archived": [
    "ALTER TABLE records DROP CONSTRAINT records_status_check",
    "ALTER TABLE records ADD CHECK (status IN ('in progress', 'pending', 'accepted', 'rejected', 'archived'))",
  ],`;
  replaceIn(folder, "src/server/database/migrate.ts", "\n};\n", `\n  ${migration}$&`);
}

/** Edits that maintainers make: each alone must fail no test. */
export const SINGLE_EDITS: Record<string, Edit> = {
  "choice field": addField("verticalDatum", fieldOf("verticalDatum")),
  "pattern field": addField("coordinateSystem", {
    ...DETAILS,
    title: "Coordinate system",
    description: "Its EPSG code.",
    type: "string",
    pattern: "^EPSG:[0-9]{4,5}$",
    "x-messages": { pattern: "Enter an EPSG code, such as EPSG:2277." },
    examples: ["EPSG:2277"],
  }),
  "number with unit": addField("gridCellSize", fieldOf("gridCellSize", { "x-unit": "ft" })),
  boolean: addField("isCalibrated", fieldOf("isCalibrated")),
  "list of objects": addField("fieldSurveys", {
    ...DETAILS,
    title: "Field surveys",
    description: "Each survey that the model uses.",
    type: "array",
    items: {
      type: "object",
      required: ["surveyDate"],
      properties: {
        surveyDate: { title: "Date", type: "string", format: "date" },
        surveyorName: { title: "Surveyor", type: "string" },
        points: { title: "Points", type: "number", minimum: 1 },
      },
    },
    examples: [[{ surveyDate: "2024-02-29", surveyorName: "R. Ortiz", points: 40 }]],
  }),
  "multi-choice": addField("stormKinds", fieldOf("stormKinds")),
  "text with URI": addField("projectPage", {
    ...DETAILS,
    title: "Project page",
    description: "Web address of the project.",
    type: "string",
    format: "uri",
    examples: ["https://example.com/project"],
  }),
  "long text with limit": addField(
    "surveyNotes",
    fieldOf("surveyNotes", { maxLength: 4000, "x-widget": "longText" }),
  ),
  "required when another contains a value": editMetadata((schema) => {
    schema.properties["gridCellSize"] = fieldOf("gridCellSize", { "x-unit": "ft", "x-when": true });
    const modelType = { type: "array", contains: { const: "2D" } };
    schema.allOf = [
      { if: { required: ["modelType"], properties: { modelType } }, then: { required: ["gridCellSize"] } },
    ];
  }),
  "agency-only field": addField(OF_AGENCY.hidden.name, OF_AGENCY.hidden.field),
  "deprecated choice": editMetadata(({ properties }) => {
    Object.assign(properties["modelUpdateFrequency"]!, { deprecated: ["Biannually"] });
  }),
  rename: editStored((schema) => {
    const { modelPurpose, ...others } = schema.properties;
    schema.properties = {
      ...others,
      purposeOfModel: { ...modelPurpose!, "x-changes": { renamed: [{ version: 1, name: "modelPurpose" }] } },
    };
    replaceRequired(schema, "modelPurpose", "purposeOfModel");
  }),
  "split in two": editStored(splitVersion),
  remove: editStored((schema) => {
    delete schema.properties[REMOVED.name];
    markRemoved(schema, REMOVED.name);
  }),
  "single to list": editStored(listVersions),
  "text to number": editStored(numberVersion),
  "filtered reference list": (folder) => {
    writeList(folder, "gauges", GAUGES);
    addField("mainGauge", fieldOf("mainGauge"))(folder);
  },
  "new section": editMetadata(({ properties }) => {
    for (const name of ["useConstraint", "modelUpdateFrequency"])
      properties[name]!["x-section"] = "Use of the model";
  }),
  reorder: editMetadata((schema) => {
    const { county, ...others } = schema.properties;
    schema.properties = { county: county!, ...others };
  }),
  "label and help": editMetadata(({ properties }) => {
    Object.assign(properties["modelName"]!, {
      title: "Name of the model",
      description: "Short and unique.",
    });
  }),
  "optional to required": editMetadata(({ required }) => required!.push("city")),
  "tighter pattern": editMetadata(({ properties }) => {
    properties["softwareVersion"]!.pattern = "^[0-9.]{1,9}$";
  }),
  "field on contact": (folder) =>
    editSchema(folder, "contact", ({ properties }) => {
      properties["fax"] = {
        title: "Fax",
        description: "If any.",
        type: "string",
        examples: ["512-555-0143"],
      };
    }),
  "field on message": (folder) =>
    editSchema(folder, "message", ({ properties }) => {
      properties["topic"] = { title: "Topic", type: "string", examples: ["Terrain"] };
    }),
  "new status": addStatus,
};

/** All of them change the type of the software version. */
export const EXCLUSIVE = ["split in two", "single to list", "text to number"];

/** Makes all edits except some. */
export function editAll(folder: string, excluded: string[]): void {
  for (const [name, edit] of Object.entries(SINGLE_EDITS)) if (!excluded.includes(name)) edit(folder);
}
