import { check } from "../contract/rules/check.ts";
import type { Fault } from "../contract/rules/faults.ts";
import { schemaOf, type JsonObject, type SchemaName } from "../contract/schema/fields.ts";
import { validators } from "../contract/generated/validators.ts";
import { messages } from "../contract/messages.ts";
import { NO_REFERENCES, type References } from "../contract/schema/references.ts";
import { decode } from "../contract/wire/wire.ts";
import { Refusal } from "./refusal.ts";

/** The document a call's body carries under its write names. Refused with 400 when a value cannot be read at all. */
export function decodedBody(
  name: SchemaName,
  body: JsonObject,
  references: References = NO_REFERENCES,
): JsonObject {
  try {
    return decode(schemaOf(name), body, "write", references);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new Refusal(400, "A value of the call is not of the kind it must be.");
    throw error;
  }
}

/** The schemas that something from outside is checked against. */
type CheckedSchema = keyof typeof validators;

/** Every rule of a schema that a document breaks, in the schema's words. */
export const faultsOf = (name: CheckedSchema, document: JsonObject, references?: References): Fault[] =>
  check(schemaOf(name), validators[name], document, references);

/** Refuses with 400 and all faults, when there are any. */
export function refuseFaults(faults: Fault[]): void {
  if (faults.length > 0) throw new Refusal(400, messages.fixErrors(faults.length), faults);
}

/** The valid document a call's body carries, in our field names. Refused with 400 and each broken rule otherwise. */
export function documentOf(name: CheckedSchema, body: JsonObject, references?: References): JsonObject {
  const document = decodedBody(name, body, references);
  refuseFaults(faultsOf(name, document, references));
  return document;
}
