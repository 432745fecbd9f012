import { useState, type ClipboardEvent } from "react";
import type { FieldSchema } from "../../contract/fields.ts";
import type { Choices } from "./choices.ts";
import { pastedEntries, takePasted, type PasteReport } from "./pastedChoices.ts";

interface Target {
  chosen: string[];
  choices: Choices;
  /** The rules of one entry. */
  items: FieldSchema | undefined;
  onChange(value: string[]): void;
}

/** Takes a pasted list of entries into a choice of many. A single pasted word is text to search for. */
export function usePastedChoices({ chosen, choices, items, onChange }: Target) {
  const [report, setReport] = useState<PasteReport>();
  const onPaste = (event: ClipboardEvent) => {
    const entries = pastedEntries(event.clipboardData.getData("text"));
    if (entries.length < 2 || choices.isLoading) return;
    event.preventDefault();
    const taken = takePasted(entries, chosen, choices, items);
    setReport(taken);
    const fresh = [...taken.accepted, ...taken.unknown];
    if (fresh.length > 0) onChange([...chosen, ...fresh]);
  };
  return { report, onPaste, forgetReport: () => setReport(undefined) };
}
