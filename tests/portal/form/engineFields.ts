import type { FieldSchema } from "../../../src/contract/schema/fields.ts";

const date = (title: string, message: string): FieldSchema => ({
  title,
  type: "string",
  format: "date",
  "x-widget": "date",
  "x-messages": { format: message },
});

/** Fixed fields for tests of the form engine, which must not depend on what the shipped schemas hold. */
export const engineFields = {
  region: {
    title: "Region",
    description: "Changing the region clears the units.",
    type: "string",
    "x-section": "Place",
    "x-widget": "options",
    "x-options": { source: "regions" },
    "x-clears": ["units"],
  },
  code: {
    title: "Code",
    type: "string",
    pattern: "^[01][0-9]{3}$",
    "x-section": "Place",
    "x-rules": [{ startsWith: "region" }],
    "x-messages": { pattern: "Must be a 4-digit number." },
  },
  ids: {
    title: "IDs",
    type: "array",
    items: {
      type: "string",
      pattern: "^[0-9]{9}$",
      "x-messages": { pattern: "Each entry must be a 9-digit number." },
    },
    "x-section": "Place",
    "x-widget": "tags",
    "x-rules": [{ startsWith: "region" }],
  },
  units: {
    title: "Units",
    type: "array",
    items: {
      type: "string",
      pattern: "^[0-9]{12}$",
      "x-messages": { pattern: "Each entry must be a 12 digit number" },
    },
    "x-section": "Place",
    "x-widget": "options",
    "x-options": { source: "hydrologicUnits", open: true, filterBy: "region" },
  },
  counties: {
    title: "Counties",
    type: "array",
    minItems: 1,
    items: { type: "string" },
    "x-section": "Place",
    "x-widget": "options",
    "x-options": { source: "counties" },
  },
  cities: {
    title: "Cities",
    type: "array",
    items: { type: "string" },
    "x-section": "Place",
    "x-widget": "options",
    "x-options": { source: "cities" },
  },
  name: { title: "Name", type: "string", pattern: "\\S", "x-section": "Details", "x-widget": "shortText" },
  purpose: { title: "Purpose", type: "string", "x-section": "Details", "x-widget": "longText" },
  frequency: {
    title: "Frequency",
    type: "string",
    enum: ["None", "Daily", "Weekly", ...Array.from({ length: 9 }, (_, index) => `Every ${index + 2} years`)],
    "x-section": "Details",
    "x-widget": "options",
  },
  uses: {
    title: "Uses",
    type: "array",
    uniqueItems: true,
    minItems: 1,
    items: { type: "string", enum: ["Public", "Restricted – Can share with partner agencies only"] },
    "x-section": "Details",
    "x-widget": "options",
  },
  created: { ...date("Created on", "Date is invalid"), "x-section": "Details" },
  periods: {
    title: "Periods",
    type: "array",
    items: {
      type: "object",
      properties: {
        start: date("Start date", "At least one date is invalid"),
        end: date("End date", "At least one date is invalid"),
      },
      "x-rules": ["periodIsWhole", "periodEndsAfterItStarts"],
      "x-messages": {
        periodIsWhole: "Both dates or none.",
        periodEndsAfterItStarts: "End date cannot be before the start date.",
      },
    },
    "x-section": "Details",
    "x-widget": "periods",
  },
  software: {
    title: "Software",
    type: "string",
    "x-section": "Software details",
    "x-widget": "options",
    "x-options": { source: "software", open: true },
  },
  version: { title: "Version", type: "string", "x-section": "Software details", "x-widget": "shortText" },
  agency: {
    title: "Agency",
    type: "string",
    "x-section": "Originator",
    "x-widget": "options",
    "x-options": { source: "agencies" },
  },
  hidden: { title: "Hidden", type: "string" },
} satisfies Record<string, FieldSchema>;

export type EngineField = keyof typeof engineFields;
