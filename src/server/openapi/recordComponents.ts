import { RECORD_ID_KEY } from "../../contract/schema/product.ts";
import type { Component } from "./buildWireComponent.ts";
import { textSchema, ID_SCHEMA, objectComponent } from "./componentParts.ts";

const DRAFT_KEY = {
  key: {
    ...textSchema("7", "The record's id, or a text that is unique for the user."),
    pattern: "^[A-Za-z0-9_-]{1,80}$",
  },
  revision: {
    type: "integer",
    minimum: 0,
    maximum: 1_000_000_000,
    description: "The revision that the change replaces; 0 for a draft that was never saved.",
    example: 3,
  },
  window_id: {
    ...textSchema("5b1f8e0c", "Names the browser window that changes the draft."),
    minLength: 1,
    maxLength: 80,
  },
};

const DRAFT_DATA = {
  summary: {
    type: "object",
    maxProperties: 10,
    additionalProperties: { type: ["string", "number"], maxLength: 500 },
    example: { title: "Denton Creek", missing: 5 },
  },
  content: { type: "object", additionalProperties: true, example: { values: {} } },
};

const SAVED_DRAFT = {
  ...DRAFT_KEY,
  [RECORD_ID_KEY]: { type: ["string", "null"], example: "7" },
  summary: { type: "object", additionalProperties: true, example: DRAFT_DATA.summary.example },
  saved_at: textSchema("2026-03-02T15:04:05.000Z"),
};

export const recordComponents: Record<string, Component> = {
  RecordId: objectComponent("The id of one record.", { [RECORD_ID_KEY]: ID_SCHEMA }),
  DraftKey: objectComponent(
    "Names one draft of the user, and the revision and window of its last change.",
    DRAFT_KEY,
  ),
  NewDraft: objectComponent(
    "What the user typed but did not save or send. `summary` is returned by the list of drafts, `content` is not.",
    { ...DRAFT_KEY, [RECORD_ID_KEY]: ID_SCHEMA, ...DRAFT_DATA },
    [...Object.keys(DRAFT_KEY), ...Object.keys(DRAFT_DATA)],
  ),
  DraftSummary: objectComponent("A draft without its content.", SAVED_DRAFT),
  Draft: objectComponent("A draft of the user.", { ...SAVED_DRAFT, content: DRAFT_DATA.content }),
  ShownMessages: objectComponent(
    "The first and last message that were shown to the record's vendor, by position.",
    {
      [RECORD_ID_KEY]: ID_SCHEMA,
      first_shown: { type: "integer", minimum: 1, maximum: 1_000_000_000, example: 1 },
      last_shown: { type: "integer", minimum: 0, maximum: 1_000_000_000, example: 3 },
    },
  ),
  UnreadMessages: objectComponent("The number of unread messages of a record.", {
    unread_messages: { type: "integer", minimum: 0, example: 0 },
  }),
};
