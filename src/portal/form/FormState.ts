import type { default as Form, IChangeEvent } from "@rjsf/core";
import { deepEquals, setByPath, type RJSFValidationError, type ValidatorType } from "@rjsf/utils";
import { createRef, startTransition, type FormEvent } from "react";
import { check } from "../../contract/rules/check.ts";
import { faultsOfChange, onePerPlace, type Fault } from "../../contract/rules/faults.ts";
import type { JsonObject, EntitySchema } from "../../contract/schema/fields.ts";
import { isAbsent } from "../../contract/schema/isSame.ts";
import { NO_REFERENCES, type References } from "../../contract/schema/references.ts";
import { whenLetGo } from "../ui/takeFocus.ts";
import type { CollectAnswer, Collected, EntityFormProps, FormHandle } from "./formProps.ts";
import { removalAfter, voidedBy, type Removal, type Shown } from "./removal.ts";
import { placesIn, renumbered, stepsOf, type PlaceOf } from "./renumbering.ts";
import { contractValidator, errorPlace, inputOf, linesOf, placed, plainCopy } from "./validator.ts";

/** No field: RJSF checks the values when one of them changes, and this leaves them as they are. */
const NO_FIELD = ["$checked"];

/**
 * The state around RJSF's own: what was left, tried, held back, refused and taken away. RJSF holds the values, and of
 * all that is wrong with them what the user is told now; this decides which that is.
 */
export class FormState implements FormHandle {
  readonly schema: EntitySchema;
  readonly idPrefix: string;
  readonly initial: JsonObject;
  readonly validator: ValidatorType<JsonObject>;
  readonly form = createRef<Form<JsonObject>>();
  /** They answer when it collects what they show. */
  readonly inputs = new Set<CollectAnswer>();
  /** As they were given last. */
  props: EntityFormProps;
  private readonly show: (next: (shown: Shown) => Shown) => void;
  /** Whether what is wrong is told where a field was left, once the press has ended; of a group with a dot behind. */
  private left = new Map<string, boolean>();
  private wasTried = false;
  private held = new Map<string, { words: string; isComing: boolean }>();
  /** What is half typed, by the path of its list or choice. */
  private typed: Map<string, string>;
  private submitted: JsonObject | undefined;
  /** What the server refused, and the values it stands for: it is over once a field's value is another. */
  private refusals: Fault[] = [];
  private refused: JsonObject = {};
  private before: JsonObject;
  /** The fields whose values the page puts in: that is no act of the user. */
  private putting: ReadonlySet<string> = new Set();
  private removal: Removal | undefined;

  constructor(props: EntityFormProps, show: (next: (shown: Shown) => Shown) => void) {
    const { schema, validators, initial, entries = {}, references = NO_REFERENCES } = props;
    this.schema = schema;
    this.idPrefix = props.idPrefix ?? schema.$id;
    this.initial = plainCopy(initial);
    this.typed = new Map(Object.entries(entries));
    this.before = this.initial;
    this.props = props;
    this.show = show;
    // At the start: a schema that names a rule which does not exist is to be seen at once.
    this.faultsIn(this.initial, references);
    this.validator = contractValidator(schema, validators, (values) => this.due(values));
  }

  readonly lend = (props: EntityFormProps): void => {
    this.props = props;
  };

  /** The values RJSF holds now, for what answers long after it was drawn, such as a dialog. */
  readonly values = (): JsonObject => this.form.current?.state.formData ?? {};
  /** What is half typed at a list of entries or a choice, or was so on an earlier visit. */
  readonly typedAt = (path: string): string => this.typed.get(path) ?? "";

  /** Keeps that, whatever is drawn anew; `fault`: why no entry could be made of it, told until it is another. */
  readonly keepTyped = (path: string, text: string, fault?: string): void => {
    this.typed.set(path, text);
    this.hold(path, fault);
  };

