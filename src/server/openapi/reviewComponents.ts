import { FIGURE_GROUPS } from "../../contract/review/reviewStatistics.ts";
import {
  MAX_ACCEPTANCE_NOTE_LENGTH,
  MAX_ANSWER_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_REOPENING_REASON_LENGTH,
} from "../../contract/review/reviewLimits.ts";
import { RECORD_ID_KEY } from "../../contract/schema/product.ts";
import { initialReferences } from "../seed/seedReferences.ts";
import { buildWireComponent, withoutRules, type Component } from "./buildWireComponent.ts";
import { textSchema, ID_SCHEMA, TEXT_LIST, objectComponent } from "./componentParts.ts";

const { example: checklistExample, ...checklist } = buildWireComponent(
  ["review-checklist"],
  "write",
  initialReferences,
);

/** `parseChecklist` validates its rules, with the messages of the schema. */
export const CHECKLIST = {
  checklist: {
    ...withoutRules({ ...checklist }),
    description: "What was checked, as a NewReviewChecklist. A decision needs all its required fields.",
    example: checklistExample,
  },
};

const NOTE = objectComponent("An internal note of the agency.", {
  id: textSchema("1"),
  username: textSchema("agency1"),
  content: textSchema("Waiting for the final geometry."),
  date: textSchema("2026-03-02T15:04:05.000Z"),
});

const DAYS = { type: ["number", "null"], example: 2.5 };

const GROUPED_FIGURES = objectComponent("What was received and decided.", {
  group: { type: "string", enum: ["all", ...FIGURE_GROUPS], example: "vendor" },
  name: textSchema(
    "vendor1",
    "Monday of the week, id of the region or user name. Empty without a region or reviewer.",
  ),
  received: { type: "integer", description: "Uploads that passed the checks.", example: 4 },
  decided: { type: "integer", description: "Acceptances and rejections.", example: 3 },
  returned: { type: "integer", description: "Rejections.", example: 1 },
  median_days: { ...DAYS, description: "Median days from upload to decision; null without a decision." },
  p90_days: { ...DAYS, description: "90 % of the decisions took at most as many days." },
});

const COMMON_FINDING = objectComponent("A reason for rejections.", {
  field: { type: ["string", "null"], description: "The name of the field it is about.", example: "county" },
  text: textSchema("", "Empty for a field: all reasons about it are counted together."),
  count: { type: "integer", description: "The number of rejections with it.", example: 5 },
});

