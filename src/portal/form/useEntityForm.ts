import type Form from "@rjsf/core";
import { deepEquals, setByPath, type RJSFValidationError } from "@rjsf/utils";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import {
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type FormEvent,
  type ReactNode,
  type Ref,
} from "react";
import type { Fault } from "../../contract/rules/faults.ts";
import type { Bag, EntitySchema } from "../../contract/schema/fields.ts";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import { CollectEvent, type Surroundings } from "./formContext.ts";
import { FormMarks } from "./FormMarks.ts";
import { Latest } from "./Latest.ts";
import { countTold } from "./templates/ErrorSummary.tsx";
import { keptFields } from "./uiSchema.ts";
import { useChanges } from "./useChanges.ts";
import { voidedBy } from "./useRemoval.ts";
import { contractValidator, faultsIn, plainCopy, type CheckBasis } from "./validator.ts";

/** The values with all that is typed, and what is half typed in lists of entries, by the list's name. */
export interface Collected {
  values: Bag;
  entries: Record<string, string>;
}

/** What a page may ask of a form. */
export interface FormHandle {
  /** What the form holds and its inputs show now. What is half typed stays so. */
  collect(): Collected;
  /** Puts values in place of those of some fields; the answer comes once the form holds them, or never if it went. */
  put(values: Bag): Promise<void>;
}

export interface EntityFormProps extends Partial<Surroundings> {
  schema: EntitySchema;
  /** The precompiled functions of the same schema. */
  validators: ValidatorFunctions;
  /** Read once: a form never changes under its user. Give another `key` for other values. */
  initial: Bag;
  /** What was half typed in lists of entries, by the list's name. Read once. */
  entries?: Record<string, string>;
  /** What the server refused; shown until the field is edited. A new array is a new refusal. */
  faults?: Fault[];
  /** Valid values; `intent` is the value of the button that was pressed, where it has one. */
  onSubmit(values: Bag, intent?: string): void;
  /** The number of errors that kept the values from being submitted. */
  onInvalid?: (count: number) => void;
  onChange?: (values: Bag) => void;
  /** What is wrong with the values that no schema can know, such as what else exists. Keep it stable. */
  check?: (values: Bag) => Fault[];
  /** Hears whether a field's value is on its way, such as a file. Keep it stable. */
  onBusy?: (isBusy: boolean) => void;
  disabled?: boolean;
  /** Names or roles of fields not shown; their values are kept. */
  omit?: string[];
  /** Names or roles of fields shown but not editable. */
  locked?: string[];
  /** Ids of the form's elements begin with it; two forms of one page need two. */
  idPrefix?: string;
  /** Enter submits, as in a login. Elsewhere it never does. */
  enterSubmits?: boolean;
  /** Stands under the fields, inside the form: its buttons. */
  children?: ReactNode;
  ref?: Ref<FormHandle>;
}

/** The state around RJSF's own: what was left, refused, taken away, and is still on its way. */
export function useEntityForm(props: EntityFormProps) {
  const { schema } = props;
  const [initial] = useState(props.initial);
  const [latest] = useState(() => new Latest(props));
  const [marks] = useState(() => marksOf(props, latest));
  const { validator, allFaults, shownFaults } = useValidation(props, initial, marks);
  const { removal, put, onChange } = useChanges(initial, marks, props);
  const [alerts, setAlerts] = useState(0);
  const [submitted] = useState(() => new Latest<Bag | undefined>(undefined));
  useLayoutEffect(() => latest.set(props));

  useImperativeHandle(props.ref, () => ({
    collect: () => collected(marks.getForm()),
    put,
  }));

  const { faults } = props;
  useEffect(() => {
    if (!faults) return;
    const values = plainCopy(marks.values());
    startTransition(() => {
      marks.refuse(placed(faults, submitted.get(), values), values);
      if (faults.length > 0) setAlerts((count) => count + 1);
    });
    if (faults.length > 0) latest.get().onInvalid?.(countTold(schema, shownFaults(values)));
  }, [faults, schema, marks, latest, submitted, shownFaults]);

  return {
    attach: marks.attach,
    actions: marks,
    initial,
    validator,
    faultsIn: allFaults,
    alerts,
    removal,
    onChange,
    /** Before RJSF hears of a submit: all that is typed and not yet told is part of it. */
    takeIn(event: FormEvent) {
      const form = marks.getForm();
      if (!form || event.target !== form.formElement.current) return;
      marks.tryAll();
      const typed = new CollectEvent(true);
      form.formElement.current?.dispatchEvent(typed);
      // What it makes void goes with it: emptied after the submit, it would be submitted as it was.
      for (const name of voidedByTyped(schema, typed.values, marks.values()))
        typed.values.set(name, undefined);
      // One by one, onto what RJSF has been told and does not hold yet.
      for (const [path, value] of typed.values) form.setFieldValue(stepsOf(path), value as never);
    },
    onError(errors: RJSFValidationError[]) {
      setAlerts(alerts + 1);
      props.onInvalid?.(countTold(schema, errors.map(placeOfError)));
    },
    onSubmit(values: Bag, intent?: string) {
      submitted.set(values);
      props.onSubmit(plainCopy(values), intent);
    },
  };
}

