import type { FieldSchema } from "../../contract/fields.ts";
import type { Choices } from "./choices.ts";
import { isWellFormed } from "./isWellFormed.ts";
import type { Option } from "./optionLists.ts";

/** What became of a pasted list of entries. */
export interface PasteReport {
  /** Chosen now, because of the paste. */
  accepted: string[];
  /** Chosen now though no list offers them: well formed, and perhaps right. */
  unknown: string[];
  /** Pasted more than once, or chosen before. */
  repeated: string[];
  /** Not taken in: they break the field's rule. */
  malformed: string[];
}

const fold = (text: string) => text.trim().toLowerCase();

/** The entries of a pasted text: one a line, or apart by commas, semicolons or tabs; numbers by spaces, too. */
export function pastedEntries(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .flatMap((part) => (/^[\d\s]+$/.test(part) ? part.split(/\s+/) : [part]))
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter(Boolean);
}

/** Takes pasted entries into what is chosen, each found by its value or its label. */
export function takePasted(
  entries: string[],
  chosen: string[],
  choices: Choices,
  items: FieldSchema | undefined,
): PasteReport {
  const report: PasteReport = { accepted: [], unknown: [], repeated: [], malformed: [] };
  const taken = new Set(chosen);
  const byName = new Map<string, Option>();
  for (const option of choices.listed) {
    byName.set(fold(option.label), option);
    byName.set(fold(option.value), option);
  }
  for (const entry of entries) {
    const value = byName.get(fold(entry))?.value ?? entry;
    if (taken.has(value)) report.repeated.push(value);
    else if (!isWellFormed(value, choices, items)) report.malformed.push(entry);
    else {
      taken.add(value);
      (choices.isOffered(value) ? report.accepted : report.unknown).push(value);
    }
  }
  return { ...report, repeated: [...new Set(report.repeated)], malformed: [...new Set(report.malformed)] };
}