export const reviewComponents: Record<string, Component> = {
  Acceptance: objectComponent(
    "The record to accept and, if findings are open, why it is accepted all the same.",
    {
      [RECORD_ID_KEY]: ID_SCHEMA,
      ...CHECKLIST,
      note: {
        ...textSchema("The missing result files are not part of the contract."),
        maxLength: MAX_ACCEPTANCE_NOTE_LENGTH,
      },
    },
    [RECORD_ID_KEY],
  ),
  ReasonAnswer: objectComponent(
    "Marks a reason for a rejection as corrected, answered or open. Without `answer`, the stored answer stays.",
    {
      [RECORD_ID_KEY]: ID_SCHEMA,
      reason_id: textSchema("1"),
      answered: { type: "boolean", example: true },
      answer: {
        ...textSchema("The reach ends there by contract.", "Empty: the vendor corrected it."),
        maxLength: MAX_ANSWER_LENGTH,
      },
    },
    [RECORD_ID_KEY, "reason_id", "answered"],
  ),
  ReviewDesk: objectComponent("Who reviews a record, and the agency's internal notes about it.", {
    assigned_to: {
      type: ["string", "null"],
      description: "User name of the reviewer who handles the record.",
      example: "agency1",
    },
    notes: { type: "array", description: "The oldest first.", items: NOTE, example: [NOTE.example] },
    reviewers: { ...TEXT_LIST, description: "User names of all who can review records." },
    viewers: { ...TEXT_LIST, description: "Other agency admins who had the record open in the last minute." },
  }),
  RecordNeighbors: objectComponent("Where a record is among the records of a search.", {
    position: { type: ["integer", "null"], description: "From 1.", example: 2 },
    total: { type: "integer", example: 12 },
    previous: { type: ["string", "null"], description: "The id of the record before.", example: "1" },
    next: { type: ["string", "null"], description: "The id of the record after.", example: "3" },
  }),
  UnreadRecords: objectComponent("The number of records with unread messages.", {
    unread_records: { type: "integer", minimum: 0, example: 3 },
  }),
  Vendor: objectComponent("A vendor.", { username: textSchema("vendor1") }),
  Reviewer: objectComponent("An agency admin.", { username: textSchema("agency1") }),
  NewAssignment: objectComponent(
    "Assigns a record to a reviewer; null returns it to all reviewers. `previous` is the reviewer whom the caller saw.",
    {
      [RECORD_ID_KEY]: ID_SCHEMA,
      assigned_to: { type: ["string", "null"], example: "agency1" },
      previous: { type: ["string", "null"], example: null },
    },
  ),
  Reopening: objectComponent("Why an accepted record is reopened.", {
    [RECORD_ID_KEY]: ID_SCHEMA,
    reason: {
      ...textSchema("The datum of the cross sections is wrong."),
      pattern: "\\S",
      maxLength: MAX_REOPENING_REASON_LENGTH,
    },
  }),
  NewNote: objectComponent("An internal note. Reviewers named as @username get a mail.", {
    [RECORD_ID_KEY]: ID_SCHEMA,
    content: {
      ...textSchema("@agency1 Is this the final geometry?"),
      pattern: "\\S",
      maxLength: MAX_NOTE_LENGTH,
    },
  }),
  ReviewFigures: objectComponent(
    "Uploads of the last twelve weeks, pending records and the time to a decision.",
    {
      deliveries: {
        type: "array",
        description:
          "The number of uploads that passed the checks, by the Monday of their week and the current status of their record. Without versions that were followed by another one before a decision.",
        items: {
          type: "object",
          required: ["week", "status", "count"],
          properties: {
            week: textSchema("2026-03-02"),
            status: textSchema("accepted"),
            count: { type: "integer", example: 3 },
          },
        },
        example: [{ week: "2026-03-02", status: "accepted", count: 3 }],
      },
      counties: {
        type: "array",
        description: "The number of pending records that list each county.",
        items: {
          type: "object",
          required: ["county", "count"],
          properties: { county: textSchema("Comal"), count: { type: "integer", example: 3 } },
        },
        example: [{ county: "Comal", count: 3 }],
      },
      decisions: { type: "integer", example: 12 },
      median_days: {
        type: ["number", "null"],
        description: "Median days from an upload to its decision; null before the first decision.",
        example: 2.5,
      },
    },
  ),
  GroupedFigures: objectComponent("Figures of the review for a period.", {
    since: textSchema("2026-03-02", "The first day, a Monday."),
    figures: {
      type: "array",
      description: "A row for each week, region, vendor and reviewer, and one for all.",
      items: GROUPED_FIGURES,
      example: [GROUPED_FIGURES.example],
    },
    findings: {
      type: "array",
      description: "The commonest reasons for rejections, the commonest first.",
      items: COMMON_FINDING,
      example: [COMMON_FINDING.example],
    },
  }),
  AuditEntry: objectComponent("An entry of the audit log.", {
    id: textSchema("1"),
    at: textSchema("2026-03-02T15:04:05.000Z"),
    event: textSchema("record accepted"),
    username: { type: ["string", "null"], example: "agency1" },
    address: { type: ["string", "null"], example: "192.0.2.7" },
    [RECORD_ID_KEY]: { type: ["string", "null"], example: "1" },
    detail: { type: "object", additionalProperties: true, example: {} },
  }),
};
