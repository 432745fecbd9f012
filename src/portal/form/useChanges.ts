import { deepEquals } from "@rjsf/utils";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Bag, EntitySchema } from "../../contract/schema/fields.ts";
import { isAbsent } from "../../contract/schema/isSame.ts";
import { NO_REFERENCES, type References } from "../../contract/schema/references.ts";
import type { FormMarks } from "./FormMarks.ts";
import { removalAfter, voidedBy, type Removal } from "./useRemoval.ts";
import { plainCopy } from "./validator.ts";

interface Hearing {
  schema: EntitySchema;
  references?: References;
  onChange?: (values: Bag) => void;
}

/** What follows from a change: fields it makes void are emptied, and what was taken away can be put back. */
export function useChanges(initial: Bag, marks: FormMarks, props: Hearing) {
  const before = useRef(initial);
  /** The fields whose values the page puts in: that is no act of the user. */
  const putting = useRef<ReadonlySet<string>>(new Set());
  const [removal, setRemoval] = useState<Removal>();
  const told = useRef<Removal>(undefined);
  const tell = useCallback((next: Removal | undefined) => {
    told.current = next;
    setRemoval(next);
  }, []);
  const onChange = (after: Bag) => {
    const { schema, references = NO_REFERENCES } = props;
    const was = before.current;
    before.current = after;
    const changed = Object.keys(schema.properties).filter((name) => !deepEquals(was[name], after[name]));
    if (changed.length === 0) return;
    const isPut = changed.every((name) => putting.current.has(name));
    // What arrives together with the change it follows from was entered after it, on a form that was still drawing it.
    const now = marks.values();
    const isOld = (name: string) =>
      !changed.includes(name) && (isAbsent(now[name]) || deepEquals(now[name], was[name]));
    const voided = isPut ? [] : voidedBy(schema, changed, after).filter(isOld);
    if (!isPut)
      tell(removalAfter({ schema, references, changed, voided, before: was, after, told: told.current }));
    else if (changed.some((name) => told.current && name in told.current.before)) tell(undefined);
    for (const name of voided) marks.setField(name, undefined);
    if (voided.length === 0) props.onChange?.(plainCopy(after));
  };
  const place = useMemo(
    () => ({
      removal,
      dismiss: () => tell(undefined),
      undo() {
        if (!removal) return;
        tell(undefined);
        // The field of the act first: a choice would empty the others again.
        const names = Object.keys(removal.before).toSorted(
          (a, b) => Number(b === removal.at) - Number(a === removal.at),
        );
        for (const name of names) marks.setField(name, removal.before[name]);
      },
    }),
    [removal, tell, marks],
  );
  const put = (values: Bag) => {
    putting.current = new Set(Object.keys(values));
    for (const [name, value] of Object.entries(values)) marks.setField(name, value);
    return new Promise<void>((resolve) =>
      marks.getForm()?.setState(null, () => {
        putting.current = new Set();
        resolve();
      }),
    );
  };
  return { removal: place, put, onChange };
}
