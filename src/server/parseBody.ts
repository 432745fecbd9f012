import { validateEntity } from "../contract/rules/validateEntity.ts";
import type { FieldError } from "../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../contract/json.ts";
import { getSchema, type SchemaName } from "../contract/schema/fields.ts";
import { validators } from "../contract/generated/validators.ts";
import { messages } from "../contract/messages.ts";
import { NO_REFERENCES, type References } from "../contract/schema/references.ts";
import { decode } from "../contract/wire/wire.ts";
import { HttpError } from "./httpError.ts";

/** Decodes the write names without validating the values. @throws HttpError 400 if a value has the wrong type */
export function decodeBody(
  name: SchemaName,
  body: JsonObject,
  references: References = NO_REFERENCES,
): JsonObject {
  try {
    return decode(getSchema(name), body, "write", references);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new HttpError(400, "A value in the request has the wrong type.");
    throw error;
  }
}

type ValidatedSchema = keyof typeof validators;

export const validateDocument = (
  name: ValidatedSchema,
  document: JsonObject,
  references?: References,
): FieldError[] => validateEntity(getSchema(name), validators[name], document, references);

/** @throws HttpError 400 with all errors, if there are any */
export function requireNoErrors(errors: FieldError[]): void {
  if (errors.length > 0) throw new HttpError(400, messages.fixErrors(errors.length), errors);
}

/** @throws HttpError 400 with all errors */
export function parseBody(name: ValidatedSchema, body: JsonObject, references?: References): JsonObject {
  const document = decodeBody(name, body, references);
  requireNoErrors(validateDocument(name, document, references));
  return document;
}