  readonly setField = (name: string, value: unknown): void => {
    const [before, after] = [[this.values()[name] ?? []].flat(), [value ?? []].flat()];
    // RJSF makes the inputs of a list anew when it is longer or shorter than before.
    if (before.length !== after.length) this.renumber(name, placesIn(before, after));
    this.form.current?.setFieldValue([name], value as never);
  };

  /** All broken rules, told or not; at places where none is broken, what else is wrong there. */
  readonly faultsIn = (values: JsonObject, references: References): Fault[] => {
    const { validators, omit = [], locked = [], check: further } = this.props;
    const faults = check(this.schema, validators, values, references);
    // What cannot be edited is not refused as it stands.
    const own = faultsOfChange(faults, this.initial, values, [...omit, ...locked]);
    return onePerPlace([...own, ...(further?.(values) ?? [])]);
  };

  /** Lets RJSF check the values once more, with what is to be told now. */
  readonly recheck = (): void => startTransition(() => this.form.current?.setFieldValue(NO_FIELD, undefined));

  /** The user left a field, or a whole group of them: what is wrong there is said from now on. */
  readonly leave = (path: string, isGroup = false): void => {
    const key = isGroup ? `${path}.` : path;
    this.left.set(key, this.left.get(key) ?? false);
    whenLetGo(() => {
      if (![...this.left.values()].includes(false)) return;
      for (const one of this.left.keys()) this.left.set(one, true);
      this.recheck();
    });
  };

  /** The entries of a list are about to be numbered anew: what was left, held back and typed of each moves with it. */
  readonly renumber = (list: string, placeOf: PlaceOf): void => {
    this.left = renumbered(this.left, list, placeOf);
    this.held = renumbered(this.held, list, placeOf);
    this.typed = renumbered(this.typed, list, placeOf);
  };

  /** Saving says the words until the field's value can be had, as of a file that `isComing`. Without words it can. */
  readonly hold = (path: string, words?: string, isComing = false): void => {
    if (this.held.get(path)?.words === words) return;
    if (words === undefined) this.held.delete(path);
    else this.held.set(path, { words, isComing });
    this.props.onBusy?.([...this.held.values()].some((one) => one.isComing));
    this.recheck();
  };

  readonly collect = (): Collected => {
    const values = structuredClone(this.values());
    for (const [path, value] of this.shownNow(false)) setByPath(values, stepsOf(path), value);
    const entries = Object.fromEntries([...this.typed].filter(([, text]) => text.trim() !== ""));
    return { values: plainCopy(values), entries };
  };

  readonly put = (values: JsonObject): Promise<void> => {
    this.putting = new Set(Object.keys(values));
    for (const [name, value] of Object.entries(values)) this.setField(name, value);
    return new Promise((resolve) =>
      this.form.current?.setState(null, () => {
        this.putting = new Set();
        resolve();
      }),
    );
  };

  /** What follows from a change: fields it makes void are emptied, and what was taken away can be put back. */
  readonly onChange = ({ formData: after = {} }: IChangeEvent<JsonObject>): void => {
    const { schema, before, removal: told } = this;
    const { references = NO_REFERENCES, onChange } = this.props;
    this.before = after;
    const changed = Object.keys(schema.properties).filter((name) => !deepEquals(before[name], after[name]));
    if (changed.length === 0) return;
    const isPut = changed.every((name) => this.putting.has(name));
    // What arrives together with the change it follows from was entered after it, on a form that was still drawing it.
    const now = this.values();
    const isOld = (name: string) =>
      !changed.includes(name) && (isAbsent(now[name]) || deepEquals(now[name], before[name]));
    const voided = isPut ? [] : voidedBy(schema, changed, after).filter(isOld);
    if (!isPut) this.tell(removalAfter({ schema, references, changed, voided, before, after, told }));
    else if (changed.some((name) => told && name in told.before)) this.dismiss();
    for (const name of voided) this.setField(name, undefined);
    if (voided.length === 0) onChange?.(plainCopy(after));
  };