const placeOfError = ({ property = "", message = "" }: RJSFValidationError) => ({
  path: property.slice(1).split("."),
  message,
});

const marksOf = (
  { schema, idPrefix = schema.$id, entries = {} }: EntityFormProps,
  latest: Latest<EntityFormProps>,
): FormMarks =>
  new FormMarks({ schema, idPrefix, entries, onBusy: (isBusy) => latest.get().onBusy?.(isBusy) });

/** RJSF's validator, which tells what is due of the contract's check; lists that come late are checked against at once. */
function useValidation(props: EntityFormProps, initial: Bag, marks: FormMarks) {
  const { schema, validators, references = NO_REFERENCES, check } = props;
  const [basis] = useState(() => {
    const begun: CheckBasis = {
      schema,
      validators,
      initial: plainCopy(initial),
      kept: keptFields(schema, props),
    };
    // At the start: a schema that names a rule which does not exist is to be seen at once.
    faultsIn(begun, begun.initial, references, []);
    return begun;
  });
  const allFaults = useCallback(
    (values: Bag) => faultsIn(basis, values, references, check?.(values) ?? []),
    [basis, references, check],
  );
  const [newest] = useState(() => new Latest(allFaults));
  const [shownFaults] = useState(() => (values: Bag) => marks.due(newest.get()(values), values));
  const [validator] = useState(() => contractValidator(basis, shownFaults));
  useLayoutEffect(() => newest.set(allFaults), [newest, allFaults]);
  useEffect(() => marks.recheck(), [marks, allFaults]);
  return { validator, allFaults, shownFaults };
}

/**
 * What the server refused, where it stands now. The server counts the entries of a list as they were submitted: where
 * the list was changed since, a fault of an entry is only known to be the list's.
 */
const placed = (refusals: Fault[], submitted: Bag | undefined, values: Bag): Fault[] =>
  refusals.map((fault) => {
    const [field = ""] = fault.path;
    const isAsSubmitted = !submitted || deepEquals(submitted[field], values[field]);
    return isAsSubmitted ? fault : { ...fault, path: fault.path.slice(0, 1) };
  });

/** The fields that are made void by what was typed, and of which nothing was typed. */
function voidedByTyped(schema: EntitySchema, typed: Map<string, unknown>, held: Bag): string[] {
  const changed = [...typed.keys()].filter((name) => !deepEquals(typed.get(name), held[name]));
  return voidedBy(schema, changed, held).filter((name) => !typed.has(name));
}

const stepsOf = (path: string) => path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** RJSF's values with what the inputs show and it has not taken in yet. */
function collected(form: Form<Bag> | null): Collected {
  const event = new CollectEvent(false);
  form?.formElement.current?.dispatchEvent(event);
  const values = structuredClone(form?.state.formData ?? {});
  for (const [path, value] of event.values) setByPath(values, stepsOf(path), value);
  return { values: plainCopy(values), entries: event.entries };
}
