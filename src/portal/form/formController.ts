import type Form from "@rjsf/core";
import { deepEquals } from "@rjsf/utils";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { Fault } from "../../contract/faults.ts";
import type { Bag, EntitySchema } from "../../contract/fields.ts";
import type { References } from "../../contract/references.ts";
import { clearingOf, isFilledAgain, voidedBy } from "./clearings.ts";
import { HeldPointer } from "./heldPointer.ts";
import { formValidation, plainCopy, type FormValidator } from "./formValidation.ts";
import { LateChanges } from "./lateChanges.ts";
import { placedRefusals } from "./placedRefusals.ts";
import { keyOf, shownFaults, type Clearing, type FormState } from "./formState.ts";

export interface FormHandlers {
  /** @param intent the value of the button that was pressed, where it has one */
  onSubmit(values: Bag, intent?: string): void;
  onInvalid?: ((faults: Fault[]) => void) | undefined;
  onChange?: ((values: Bag) => void) | undefined;
  /** What is wrong with the values that no schema can know, such as what else exists. */
  check?: ((values: Bag) => Fault[]) | undefined;
}

interface Beginning {
  schema: EntitySchema;
  validators: ValidatorFunctions;
  initial: Bag;
  references: References;
  idPrefix: string;
  /** Names of the fields that cannot be edited; they are not refused as they stand. */
  kept?: string[];
}

/**
 * What stands between RJSF, which holds the values, and the parts of a form that must know more: which faults to
 * show, what the server refused, which text is typed but not yet passed on. Parts subscribe to what they show, so
 * that a change redraws those parts and not the form.
 */
export class FormController {
  readonly schema: EntitySchema;
  readonly idPrefix: string;
  readonly validation: FormValidator;
  /** Called to pass on what is typed and not yet part of the values. */
  readonly pendingText = new Set<() => void>();
  /** Called to end what is half typed, such as the next entry of a list. */
  readonly pendingEntries = new Set<() => void>();
  readonly late = new LateChanges();
  private state: FormState;
  private shown: Fault[] = [];
  private references: References;
  private handlers: FormHandlers | undefined;
  /** What the server is asked to take, and speaks of when it refuses. */
  private submitted: Bag | undefined;
  private form: Form<Bag> | null = null;
  private readonly listeners = new Set<() => void>();
  readonly pointer = new HeldPointer((left) => {
    this.markTouched(left);
    this.update({});
  });

  constructor({ schema, validators, initial: values, references, idPrefix, kept = [] }: Beginning) {
    this.schema = schema;
    this.idPrefix = idPrefix;
    this.references = references;
    this.validation = formValidation(schema, validators, { values: plainCopy(values), kept });
    this.state = {
      values,
      faults: [],
      refusals: [],
      touched: new Set(),
      wasAttempted: false,
      busy: {},
      clearing: undefined,
      announcements: 0,
    };
    this.state.faults = this.faultsIn(values);
  }

  readonly get = (): FormState => this.state;
  readonly getReferences = (): References => this.references;
  readonly getShown = (): Fault[] => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly attach = (form: Form<Bag> | null): void => {
    this.form = form;
  };

  /** The page's handlers and lists as they are now. Lists that came late are checked against at once. */
  attend(handlers: FormHandlers, references: References): void {
    const isSame = references === this.references && handlers.check === this.handlers?.check;
    this.handlers = handlers;
    this.references = references;
    if (!isSame) this.update({ faults: this.faultsIn(this.state.values) });
  }

  private faultsIn(values: Bag): Fault[] {
    const busy = Object.entries(this.state.busy).map(([name, message]) => ({
      path: [name],
      rule: "busy",
      message,
    }));
    const further = [...(this.handlers?.check?.(values) ?? []), ...busy];
    return this.saidOfBusy(this.validation.faultsIn(values, this.references, further));
  }

  /** Nobody is told that a value is missing while it is on its way. */
  private saidOfBusy(faults: Fault[]): Fault[] {
    const { busy } = this.state;
    return faults.map((fault) => ({ ...fault, message: busy[keyOf(fault.path)] ?? fault.message }));
  }

  /** A field's value is on its way: until then, saving says the words. Without words it has come. */
  setBusy(name: string, words?: string): void {
    if (this.state.busy[name] === words) return;
    const others = Object.entries(this.state.busy).filter(([busy]) => busy !== name);
    this.update({ busy: Object.fromEntries(words === undefined ? others : [...others, [name, words]]) });
    this.update({ faults: this.faultsIn(this.state.values) });
  }

  setField(name: string, value: unknown): void {
    this.late.hear(name, value);
    this.form?.setFieldValue([name], value as Bag);
  }

