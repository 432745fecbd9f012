import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";

const DETAILS = { "x-section": "Model details" };

/** A field of a composed type, and its form in answers, YAML and the portal. */
export interface ComposedField {
  name: string;
  field: FieldSchema & { $ref?: string; title: string; description: string };
  /** Its snake_case name in answers and saves. */
  wire: string;
  sent: unknown;
  shown: string;
  yaml: string;
  /** An invalid value, the path of the error, and its message. */
  wrong?: { sent: unknown; at: string; says: string };
}

const PLACE = {
  type: "object",
  title: "Place",
  properties: {
    river: { title: "River", type: "string" },
    mile: { title: "River mile", type: "number", "x-unit": "mi" },
  },
} satisfies FieldSchema;

/** Options for a gauge, by county. */
export const GAUGES = [
  { value: "justin", label: "Justin gauge", county: "Denton" },
  { value: "decatur", label: "Decatur gauge", county: ["Wise", "Denton"] },
];

/** One field of each composed type. None has explicit wire names. */
export const COMPOSED: ComposedField[] = [
  {
    name: "gaugeSite",
    field: {
      ...DETAILS,
      title: "Gauge site",
      description: "Location of the main gauge.",
      $ref: "#/definitions/place",
      examples: [{ river: "Trinity", mile: 3 }],
    },
    wire: "gauge_site",
    sent: { river: "Denton Creek", mile: 4.5 },
    shown: "River: Denton Creek; River mile: 4.5 mi",
    yaml: 'gauge_site:\n    river: "Denton Creek"\n    mile: 4.5',
    wrong: { sent: { mile: "far" }, at: "gaugeSite.mile", says: "Must be a number." },
  },
  {
    name: "levees",
    field: {
      ...DETAILS,
      title: "Levees",
      description: "Every levee in the model.",
      type: "array",
      items: {
        type: "object",
        properties: { name: { title: "Name", type: "string" }, height: { title: "Height", type: "number" } },
      },
      examples: [[{ name: "North", height: 12 }]],
    },
    wire: "levees",
    sent: [{ name: "North levee", height: 12.5 }],
    shown: "Name: North levee; Height: 12.5",
    yaml: 'levees:\n    - name: "North levee"\n      height: 12.5',
  },
  {
    name: "stormHours",
    field: {
      ...DETAILS,
      title: "Storm durations",
      description: "The durations of the storms.",
      type: "array",
      items: { type: "number" },
      "x-unit": "h",
      examples: [[24]],
    },
    wire: "storm_hours",
    sent: [6, 24.5],
    shown: "6 h, 24.5 h",
    yaml: "storm_hours:\n    - 6\n    - 24.5",
  },
  {
    name: "peerReviewer",
    field: {
      ...DETAILS,
      title: "Peer reviewer",
      description: "Who reviewed the model, if it was reviewed.",
      type: ["string", "null"],
      examples: ["A. Reviewer"],
    },
    wire: "peer_reviewer",
    sent: "A. Reviewer",
    shown: "A. Reviewer",
    yaml: 'peer_reviewer: "A. Reviewer"',
    wrong: { sent: 7, at: "peerReviewer", says: "Must be a text." },
  },
  {
    name: "anythingElse",
    field: { ...DETAILS, title: "Anything else", description: "In any form.", examples: ["a"] },
    wire: "anything_else",
    sent: "More to come",
    shown: "More to come",
    yaml: 'anything_else: "More to come"',
  },
  {
    name: "horizontalDatum",
    field: {
      ...DETAILS,
      title: "Horizontal datum",
      description: "What coordinates are measured from.",
      type: "string",
      oneOf: [
        { const: "n83", title: "NAD 83" },
        { const: "w84", title: "WGS 84" },
        { const: "n27", title: "NAD 27", deprecated: true },
      ],
      examples: ["n83"],
    },
    wire: "horizontal_datum",
    sent: "w84",
    shown: "WGS 84",
    yaml: 'horizontal_datum: "w84"',
    wrong: { sent: "n27", at: "horizontalDatum", says: "Must be one of the listed options." },
  },
  {
    name: "reviewerEmail",
    field: {
      ...DETAILS,
      title: "Reviewer's email",
      description: "Where the reviewer is reached.",
      $ref: "contact#/properties/email",
      examples: ["reviewer@example.com"],
    },
    wire: "reviewer_email",
    sent: "reviewer@example.com",
    shown: "reviewer@example.com",
    yaml: 'reviewer_email: "reviewer@example.com"',
    wrong: { sent: "nobody", at: "reviewerEmail", says: "Invalid email address" },
  },
  {
    name: "mainGauge",
    field: {
      ...DETAILS,
      title: "Main gauge",
      description: "The gauge the model was fitted to. The counties narrow the list.",
      type: "string",
      "x-options": { source: "gauges", filterBy: "county", filterKey: "county" },
      examples: ["justin"],
    },
    wire: "main_gauge",
    sent: "justin",
    shown: "Justin gauge",
    yaml: 'main_gauge: "justin"',
    wrong: { sent: "austin", at: "mainGauge", says: "Must be one of the listed options." },
  },
  {
    name: "stormKinds",
    field: {
      ...DETAILS,
      title: "Storm kinds",
      description: "Every kind of storm in the model.",
      type: "array",
      uniqueItems: true,
      items: {
        type: "string",
        oneOf: [
          { const: "d", title: "Design storm" },
          { const: "h", title: "Historic storm" },
        ],
      },
      examples: [["d"]],
    },
    wire: "storm_kinds",
    sent: ["d", "h"],
    shown: "Design storm, Historic storm",
    yaml: 'storm_kinds:\n    - "d"\n    - "h"',
    wrong: { sent: ["x"], at: "stormKinds.0", says: "Must be one of: Design storm, Historic storm." },
  },
];

/** Makes the same edits as a maintainer. */
export function composeSchemas(schemas: string): void {
  const path = join(schemas, "metadata.schema.json");
  const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
  Object.assign(schema.properties, Object.fromEntries(COMPOSED.map(({ name, field }) => [name, field])));
  Object.assign(schema, { definitions: { place: PLACE } });
  writeFileSync(path, JSON.stringify(schema, null, 2));
  writeFileSync(join(schemas, "reference/gauges.json"), JSON.stringify(GAUGES));
}
