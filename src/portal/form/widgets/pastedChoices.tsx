import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { readExactly, splitEntries } from "../../../contract/schema/readEntry.ts";
import { NameList } from "../../ui/NameList.tsx";
import type { Reading } from "../options/choices.ts";
import type { PasteTarget } from "./useEntries.tsx";

/** What became of a pasted list of entries. */
interface PasteReport {
  /** Chosen because of the paste. */
  accepted: string[];
  /** The same, though the list offers them not now, such as codes of another region. */
  elsewhere: string[];
  /** The same, though the list does not hold them: well formed, and perhaps right. */
  unknown: string[];
  /** Pasted more than once, or chosen before. */
  repeated: string[];
  /** Not taken in: they stay in the input as text. */
  refused: string[];
  /** Why the first of those was not. */
  fault?: string;
}

/** Takes a pasted list of entries into a choice of many, and knows what became of it. */
export function usePastedChoices(reading: Reading) {
  const [report, setReport] = useState<PasteReport>();
  return {
    report,
    take(entries: string[], into: PasteTarget) {
      const report = sorted(entries, into.current(), reading);
      const { accepted, elsewhere, unknown, refused, fault } = report;
      setReport(report);
      into.take({ taken: [...accepted, ...elsewhere, ...unknown], rest: refused.join(", "), fault });
    },
    forget: () => setReport(undefined),
  };
}

function sorted(entries: string[], chosen: string[], reading: Reading): PasteReport {
  const report: PasteReport = { accepted: [], elsewhere: [], unknown: [], repeated: [], refused: [] };
  const { isListed } = reading.choices;
  const taken = new Set(chosen);
  for (const entry of entries) {
    const read = readExactly(entry, reading);
    if ("fault" in read) {
      report.fault ??= read.fault;
      report.refused.push(entry);
    } else if (taken.has(read.value)) report.repeated.push(read.value);
    else {
      taken.add(read.value);
      const { accepted, elsewhere, unknown } = report;
      (read.isListed ? accepted : isListed(read.value) ? elsewhere : unknown).push(read.value);
    }
  }
  return { ...report, repeated: [...new Set(report.repeated)], refused: [...new Set(report.refused)] };
}

interface PasteNoteProps {
  report: PasteReport | undefined;
  /** What is chosen now: an entry taken out since is no more told of. */
  chosen: string[];
  /** What stands in the input: what was refused is told of as long as it does. */
  text: string;
  /** What is said of entries that the list holds, and does not offer now. */
  elsewhere: string;
  onClose(): void;
}

/** What became of a pasted list, as far as it still stands: how many entries were taken in, and each to be looked at. */
export function PasteNote({ report, chosen, text, elsewhere, onClose }: PasteNoteProps) {
  const now = report && standing(report, [...chosen, ...splitEntries(text)]);
  return (
    <>
      <Box role="status" sx={visuallyHidden}>
        {now && countsOf(now, elsewhere) === countsOf(report, elsewhere) && countsOf(now, elsewhere)}
      </Box>
      {now && (
        <Alert
          role="group"
          aria-label="What became of the pasted list"
          severity={[...now.refused, ...now.unknown, ...now.elsewhere].length > 0 ? "warning" : "success"}
          variant="outlined"
          onClose={onClose}
          closeText="Dismiss the report"
          sx={{ mt: 1 }}
        >
          <div>Accepted: {now.accepted.length.toLocaleString("en-US")}</div>
          <PastedEntries words={`${elsewhere}, kept as pasted`} entries={now.elsewhere} />
          <PastedEntries words="Unknown, kept as pasted" entries={now.unknown} />
          <PastedEntries words="Repeated, taken once" entries={now.repeated} />
          <PastedEntries words="Not taken in, to be corrected" entries={now.refused} />
        </Alert>
      )}
    </>
  );
}

function standing(report: PasteReport, entries: string[]): PasteReport {
  const { accepted, elsewhere, unknown, repeated, refused } = report;
  const there = new Set(entries);
  const still = (some: string[]) => some.filter((entry) => there.has(entry));
  return {
    accepted: still(accepted),
    elsewhere: still(elsewhere),
    unknown: still(unknown),
    repeated: still(repeated),
    refused: still(refused),
  };
}

/**
 * What is announced of a report, until some of it is taken out: no button, and none of the entries, of which there may
 * be thousands.
 */
function countsOf(report: PasteReport, words: string): string {
  const { accepted, elsewhere, unknown, repeated, refused } = report;
  const counts = { accepted, [words.toLowerCase()]: elsewhere, unknown, repeated, "not taken in": refused };
  return Object.entries(counts)
    .filter(([words, entries]) => words === "accepted" || entries.length > 0)
    .map(([words, entries]) => `${entries.length.toLocaleString("en-US")} ${words}`)
    .join(", ");
}

/** More are named when asked for. */
const MOST_NAMED = 10;

/** Pasted entries of one fate, the first of them by name. */
const PastedEntries = ({ words, entries }: { words: string; entries: string[] }) =>
  entries.length > 0 && (
    <Box sx={{ overflowWrap: "anywhere" }}>
      {words}: {entries.length.toLocaleString("en-US")} (
      <NameList names={entries} noun={`entries: ${words}`} most={MOST_NAMED} />)
    </Box>
  );
