import type { default as Form, IChangeEvent } from "@rjsf/core";
import { deepEquals, setByPath, type RJSFValidationError, type ValidatorType } from "@rjsf/utils";
import { createRef, startTransition, type FormEvent } from "react";
import { validateEntity } from "../../contract/rules/validateEntity.ts";
import {
  omitErrorsOfUnchangedFields,
  keepFirstErrorPerPath,
  type FieldError,
} from "../../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import { isEmptyValue } from "../../contract/schema/emptyValues.ts";
import { NO_REFERENCES, type References } from "../../contract/schema/references.ts";
import { afterPointerUp } from "../ui/focus.ts";
import type { FlushCallback, FormSnapshot, EntityFormProps, FormHandle } from "./formProps.ts";
import { nextUndoEntry, fieldsClearedBy, type UndoEntry, type FormUiState } from "./undoEntry.ts";
import { matchIndexes, remapPaths, parsePath, type MapIndex } from "./arrayPaths.ts";
import {
  createContractValidator,
  toVisibleError,
  getInputPath,
  groupErrorsByLine,
  relocateServerErrors,
  cloneWithoutUndefined,
} from "./validator.ts";

/** Dummy path: setting it makes RJSF revalidate without changing data. */
const DUMMY_PATH = ["$checked"];

/** Form state beside RJSF's values and errors: touched fields, server errors, unsaved texts, undo. Decides which errors show. */
export class FormState implements FormHandle {
  readonly schema: EntitySchema;
  readonly idPrefix: string;
  readonly initialValues: JsonObject;
  readonly validator: ValidatorType<JsonObject>;
  readonly formRef = createRef<Form<JsonObject>>();
  readonly flushCallbacks = new Set<FlushCallback>();
  props: EntityFormProps;
  private readonly updateUiState: (next: (uiState: FormUiState) => FormUiState) => void;
  /** Values: whether errors already show there. The path of a group ends with a dot. */
  private touchedPaths = new Map<string, boolean>();
  private submitAttempted = false;
  private blockingErrors = new Map<string, { message: string; isBusy: boolean }>();
  /** Typed text that is no value yet, by the path of its field. */
  private pendingTexts: Map<string, string>;
  private submittedValues: JsonObject | undefined;
  private serverErrors: FieldError[] = [];
  /** A server error disappears once its field's value differs from the one here. */
  private valuesAtServerErrors: JsonObject = {};
  private previousValues: JsonObject;
  private fieldsSetByPage: ReadonlySet<string> = new Set();
  private undoEntry: UndoEntry | undefined;

  constructor(props: EntityFormProps, updateUiState: (next: (uiState: FormUiState) => FormUiState) => void) {
    const { schema, validators, initialValues, pendingTexts = {}, references = NO_REFERENCES } = props;
    this.schema = schema;
    this.idPrefix = props.idPrefix ?? schema.$id;
    this.initialValues = cloneWithoutUndefined(initialValues);
    this.pendingTexts = new Map(Object.entries(pendingTexts));
    this.previousValues = this.initialValues;
    this.props = props;
    this.updateUiState = updateUiState;
    // Fails early if the schema names a rule that does not exist.
    this.validateValues(this.initialValues, references);
    this.validator = createContractValidator(schema, validators, (values) => this.getVisibleErrors(values));
  }

  readonly setProps = (props: EntityFormProps): void => {
    this.props = props;
  };

  /** RJSF's current values, for callbacks that outlive their render, such as a dialog's. */
  readonly getValues = (): JsonObject => this.formRef.current?.state.formData ?? {};

  readonly getPendingText = (path: string): string => this.pendingTexts.get(path) ?? "";

  readonly setPendingText = (path: string, text: string, error?: string): void => {
    this.pendingTexts.set(path, text);
    this.setBlockingError(path, error);
  };

  readonly setField = (name: string, value: unknown): void => {
    const [before, after] = [[this.getValues()[name] ?? []].flat(), [value ?? []].flat()];
    // RJSF remounts the inputs of a list when its length changes.
    if (before.length !== after.length) this.remapArrayPaths(name, matchIndexes(before, after));
    this.formRef.current?.setFieldValue([name], value as never);
  };

