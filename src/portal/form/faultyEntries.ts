import { useMemo } from "react";
import { useFormState } from "./formScope.ts";
import { keyOf } from "./formState.ts";

/** Positions of a plain list's entries that break a rule, once the list was left or the form tried. */
export function useFaultyEntries(name: string): ReadonlySet<number> {
  const joined = useFormState(({ faults, touched, wasAttempted }) =>
    wasAttempted || touched.has(keyOf([name]))
      ? faults
          .filter(({ path }) => path.length === 2 && path[0] === name)
          .map(({ path }) => path[1])
          .join(" ")
      : "",
  );
  return useMemo(() => new Set(joined === "" ? [] : joined.split(" ").map(Number)), [joined]);
}
