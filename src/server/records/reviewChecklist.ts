import type { JsonObject } from "../../contract/json.ts";
import { checkNewValues } from "../../contract/rules/checkNewValues.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../contract/schema/migrateToCurrentSchema.ts";
import type { References } from "../../contract/schema/references.ts";
import { encode } from "../../contract/wire/wire.ts";
import { loadOptionValues } from "../optionValues.ts";
import { decodeBody, requireNoErrors, validateDocument } from "../parseBody.ts";

const SCHEMA_NAME = "review-checklist";
const schema = getSchema(SCHEMA_NAME);

/** The checklist in the body of a decision. @throws HttpError 400 with all errors, below the path "checklist" */
export async function parseChecklist(
  { checklist: sent = {} }: JsonObject,
  references: References,
): Promise<JsonObject> {
  const checklist = decodeBody(SCHEMA_NAME, sent as JsonObject, references);
  const errors = [
    ...validateDocument(SCHEMA_NAME, checklist, references),
    ...checkNewValues(schema, checklist, undefined, await loadOptionValues(references), ["vendor", "admin"]),
  ];
  requireNoErrors(errors.map((error) => ({ ...error, path: ["checklist", ...error.path] })));
  return checklist;
}

export const encodeChecklist = (checklist: JsonObject, version: number, references: References): JsonObject =>
  encode(schema, migrateToCurrentSchema(schema, checklist, version), "read", references);