  readonly validateValues = (values: JsonObject, references: References): FieldError[] => {
    const { validators, hiddenFields = [], readOnlyFields = [], customValidate } = this.props;
    const ruleErrors = validateEntity(this.schema, validators, values, references);
    // The user cannot fix errors in fields that they cannot edit.
    const fixableErrors = omitErrorsOfUnchangedFields(ruleErrors, this.initialValues, values, [
      ...hiddenFields,
      ...readOnlyFields,
    ]);
    return keepFirstErrorPerPath([...fixableErrors, ...(customValidate?.(values) ?? [])]);
  };

  readonly revalidate = (): void =>
    startTransition(() => this.formRef.current?.setFieldValue(DUMMY_PATH, undefined));

  readonly touch = (path: string, isGroup = false): void => {
    const key = isGroup ? `${path}.` : path;
    this.touchedPaths.set(key, this.touchedPaths.get(key) ?? false);
    afterPointerUp(() => {
      if (![...this.touchedPaths.values()].includes(false)) return;
      for (const touchedPath of this.touchedPaths.keys()) this.touchedPaths.set(touchedPath, true);
      this.revalidate();
    });
  };

  readonly remapArrayPaths = (list: string, mapIndex: MapIndex): void => {
    this.touchedPaths = remapPaths(this.touchedPaths, list, mapIndex);
    this.blockingErrors = remapPaths(this.blockingErrors, list, mapIndex);
    this.pendingTexts = remapPaths(this.pendingTexts, list, mapIndex);
  };

  /**
   * Blocks submitting with an error until it is called without a message.
   *
   * @param isBusy the field's value is on its way, such as a file that is uploading
   */
  readonly setBlockingError = (path: string, message?: string, isBusy = false): void => {
    if (this.blockingErrors.get(path)?.message === message) return;
    if (message === undefined) this.blockingErrors.delete(path);
    else this.blockingErrors.set(path, { message, isBusy });
    this.props.onBusyChange?.([...this.blockingErrors.values()].some((error) => error.isBusy));
    this.revalidate();
  };

  readonly snapshot = (): FormSnapshot => {
    const values = structuredClone(this.getValues());
    for (const [path, value] of this.collectPendingValues(false)) setByPath(values, parsePath(path), value);
    const pendingTexts = Object.fromEntries([...this.pendingTexts].filter(([, text]) => text.trim() !== ""));
    return { values: cloneWithoutUndefined(values), pendingTexts };
  };

  readonly setValues = (values: JsonObject): Promise<void> => {
    this.fieldsSetByPage = new Set(Object.keys(values));
    for (const [name, value] of Object.entries(values)) this.setField(name, value);
    return new Promise((resolve) =>
      this.formRef.current?.setState(null, () => {
        this.fieldsSetByPage = new Set();
        resolve();
      }),
    );
  };

  readonly onChange = ({ formData: after = {} }: IChangeEvent<JsonObject>): void => {
    const { schema, previousValues: before, undoEntry } = this;
    const { references = NO_REFERENCES, onChange } = this.props;
    this.previousValues = after;
    const changed = Object.keys(schema.properties).filter((name) => !deepEquals(before[name], after[name]));
    if (changed.length === 0) return;
    const isSetByPage = changed.every((name) => this.fieldsSetByPage.has(name));
    // Fields changed in the same batch are not cleared: the user entered them after the change.
    const current = this.getValues();
    const isUnchanged = (name: string) =>
      !changed.includes(name) && (isEmptyValue(current[name]) || deepEquals(current[name], before[name]));
    const toClear = isSetByPage ? [] : fieldsClearedBy(schema, changed, after).filter(isUnchanged);
    if (!isSetByPage)
      this.setUndoEntry(nextUndoEntry({ schema, references, changed, toClear, before, after, undoEntry }));
    else if (changed.some((name) => undoEntry && name in undoEntry.previousValues)) this.dismissUndo();
    for (const name of toClear) this.setField(name, undefined);
    if (toClear.length === 0) onChange?.(cloneWithoutUndefined(after));
  };

  readonly dismissUndo = (): void => this.setUndoEntry(undefined);

