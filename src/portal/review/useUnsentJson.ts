import { useMemo } from "react";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import { useUnsentText } from "../drafts/useUnsentText.ts";

/** Part of a decision that was not sent. Survives an expired session. `empty` must be a constant. */
export function useUnsentJson<Value extends object>(
  kind: "reason" | "checklist",
  recordId: string,
  empty: Value,
) {
  const [text, setText] = useUnsentText(kind, recordId);
  const value = useMemo(
    () => (tryOrUndefined(() => JSON.parse(text) as unknown) ?? empty) as Value,
    [text, empty],
  );
  const setValue = (next: Value) => setText(Object.keys(next).length === 0 ? "" : JSON.stringify(next));
  return [value, setValue] as const;
}
