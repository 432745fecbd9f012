import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent } from "react";
import type { FieldSchema } from "../../contract/fields.ts";
import type { Choices } from "./choices.ts";
import { useController } from "./formScope.ts";
import { pastedEntries, takePasted, type PasteReport } from "./pastedChoices.ts";

interface Target {
  chosen: string[];
  choices: Choices;
  /** The rules of one entry. */
  items: FieldSchema | undefined;
  onChange(value: string[]): void;
}

/**
 * Takes a pasted list of entries into a choice of many. A single pasted word is text to search for, but for
 * a cell of a table, which ends with its line. What is pasted
 * before the list of choices has come waits for it, or until the form is submitted.
 */
export function usePastedChoices(target: Target) {
  const { pendingText } = useController();
  const [report, setReport] = useState<PasteReport>();
  const [waiting, setWaiting] = useState<string[]>([]);
  const pastedInto = useRef<HTMLElement>(null);
  const current = useRef({ target, waiting });
  useLayoutEffect(() => {
    current.current = { target, waiting };
  });

  const take = useCallback((entries: string[]) => {
    if (entries.length === 0) return;
    const { chosen, choices, items, onChange } = current.current.target;
    const taken = takePasted(entries, chosen, choices, items);
    const fresh = [...taken.accepted, ...taken.unknown];
    current.current.waiting = [];
    setWaiting([]);
    setReport(taken);
    if (fresh.length > 0) onChange([...chosen, ...fresh]);
  }, []);

  const { isLoading } = target.choices;
  useEffect(() => {
    const takeWaiting = () => take(current.current.waiting);
    pendingText.add(takeWaiting);
    if (!isLoading) queueMicrotask(takeWaiting);
    return () => void pendingText.delete(takeWaiting);
  }, [isLoading, pendingText, take]);

  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    const entries = pastedEntries(text);
    if (entries.length === 0 || (entries.length === 1 && !/[\r\n]/.test(text))) return;
    event.preventDefault();
    pastedInto.current = event.currentTarget.querySelector("input");
    if (isLoading) setWaiting([...waiting, ...entries]);
    else take(entries);
  };
  /** The report goes, and with it the button that has the focus. */
  const forgetReport = () => {
    setReport(undefined);
    pastedInto.current?.focus();
  };
  return { report, waiting: waiting.length, onPaste, forgetReport };
}