  /** What was taken away is not wanted back. */
  readonly dismiss = (): void => this.tell(undefined);

  /** Puts it back. */
  readonly undo = (): void => {
    const { at, before = {} } = this.removal ?? {};
    this.dismiss();
    // The field of the act first: a choice would empty the others again.
    const names = Object.keys(before).toSorted((a, b) => Number(b === at) - Number(a === at));
    for (const name of names) this.setField(name, before[name]);
  };

  /** Before RJSF hears of a submit: all that is typed and not yet told is part of it, and all is told from now on. */
  readonly takeIn = (event: FormEvent): void => {
    const form = this.form.current;
    if (!form || event.target !== form.formElement.current) return;
    this.wasTried = true;
    this.refusals = [];
    const values = this.shownNow(true);
    // What it makes void goes with it: emptied after the submit, it would be submitted as it was.
    const held = this.values();
    const changed = [...values.keys()].filter((name) => !deepEquals(values.get(name), held[name]));
    for (const name of voidedBy(this.schema, changed, held))
      if (!values.has(name)) values.set(name, undefined);
    // One by one, onto what RJSF has been told and does not hold yet.
    for (const [path, value] of values) form.setFieldValue(stepsOf(path), value as never);
  };

  readonly onError = (errors: RJSFValidationError[]): void => {
    this.alert();
    this.props.onInvalid?.(linesOf(this.schema, errors.map(errorPlace)).size);
  };

  readonly onSubmit = ({ formData: values = {} }: IChangeEvent<JsonObject>, event: FormEvent): void => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    this.submitted = values;
    this.props.onSubmit(plainCopy(values), (submitter as HTMLButtonElement | null)?.value || undefined);
  };

  /** The server refused some values, which may have been changed since. */
  readonly refuse = (faults: Fault[]): void => {
    const values = plainCopy(this.values());
    this.refusals = placed(faults, this.submitted, values);
    this.refused = values;
    startTransition(() => {
      this.recheck();
      if (faults.length > 0) this.alert();
    });
    if (faults.length > 0) this.props.onInvalid?.(linesOf(this.schema, this.due(values)).size);
  };

  private alert(): void {
    this.show((shown) => ({ ...shown, alerts: shown.alerts + 1 }));
  }

  private tell(removal: Removal | undefined): void {
    if (removal === this.removal) return;
    this.removal = removal;
    this.show((shown) => ({ ...shown, removal }));
  }

  /** Asks the inputs for what they show and RJSF has not taken in. */
  private shownNow(isSubmit: boolean): Map<string, unknown> {
    const values = new Map<string, unknown>();
    for (const answer of this.inputs) answer(values, isSubmit);
    return values;
  }

  /** Of all faults those to tell now: of fields left once, all after an attempt to submit, the server's at once. */
  private due(values: JsonObject): Fault[] {
    const holds = [...this.held].map(([path, { words: message, isComing }]) => {
      return { path: path.split("."), rule: "held", message, isComing };
    });
    const isTold = (fault: Fault & { isComing?: boolean }) =>
      fault.isComing === false || this.wasTried || this.wasLeft(fault);
    // Nobody is told that a value is missing while it is on its way.
    const faults = this.faultsIn(values, this.props.references ?? NO_REFERENCES);
    const others = faults.filter(({ path }) => !this.held.has(path.join(".")));
    const stands = ({ path: [field] }: Fault) =>
      field === undefined
        ? deepEquals(plainCopy(values), this.refused)
        : deepEquals(values[field], this.refused[field]);
    return [...[...holds, ...others].filter(isTold), ...this.refusals.filter(stands)];
  }

  private wasLeft({ path }: Fault): boolean {
    const at = inputOf(this.schema, path).join(".");
    const isAround = (left: string) => left === at || (left.endsWith(".") && at.startsWith(left));
    return [...this.left].some(([left, isTold]) => isTold && isAround(left));
  }
}
