import {
  deepEquals,
  ErrorSchemaBuilder,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from "@rjsf/utils";
import { createPrecompiledValidator, type ValidatorFunctions } from "@rjsf/validator-ajv8";
import { groupBy } from "../../contract/groupBy.ts";
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import { listFormSections } from "../../contract/schema/formLayout.ts";
import { isSingleInputList } from "./uiSchema.ts";

/**
 * RJSF's own validator would build a handler for every value at each run. This one uses precompiled functions, so it
 * also works under a Content-Security-Policy without `unsafe-eval`.
 */
export function createContractValidator(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  getVisibleErrors: (values: JsonObject) => FieldError[],
): ValidatorType<JsonObject> {
  const precompiled: ValidatorType<JsonObject> = createPrecompiledValidator(validators, schema as RJSFSchema);
  // Errors of fields that the form does not show come first (rank -1).
  const order = listFormSections(schema).flatMap(({ fields }) => fields);
  const rank = ({ path: [name = ""] }: FieldError) => order.indexOf(name);
  const validateFormData: ValidatorType<JsonObject>["validateFormData"] = (values = {}) => {
    const errors = getVisibleErrors(values).toSorted((a, b) => rank(a) - rank(b));
    const builder = new ErrorSchemaBuilder<JsonObject>();
    // RJSF hides errors at the root from its templates, so they get an empty field name.
    for (const { path, message } of errors) builder.addErrors(message, path.length === 0 ? [""] : path);
    return { errors: errors.map(toRjsfError), errorSchema: builder.ErrorSchema };
  };
  // RJSF matches a value against labeled constants this way; comparing them needs no compiled schema.
  const isValid: ValidatorType<JsonObject>["isValid"] = (rule, value, root) =>
    rule.const === undefined ? precompiled.isValid(rule, value, root) : deepEquals(value, rule.const);
  return Object.assign(Object.create(Object.getPrototypeOf(precompiled) as object), precompiled, {
    validateFormData,
    isValid,
  }) as ValidatorType<JsonObject>;
}

const toRjsfError = ({ path, rule, message }: FieldError): RJSFValidationError => ({
  name: rule,
  property: `.${path.join(".")}`,
  message,
  stack: message,
});

export interface VisibleError {
  path: string[];
  message: string;
}

export const toVisibleError = ({ property = "", message = "" }: RJSFValidationError): VisibleError => ({
  path: property.slice(1).split("."),
  message,
});

export const getInputPath = (schema: EntitySchema, path: string[]): string[] =>
  path.length === 2 && isSingleInputList(schema.properties[path[0] ?? ""]) ? path.slice(0, 1) : path;

export const groupErrorsByLine = (schema: EntitySchema, errors: VisibleError[]) =>
  groupBy(errors, ({ path, message }) => `${getInputPath(schema, path).join(".")} ${message}`);

/** If a list changed since the submit, entry indexes are outdated: the error moves to the list itself. */
export const relocateServerErrors = (
  errors: FieldError[],
  submitted: JsonObject | undefined,
  values: JsonObject,
): FieldError[] =>
  errors.map((error) => {
    const [field = ""] = error.path;
    const isUnchanged = !submitted || deepEquals(submitted[field], values[field]);
    return isUnchanged ? error : { ...error, path: error.path.slice(0, 1) };
  });

/** The schema treats an empty field as an absent one. */
export const cloneWithoutUndefined = (values: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(values)) as JsonObject;