  /** Passes on all typed text, and answers the values with it. What is half typed stays so. */
  readonly collect = (): Bag => {
    for (const pass of this.pendingText) pass();
    return plainCopy(this.state.values);
  };

  /** Passes on all typed text and what is half typed, as a submit does. */
  readonly flush = (): Bag => {
    for (const end of this.pendingEntries) end();
    return this.collect();
  };

  /** The form goes away: tells what was typed up to then. */
  leave(): void {
    const late = this.late.during(this.collect);
    if (Object.keys(late).length > 0) this.handlers?.onChange?.(plainCopy({ ...this.state.values, ...late }));
  }

  readonly submit = (): void => this.form?.submit();

  /** Takes the values RJSF reports, and empties what a change makes void. */
  readonly receive = (reported: Bag): void => {
    const { values: before, refusals } = this.state;
    const names = new Set([...Object.keys(before), ...Object.keys(reported)]);
    const changed = [...names].filter((name) => !deepEquals(before[name], reported[name]));
    if (changed.length === 0) return;
    const values = { ...before, ...Object.fromEntries(changed.map((name) => [name, reported[name]])) };
    this.update({
      values,
      faults: this.faultsIn(values),
      refusals: refusals.filter(({ path }) => !changed.includes(path[0] ?? "")),
    });
    const voided = changed.flatMap((name) => this.noteVoided(name, before));
    for (const name of voided) this.setField(name, undefined);
    if (voided.length > 0) return;
    const { clearing } = this.state;
    if (clearing && isFilledAgain(clearing, changed, values)) this.dismissClearing();
    this.handlers?.onChange?.(plainCopy(values));
  };

  /** The fields that a change of one has made void, noted so that the change can be taken back. */
  private noteVoided(by: string, before: Bag): string[] {
    const voided = voidedBy(this.schema, by, this.state.values);
    const clearing = clearingOf(by, voided, before);
    if (clearing) this.update({ clearing });
    return voided;
  }

  readonly dismissClearing = (): void => this.update({ clearing: undefined });

  /** Takes a change and all that it emptied back. The changed field first: it would empty the others again. */
  undo({ by, before }: Clearing): void {
    this.dismissClearing();
    this.setField(by, before[by]);
    for (const [name, value] of Object.entries(before)) if (name !== by) this.setField(name, value);
  }

  /** Hands valid values over; shows all that is wrong with others. */
  readonly conclude = (values: Bag, intent?: string): void => {
    const faults = this.faultsIn(values);
    if (faults.length > 0) return this.reject(faults);
    this.update({ wasAttempted: true, faults, refusals: [] });
    this.submitted = values;
    this.handlers?.onSubmit(plainCopy(values), intent);
  };

  private reject(faults: Fault[]): void {
    const { announcements } = this.state;
    this.update({ faults, wasAttempted: true, announcements: announcements + 1 });
    this.handlers?.onInvalid?.(this.shown);
  }

  /** Shows what the server refused, each on its field. */
  refuse(faults: Fault[]): void {
    const { announcements, values } = this.state;
    const refusals = placedRefusals(faults, this.submitted, values);
    this.update({ refusals, announcements: announcements + (refusals.length > 0 ? 1 : 0) });
    // Counted with the browser's own faults, as the user sees them.
    if (refusals.length > 0) this.handlers?.onInvalid?.(shownFaults(this.state));
  }

  /**
   * The user left a field. While a pointer is held down its message waits: it would move the page under the
   * pointer, and the click would land on something else.
   */
  touch(path: string[]): void {
    if (this.pointer.isHeld) this.pointer.leave(keyOf(path));
    else this.markTouched([keyOf(path)]);
  }

  /** Forgets that anything below a field was left, when its entries are numbered anew. */
  untouchBelow(path: string[]): void {
    const above = `${keyOf(path)}/`;
    const isElsewhere = (key: string) => !key.startsWith(above);
    this.pointer.keepLeft(isElsewhere);
    this.update({ touched: new Set([...this.state.touched].filter(isElsewhere)) });
  }

  private markTouched(keys: string[]): void {
    const fresh = keys.filter((key) => !this.state.touched.has(key));
    if (fresh.length > 0) this.update({ touched: new Set([...this.state.touched, ...fresh]) });
  }

  private update(patch: Partial<FormState>): void {
    this.state = { ...this.state, ...patch };
    const isNews = patch.announcements !== undefined;
    const shown = this.pointer.isHeld && !isNews ? this.shown : shownFaults(this.state);
    if (!deepEquals(shown, this.shown)) this.shown = shown;
    for (const listener of this.listeners) listener();
  }
}
