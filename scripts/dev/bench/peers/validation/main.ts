import validator from "@rjsf/validator-ajv8";
import { validators } from "../../../../../src/contract/generated/validators.ts";
import type { JsonObject } from "../../../../../src/contract/json.ts";
import { keepFirstErrorPerPath } from "../../../../../src/contract/rules/fieldErrors.ts";
import { validateEntity } from "../../../../../src/contract/rules/validateEntity.ts";
import { getSchema } from "../../../../../src/contract/schema/fields.ts";
import { NO_REFERENCES } from "../../../../../src/contract/schema/references.ts";
import { buildPlainSchema } from "../plain-form/plainSchema.ts";

declare global {
  interface Window {
    /** Each function validates the values once and returns the milliseconds. */
    measureValidation: { portal(): number; plain(): number };
  }
}

const response = await fetch("/data/initial");
const values = (await response.json()) as JsonObject;
const region = new URLSearchParams(location.search).get("region") ?? undefined;
const schema = getSchema("metadata");
const plainSchema = buildPlainSchema(region);

const measureWith = (validate: () => unknown) => () => {
  const start = performance.now();
  validate();
  return performance.now() - start;
};

window.measureValidation = {
  portal: measureWith(() =>
    keepFirstErrorPerPath(validateEntity(schema, validators.metadata, values, NO_REFERENCES)),
  ),
  plain: measureWith(() => validator.validateFormData(values, plainSchema)),
};
