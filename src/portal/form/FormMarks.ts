import type Form from "@rjsf/core";
import { deepEquals } from "@rjsf/utils";
import { startTransition } from "react";
import type { Fault } from "../../contract/rules/faults.ts";
import type { Bag, EntitySchema } from "../../contract/schema/fields.ts";
import type { FormActions } from "./formContext.ts";
import { isEnteredWhole } from "./uiSchema.ts";
import { plainCopy } from "./validator.ts";

/** No field: RJSF checks the values when one of them changes, and this leaves them as they are. */
const NO_FIELD = ["$checked"];

interface Beginning {
  schema: EntitySchema;
  idPrefix: string;
  /** What was half typed in lists of entries, by the list's name. */
  entries: Record<string, string>;
  /** Hears whether a value is on its way into the form. */
  onBusy(isBusy: boolean): void;
}

/** What decides which faults the user of a form is told now. RJSF holds the values, and the faults that are told. */
export class FormMarks implements FormActions {
  readonly schema: EntitySchema;
  readonly idPrefix: string;
  private readonly begun: Beginning;
  private form: Form<Bag> | null = null;
  /** Paths of the fields that were left once; of groups with a dot behind. */
  private readonly left = new Set<string>();
  private wasTried = false;
  private readonly held = new Map<string, { words: string; isComing: boolean }>();
  /** What the server refused, and the values it stands for: it is over once a field's value is another. */
  private refusals: Fault[] = [];
  private refused: Bag = {};

  constructor(begun: Beginning) {
    this.begun = begun;
    this.schema = begun.schema;
    this.idPrefix = begun.idPrefix;
  }

  readonly attach = (form: Form<Bag> | null): void => {
    this.form = form;
  };

  readonly getForm = (): Form<Bag> | null => this.form;
  readonly values = (): Bag => this.form?.state.formData ?? {};
  readonly keptEntry = (path: string): string => this.begun.entries[path] ?? "";

  readonly setField = (name: string, value: unknown): void =>
    this.form?.setFieldValue([name], value as never);

  /** Lets RJSF check the values once more, with what is to be told now. */
  readonly recheck = (): void => startTransition(() => this.form?.setFieldValue(NO_FIELD, undefined));

  readonly leave = (path: string, isGroup = false): void => {
    this.left.add(isGroup ? `${path}.` : path);
    this.recheck();
  };

  readonly unleave = (path: string): void => {
    for (const key of this.left) if (key.startsWith(`${path}.`)) this.left.delete(key);
  };

  readonly hold = (path: string, words?: string, isComing = false): void => {
    if (this.held.get(path)?.words === words) return;
    if (words === undefined) this.held.delete(path);
    else this.held.set(path, { words, isComing });
    this.begun.onBusy([...this.held.values()].some((one) => one.isComing));
    this.recheck();
  };

  /** The user tries to submit: all is told from now on, and the server is asked anew. */
  readonly tryAll = (): void => {
    this.wasTried = true;
    this.refusals = [];
  };

  /** The server refused some values. */
  readonly refuse = (faults: Fault[], values: Bag): void => {
    this.refusals = faults;
    this.refused = values;
    this.recheck();
  };

  /** Of all faults those to tell now: of fields left once, all after an attempt to submit, the server's at once. */
  readonly due = (faults: Fault[], values: Bag): Fault[] => {
    const holds = [...this.held].map(([path, { words, isComing }]) => ({
      path: path.split("."),
      rule: "held",
      message: words,
      isComing,
    }));
    const isTold = (fault: Fault & { isComing?: boolean }) =>
      fault.isComing === false || this.wasTried || this.wasLeft(fault);
    // Nobody is told that a value is missing while it is on its way.
    const others = faults.filter(({ path }) => !this.held.has(path.join(".")));
    const stands = ({ path: [field] }: Fault) =>
      field === undefined
        ? deepEquals(plainCopy(values), this.refused)
        : deepEquals(values[field], this.refused[field]);
    return [...[...holds, ...others].filter(isTold), ...this.refusals.filter(stands)];
  };

  private wasLeft({ path }: Fault): boolean {
    const isEntry = path.length === 2 && isEnteredWhole(this.schema.properties[path[0] ?? ""]);
    const key = (isEntry ? path.slice(0, 1) : path).join(".");
    return this.left.has(key) || [...this.left].some((group) => group.endsWith(".") && key.startsWith(group));
  }
}
