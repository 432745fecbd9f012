import type { Message } from "../generated/entities.ts";
import type { EntitySchema, FieldSchema } from "./fields.ts";

/** The services and the portal treat these in their own way, in requests and on the screen. */
export const BASE_MESSAGE_FIELDS: string[] = [
  "recordId",
  "content",
  "username",
  "date",
  "uploadVersion",
  "unread",
] satisfies (keyof Message)[];

/** The fields that the schema adds to a message. */
export const listAddedMessageFields = ({ properties }: EntitySchema): [name: string, field: FieldSchema][] =>
  Object.entries(properties).filter(([name]) => !BASE_MESSAGE_FIELDS.includes(name));

/** The added fields that the composer shows. */
export const listComposerFields = (schema: EntitySchema): string[] =>
  listAddedMessageFields(schema).flatMap(([name, field]) => (isWrittenByUser(field) ? [name] : []));

const isWrittenByUser = ({ "x-wire": wire, readOnly }: FieldSchema): boolean =>
  wire?.write !== undefined && readOnly !== true;
