import {
  deepEquals,
  ErrorSchemaBuilder,
  type ErrorSchema,
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
import type { FormUiState } from "./formUiState.ts";
import { isSingleInputList, type FormSchemas } from "./uiSchema.ts";

/** An error as the templates show it. */
export type FormError = Pick<FieldError, "path" | "message">;

/**
 * RJSF's own validator would build a handler for every value at each run. This one uses precompiled functions, so it
 * also works under a Content-Security-Policy without `unsafe-eval`.
 */
export function createContractValidator(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  validateValues: (values: JsonObject) => FieldError[],
): ValidatorType<JsonObject> {
  const precompiled: ValidatorType<JsonObject> = createPrecompiledValidator(validators, schema as RJSFSchema);
  const validateFormData: ValidatorType<JsonObject>["validateFormData"] = (values = {}) => {
    const errors = validateValues(values);
    return { errors: errors.map(toRjsfError), errorSchema: buildErrorSchema(errors) };
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

export const toFormError = ({ property = "", message = "" }: RJSFValidationError): FormError => ({
  path: property.slice(1).split("."),
  message,
});

function buildErrorSchema(errors: FormError[]): ErrorSchema<JsonObject> {
  const builder = new ErrorSchemaBuilder<JsonObject>();
  // RJSF hides errors at the root from its templates, so they get an empty field name.
  for (const { path, message } of errors) builder.addErrors(message, path.length === 0 ? [""] : path);
  return builder.ErrorSchema;
}

type ExtraErrors = Pick<FormUiState, "inputErrors" | "serverErrors">;

/** Undefined if there are none: RJSF does not submit a form with extra errors. */
export function buildExtraErrors({
  inputErrors,
  serverErrors,
}: ExtraErrors): ErrorSchema<JsonObject> | undefined {
  const errors = [...listInputErrors(inputErrors), ...serverErrors];
  return errors.length > 0 ? buildErrorSchema(errors) : undefined;
}

const listInputErrors = (inputErrors: FormUiState["inputErrors"]): FormError[] =>
  [...inputErrors].map(([path, { message }]) => ({ path: path.split("."), message }));

/** Errors of touched fields; of all fields once a submit was attempted. Errors from the server always show. */
export function listVisibleErrors(form: FormSchemas, errors: FormError[], uiState: FormUiState): FormError[] {
  const { inputErrors, serverErrors, isSubmitAttempted, touched } = uiState;
  const groups = [...touched].filter((path) => path.endsWith("."));
  const isTouched = (path: string[]) => {
    const inputPath = getInputPath(form, path).join(".");
    return touched.has(inputPath) || groups.some((group) => inputPath.startsWith(group));
  };
  const isFromServer = ({ path, message }: FormError) =>
    serverErrors.some((error) => error.message === message && error.path.join(".") === path.join("."));
  return omitReplacedErrors(errors, inputErrors).filter(
    (error) =>
      isSubmitAttempted ||
      inputErrors.get(error.path.join("."))?.isBusy === false ||
      isTouched(error.path) ||
      isFromServer(error),
  );
}

/** The input's own error replaces those of its value: a file that is still uploading is not missing. */
export const omitReplacedErrors = (errors: FormError[], inputErrors: FormUiState["inputErrors"]) =>
  errors.filter(({ path, message }) => {
    const inputError = inputErrors.get(path.join("."));
    return inputError === undefined || inputError.message === message;
  });

/** In the order of the form. Errors of fields that the form does not show come first. */
export function sortErrors(schema: EntitySchema, errors: FormError[]): FormError[] {
  const order = listFormSections(schema).flatMap(({ fields }) => fields);
  const rank = ({ path: [name = ""] }: FormError) => order.indexOf(name);
  return errors.toSorted((a, b) => rank(a) - rank(b));
}

export const getInputPath = (form: FormSchemas, path: string[]): string[] =>
  path.length === 2 && isSingleInputList(form, path[0] ?? "") ? path.slice(0, 1) : path;

/** One line per input and message. */
export const groupErrorsByLine = (form: FormSchemas, errors: FormError[]) =>
  groupBy(errors, ({ path, message }) => `${getInputPath(form, path).join(".")} ${message}`);

export const fieldsClearedBy = (schema: EntitySchema, changed: string[], values: JsonObject): string[] =>
  changed
    .flatMap((field) => schema.properties[field]?.["x-clears"] ?? [])
    .filter((name) => values[name] !== undefined);

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
