import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { check } from "../../src/contract/rules/check.ts";
import type { Fault } from "../../src/contract/rules/faults.ts";
import type { JsonObject, EntitySchema } from "../../src/contract/schema/fields.ts";
import { migrate } from "../../src/contract/schema/migrations.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { compileSchema } from "../generate/compileSchema.ts";

/** A document somewhere in store, in our names, as it was written. */
export interface StoredDocument {
  /** How people find it: "record 12", "contact 3", or a file and the place in it. */
  name: string;
  /** The schema it was written under, and which version of it. */
  schema: string;
  version: number;
  document: JsonObject;
}

/** What a change does to the documents of one schema. */
export interface Risk {
  documents: number;
  /** Documents that broke a rule before already. */
  invalidBefore: number;
  /** Documents that break a rule they did not break before, with these faults. */
  broken: { name: string; faults: Fault[] }[];
}

/**
 * Checks documents against both editions of their schema, each read through the migrations that the edition declares,
 * and answers those that the change would make invalid.
 */
export function documentsAtRisk(
  before: EntitySchema,
  after: EntitySchema,
  documents: StoredDocument[],
  references: References,
): Risk {
  const [old, now] = [compileSchema(before), compileSchema(after)];
  const faultsUnder = (
    schema: EntitySchema,
    validators: ValidatorFunctions,
    { document, version }: StoredDocument,
  ) => check(schema, validators, migrate(schema, document, version), references);
  const risk: Risk = { documents: documents.length, invalidBefore: 0, broken: [] };
  for (const stored of documents) {
    const known = new Set(faultsUnder(before, old, stored).map(({ path }) => path.join(".")));
    if (known.size > 0) risk.invalidBefore++;
    const faults = faultsUnder(after, now, stored).filter(({ path }) => !known.has(path.join(".")));
    if (faults.length > 0) risk.broken.push({ name: stored.name, faults });
  }
  return risk;
}