  readonly undo = (): void => {
    const { field, previousValues = {} } = this.undoEntry ?? {};
    this.dismissUndo();
    // The changed field first: setting it later would clear the others again.
    const names = Object.keys(previousValues).toSorted((a, b) => Number(b === field) - Number(a === field));
    for (const name of names) this.setField(name, previousValues[name]);
  };

  /** Capture phase: flush pending input text before RJSF submits. */
  readonly flushInputs = (event: FormEvent): void => {
    const form = this.formRef.current;
    if (!form || event.target !== form.formElement.current) return;
    this.submitAttempted = true;
    this.serverErrors = [];
    const values = this.collectPendingValues(true);
    // Clear dependent fields now: clearing them after the submit would send their old values.
    const current = this.getValues();
    const changed = [...values.keys()].filter((name) => !deepEquals(values.get(name), current[name]));
    for (const name of fieldsClearedBy(this.schema, changed, current))
      if (!values.has(name)) values.set(name, undefined);
    // One setFieldValue per path: it builds on RJSF's queued state updates.
    for (const [path, value] of values) form.setFieldValue(parsePath(path), value as never);
  };

  readonly onError = (errors: RJSFValidationError[]): void => {
    this.countFailedSubmit();
    this.props.onInvalid?.(groupErrorsByLine(this.schema, errors.map(toVisibleError)).size);
  };

  readonly onSubmit = ({ formData: values = {} }: IChangeEvent<JsonObject>, event: FormEvent): void => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    this.submittedValues = values;
    this.props.onSubmit(
      cloneWithoutUndefined(values),
      (submitter as HTMLButtonElement | null)?.value || undefined,
    );
  };

  readonly setServerErrors = (errors: FieldError[]): void => {
    const values = cloneWithoutUndefined(this.getValues());
    this.serverErrors = relocateServerErrors(errors, this.submittedValues, values);
    this.valuesAtServerErrors = values;
    startTransition(() => {
      this.revalidate();
      if (errors.length > 0) this.countFailedSubmit();
    });
    if (errors.length > 0)
      this.props.onInvalid?.(groupErrorsByLine(this.schema, this.getVisibleErrors(values)).size);
  };

  private countFailedSubmit(): void {
    this.updateUiState((uiState) => ({ ...uiState, failedSubmits: uiState.failedSubmits + 1 }));
  }

  private setUndoEntry(undoEntry: UndoEntry | undefined): void {
    if (undoEntry === this.undoEntry) return;
    this.undoEntry = undoEntry;
    this.updateUiState((uiState) => ({ ...uiState, undoEntry }));
  }

  /** Values that inputs show and RJSF does not hold yet, by path. */
  private collectPendingValues(isSubmit: boolean): Map<string, unknown> {
    const values = new Map<string, unknown>();
    for (const flush of this.flushCallbacks) flush(values, isSubmit);
    return values;
  }

  /** Errors of touched fields; of all fields once a submit was attempted; server errors always. */
  private getVisibleErrors(values: JsonObject): FieldError[] {
    const blocking = [...this.blockingErrors].map(([path, { message, isBusy }]) => {
      return { path: path.split("."), rule: "blocking", message, isBusy };
    });
    const isVisible = (error: FieldError & { isBusy?: boolean }) =>
      error.isBusy === false || this.submitAttempted || this.isTouched(error);
    // A value that is still uploading is not missing: its blocking error replaces the others.
    const ruleErrors = this.validateValues(values, this.props.references ?? NO_REFERENCES).filter(
      ({ path }) => !this.blockingErrors.has(path.join(".")),
    );
    const isCurrent = ({ path: [field] }: FieldError) =>
      field === undefined
        ? deepEquals(cloneWithoutUndefined(values), this.valuesAtServerErrors)
        : deepEquals(values[field], this.valuesAtServerErrors[field]);
    return [...[...blocking, ...ruleErrors].filter(isVisible), ...this.serverErrors.filter(isCurrent)];
  }

  private isTouched({ path }: FieldError): boolean {
    const inputPath = getInputPath(this.schema, path).join(".");
    const isAround = (touched: string) =>
      touched === inputPath || (touched.endsWith(".") && inputPath.startsWith(touched));
    return [...this.touchedPaths].some(([touched, showsErrors]) => showsErrors && isAround(touched));
  }
}
