import type { default as Form, IChangeEvent } from "@rjsf/core";
import {
  deepEquals,
  setByPath,
  type RJSFValidationError,
  type UiSchema,
  type ValidatorType,
} from "@rjsf/utils";
import { createRef, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { validateEntity } from "../../contract/rules/validateEntity.ts";
import {
  omitErrorsOfUnchangedFields,
  keepFirstErrorPerPath,
  type FieldError,
} from "../../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import type { EntityFormProps, FormHandle, PendingInput, UploadToField } from "./formProps.ts";
import { NO_EXTENSION, type FormExtension } from "./formExtension.ts";
import { buildUiSchema } from "./uiSchema.ts";
import type { FormUiState, InputError } from "./formUiState.ts";
import { buildClearingUndo, isUndoOutdated, type UndoEntry } from "./undoEntry.ts";
import {
  cloneWithoutUndefined,
  createContractValidator,
  fieldsClearedBy,
  groupErrorsByLine,
  omitReplacedErrors,
  relocateServerErrors,
  toFormError,
} from "./validator.ts";

type UpdateUiState = (next: (uiState: FormUiState) => FormUiState) => void;

/** What a form knows beside RJSF's values and errors. The same object for the life of the form. */
export class FormState implements FormHandle {
  readonly schema: EntitySchema;
  readonly uiSchema: UiSchema<JsonObject>;
  readonly extension: FormExtension;
  readonly idPrefix: string;
  readonly initialValues: JsonObject;
  readonly validator: ValidatorType<JsonObject>;
  readonly formRef = createRef<Form<JsonObject>>();
  props: EntityFormProps;
  private readonly updateUiState: UpdateUiState;
  private values: JsonObject;
  private submittedValues: JsonObject | undefined;
  private inputErrors: FormUiState["inputErrors"] = new Map();
  private readonly fileInputs = new Map<string, UploadToField>();
  private isSubmitting = false;
  private isSetByPage = false;
  /** Text that the user is typing and the form does not hold yet. Only one input can have it: a blur reports it. */
  private pendingInput: PendingInput | undefined;

  constructor(props: EntityFormProps, updateUiState: UpdateUiState) {
    const { schema, validators, initialValues } = props;
    this.schema = schema;
    this.extension = props.extension ?? NO_EXTENSION;
    this.uiSchema = buildUiSchema(schema, props, this.extension.uiSchemas);
    this.idPrefix = props.idPrefix ?? schema.$id;
    this.initialValues = cloneWithoutUndefined(initialValues);
    this.values = this.initialValues;
    this.props = props;
    this.updateUiState = updateUiState;
    this.validator = createContractValidator(schema, validators, (values) => this.validateValues(values));
  }

  /** RJSF does not validate the initial values. A form can open with errors of the server. */
  readonly start = (): void => {
    this.revalidate();
    const { serverErrors = [] } = this.props;
    if (serverErrors.length > 0) this.showServerErrors(serverErrors);
  };

  readonly setProps = (props: EntityFormProps): void => {
    const { references, customValidate, serverErrors } = this.props;
    this.props = props;
    // Reference lists may load after the form has rendered.
    if (props.references !== references || props.customValidate !== customValidate) this.revalidate();
    if (props.serverErrors && props.serverErrors !== serverErrors) this.showServerErrors(props.serverErrors);
  };

  readonly revalidate = (): void => void this.formRef.current?.validateForm();

  /** For callbacks that outlive their render, such as a dialog's. */
  readonly getValues = (): JsonObject => this.values;

  readonly setField = (name: string, value: unknown): void =>
    this.formRef.current?.setFieldValue([name], value as never);

  /** Sets values that do not clear dependent fields. The form holds them when this returns. */
  readonly setValues = (values: JsonObject): void => {
    const pending = this.pendingInput?.read?.();
    // Text that the input reports later would replace the new value.
    if (pending && String(parsePath(pending.path)[0]) in values) this.commitPendingInput();
    this.isSetByPage = true;
    flushSync(() => Object.entries(values).forEach(([name, value]) => this.setField(name, value)));
    this.isSetByPage = false;
  };

  readonly snapshot = (): JsonObject => {
    const values = structuredClone(this.values);
    const pending = this.pendingInput?.read?.();
    if (pending) setByPath(values, parsePath(pending.path), pending.value);
    return cloneWithoutUndefined(values);
  };

  readonly hasPartialEntry = (): boolean =>
    (this.pendingInput !== undefined && this.pendingInput.read?.() === undefined) ||
    [...this.inputErrors.values()].some(({ isBusy }) => !isBusy);

  readonly setPendingInput = (input: PendingInput): void => void (this.pendingInput = input);

  readonly endPendingInput = (input: PendingInput): void => {
    if (this.pendingInput === input) this.pendingInput = undefined;
  };

  readonly touch = (path: string, isGroup = false): void => {
    const key = isGroup ? `${path}.` : path;
    this.updateUiState((uiState) =>
      uiState.touched.has(key) ? uiState : { ...uiState, touched: new Set([...uiState.touched, key]) },
    );
  };

  /** Hands the text to the form now, which otherwise happens a moment after typing, and on blur. */
  readonly commitPendingInput = (): void => flushSync(() => this.pendingInput?.commit());

  /** Blocks submitting with an error until it is called without one. */
  readonly setInputError = (path: string, error?: InputError): void => {
    if (deepEquals(this.inputErrors.get(path), error)) return;
    const inputErrors = new Map(this.inputErrors);
    if (error) inputErrors.set(path, error);
    else inputErrors.delete(path);
    this.inputErrors = inputErrors;
    this.updateUiState((uiState) => ({ ...uiState, inputErrors }));
    this.props.onBusyChange?.([...inputErrors.values()].some(({ isBusy }) => isBusy));
  };

  /** Returns a function that removes the input. */
  readonly addFileInput = (field: string, upload: UploadToField): (() => void) => {
    this.fileInputs.set(field, upload);
    return () => void this.fileInputs.delete(field);
  };

  readonly uploadToField = (field: string, ...upload: Parameters<UploadToField>): (() => void) | undefined =>
    this.fileInputs.get(field)?.(...upload);

  /** Makes a change that the user can undo. */
  readonly changeWithUndo = (
    { field, message, fields = [field] }: { field: string; message: string; fields?: string[] },
    change: () => void,
  ): void => {
    const previousValues = Object.fromEntries(fields.map((name) => [name, this.values[name]]));
    flushSync(change);
    const undoEntry = { field, message, previousValues, clearedFields: fields };
    // An entry that is still open at this field restores more.
    this.updateUiState((uiState) =>
      uiState.undoEntry?.field === field ? uiState : { ...uiState, undoEntry },
    );
  };

  readonly dismissUndo = (): void => this.setUndoEntry(undefined);

  readonly undo = ({ previousValues }: UndoEntry): void => {
    this.dismissUndo();
    this.setValues(previousValues);
  };

  readonly onChange = ({ formData: after = {} }: IChangeEvent<JsonObject>): void => {
    const before = this.values;
    this.values = after;
    const changed = Object.keys(this.schema.properties).filter(
      (name) => !deepEquals(before[name], after[name]),
    );
    if (changed.length === 0) return;
    const toClear = this.isSetByPage
      ? []
      : fieldsClearedBy(this.schema, changed, after).filter((name) => !changed.includes(name));
    const clearingUndo = buildClearingUndo(this.schema, changed, toClear, before);
    if (clearingUndo) this.setUndoEntry(clearingUndo);
    // The paths of the entries after a removed one have changed.
    const shortened = changed.filter((name) => getLength(after[name]) < getLength(before[name]));
    this.updateUiState((uiState) => dismissOutdated(uiState, changed, shortened, after));
    for (const name of toClear) this.setField(name, undefined);
    if (toClear.length === 0) this.props.onChange?.(cloneWithoutUndefined(after));
  };

  /** Capture phase: runs before RJSF validates the submitted values. */
  readonly prepareSubmit = (event: FormEvent): void => {
    if (event.target !== this.formRef.current?.formElement.current) return;
    this.isSubmitting = true;
    this.commitPendingInput();
    this.updateUiState((uiState) => ({ ...uiState, isSubmitAttempted: true, serverErrors: [] }));
  };

  readonly onError = (errors: RJSFValidationError[]): void => {
    // RJSF reports the errors of `validateForm` too.
    if (!this.isSubmitting) return;
    this.isSubmitting = false;
    this.handleInvalid(omitReplacedErrors(errors.map(toFormError), this.inputErrors));
  };

  readonly onSubmit = ({ formData: values = {} }: IChangeEvent<JsonObject>, event: FormEvent): void => {
    this.isSubmitting = false;
    this.submittedValues = values;
    const { submitter } = event.nativeEvent as SubmitEvent;
    this.props.onSubmit(
      cloneWithoutUndefined(values),
      (submitter as HTMLButtonElement | null)?.value || undefined,
    );
  };

  private showServerErrors(errors: FieldError[]): void {
    const serverErrors = relocateServerErrors(errors, this.submittedValues, this.values);
    this.updateUiState((uiState) => ({ ...uiState, serverErrors }));
    if (errors.length > 0) this.handleInvalid([...this.validateValues(this.values), ...serverErrors]);
  }

  private handleInvalid(errors: Pick<FieldError, "path" | "message">[]): void {
    this.updateUiState((uiState) => ({
      ...uiState,
      isSubmitAttempted: true,
      failureCount: uiState.failureCount + 1,
    }));
    this.props.onInvalid?.(groupErrorsByLine(this, errors).size);
  }

  private validateValues(values: JsonObject): FieldError[] {
    const {
      validators,
      references = NO_REFERENCES,
      hiddenFields = [],
      readOnlyFields = [],
      customValidate,
    } = this.props;
    const ruleErrors = validateEntity(this.schema, validators, values, references);
    // The user cannot fix errors in fields that they cannot edit.
    const fixableErrors = omitErrorsOfUnchangedFields(ruleErrors, this.initialValues, values, [
      ...hiddenFields,
      ...readOnlyFields,
    ]);
    return keepFirstErrorPerPath([...fixableErrors, ...(customValidate?.(values) ?? [])]);
  }

  private setUndoEntry(undoEntry: UndoEntry | undefined): void {
    this.updateUiState((uiState) => ({ ...uiState, undoEntry }));
  }
}

const getLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** The same object if nothing is outdated, so that a change does not render the whole form. */
function dismissOutdated(uiState: FormUiState, changed: string[], shortened: string[], after: JsonObject) {
  const { touched, serverErrors, undoEntry } = uiState;
  const isBelowShortened = (path: string) => shortened.some((list) => path.startsWith(`${list}.`));
  const next: FormUiState = {
    ...uiState,
    touched: new Set([...touched].filter((path) => !isBelowShortened(path))),
    serverErrors: serverErrors.filter(({ path: [name] }) => name && !changed.includes(name)),
    undoEntry: isUndoOutdated(undoEntry, changed, after) ? undefined : undoEntry,
  };
  const isSame =
    next.touched.size === touched.size &&
    next.serverErrors.length === serverErrors.length &&
    next.undoEntry === undoEntry;
  return isSame ? uiState : next;
}

const parsePath = (path: string) => path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
