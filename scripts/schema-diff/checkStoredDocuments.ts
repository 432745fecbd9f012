import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import type { FieldError } from "../../src/contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../src/contract/schema/migrateToCurrentSchema.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { compileSchema } from "../generate/compileSchema.ts";

export interface StoredDocument {
  /** "record 12", "contact 3", or a file and the path in it. */
  name: string;
  schema: string;
  version: number;
  document: JsonObject;
}

export interface StoredDocumentReport {
  documentCount: number;
  invalidBefore: number;
  newlyInvalid: number;
  /** Documents with errors that they did not have before, valid or not. */
  withNewErrors: { name: string; errors: FieldError[] }[];
}

/** Checks documents against both versions of their schema, each after the migrations that the version declares. */
export function checkStoredDocuments(
  before: EntitySchema,
  after: EntitySchema,
  documents: StoredDocument[],
  references: References,
): StoredDocumentReport {
  const [validatorsBefore, validatorsAfter] = [compileSchema(before), compileSchema(after)];
  const findErrors = (
    schema: EntitySchema,
    validators: ValidatorFunctions,
    { document, version }: StoredDocument,
  ) => validateEntity(schema, validators, migrateToCurrentSchema(schema, document, version), references);
  const report: StoredDocumentReport = {
    documentCount: documents.length,
    invalidBefore: 0,
    newlyInvalid: 0,
    withNewErrors: [],
  };
  for (const stored of documents) {
    const known = new Set(findErrors(before, validatorsBefore, stored).map(({ path }) => path.join(".")));
    const errors = findErrors(after, validatorsAfter, stored).filter(
      ({ path }) => !known.has(path.join(".")),
    );
    if (known.size > 0) report.invalidBefore++;
    else if (errors.length > 0) report.newlyInvalid++;
    if (errors.length > 0) report.withNewErrors.push({ name: stored.name, errors });
  }
  return report;
}
