import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { explainSpreadsheetNumber } from "./explainSpreadsheetNumber.ts";
import { keepFirstErrorPerPath, type FieldError } from "./fieldErrors.ts";
import type { JsonObject } from "../json.ts";
import type { EntitySchema } from "../schema/fields.ts";
import { NO_REFERENCES, type References } from "../schema/references.ts";
import { checkNamedRules } from "./namedRules.ts";
import { getErrorMessage } from "./errorMessage.ts";

/** Used by form and server. Returns at most one error per path, in schema order. */
export function validateEntity(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  entity: JsonObject,
  references: References = NO_REFERENCES,
): FieldError[] {
  const validate = validators[schema.$id];
  if (!validate) throw new Error(`No validator was generated for the schema "${schema.$id}"`);
  validate(entity);
  const schemaErrors = (validate.errors ?? [])
    .filter(({ keyword, schemaPath }) => keyword !== CONDITION_KEYWORD && !ALTERNATIVE_PATH.test(schemaPath))
    .map(({ instancePath, keyword, ...error }) => {
      const params = error.params as JsonObject;
      const path = getErrorPath(instancePath, params);
      const message = getErrorMessage(schema, { ...error, keyword, params });
      if (keyword !== "pattern") return { path, rule: keyword, message };
      const value = path.reduce<unknown>((node, step) => (node as JsonObject | undefined)?.[step], entity);
      return {
        path,
        rule: keyword,
        message: explainSpreadsheetNumber(message, String(value), String(params.pattern)),
      };
    });
  return sortByFieldOrder(
    schema,
    keepFirstErrorPerPath([...schemaErrors, ...checkNamedRules(schema, entity, references)]),
  );
}

/** Ajv reports a broken `then` twice: for its rule, and for the `if`. */
const CONDITION_KEYWORD = "if";

/** Errors below `oneOf` and `contains` repeat the error of the keyword itself. */
const ALTERNATIVE_PATH = /\/(oneOf\/\d+|contains)\//;

function getErrorPath(instancePath: string, params: JsonObject): string[] {
  const steps = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const propertyName = params.missingProperty ?? params.additionalProperty;
  return propertyName === undefined ? steps : [...steps, String(propertyName)];
}

function sortByFieldOrder(schema: EntitySchema, errors: FieldError[]): FieldError[] {
  const order = Object.keys(schema.properties);
  return errors.toSorted((a, b) => order.indexOf(a.path[0] ?? "") - order.indexOf(b.path[0] ?? ""));
}
