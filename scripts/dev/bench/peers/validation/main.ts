import validator from "@rjsf/validator-ajv8";
import { validateEntity } from "../../../../../src/contract/rules/validateEntity.ts";
import { keepFirstErrorPerPath } from "../../../../../src/contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../../../../src/contract/json.ts";
import { getSchema } from "../../../../../src/contract/schema/fields.ts";
import { validators } from "../../../../../src/contract/generated/validators.ts";
import { NO_REFERENCES } from "../../../../../src/contract/schema/references.ts";
import { plainSchema } from "../plain-form/plainSchema.ts";

/** Milliseconds that one validation of some values takes. */
export interface ValidationClock {
  portal(): number;
  plain(): number;
}

declare global {
  interface Window {
    validation: ValidationClock;
  }
}

/** The validation of the portal's form and that of a plain one, by themselves: no drawing, only the checks. */
const answer = await fetch("/data/initial");
const values = { ...((await answer.json()) as JsonObject) };
const region = new URLSearchParams(location.search).get("region") ?? undefined;
const metadata = getSchema("metadata");
const schema = plainSchema(region);

const clocked = (check: () => unknown) => () => {
  const start = performance.now();
  check();
  return performance.now() - start;
};

window.validation = {
  portal: clocked(() => keepFirstErrorPerPath(validateEntity(metadata, validators.metadata, values, NO_REFERENCES))),
  plain: clocked(() => validator.validateFormData(values, schema)),
};
