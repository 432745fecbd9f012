import { useMemo } from "react";
import { useFormState } from "./formScope.ts";
import { keyOf } from "./formState.ts";

/**
 * Positions of a plain list's entries that break a rule, once the list was left or the form tried, and of those the
 * server refused.
 */
export function useFaultyEntries(name: string): ReadonlySet<number> {
  const joined = useFormState(({ faults, refusals, touched, wasAttempted }) => {
    const isDue = wasAttempted || touched.has(keyOf([name]));
    return [...(isDue ? faults : []), ...refusals]
      .filter(({ path }) => path.length === 2 && path[0] === name)
      .map(({ path }) => path[1])
      .join(" ");
  });
  return useMemo(() => new Set(joined === "" ? [] : joined.split(" ").map(Number)), [joined]);
}
