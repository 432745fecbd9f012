import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { parseExactEntry, splitEntries } from "../../../contract/schema/parseEntry.ts";
import { NameList } from "../../ui/NameList.tsx";
import type { FieldEntryContext } from "../options/fieldOptions.ts";
import type { PasteTarget } from "./useTagInput.tsx";

interface PasteReport {
  accepted: string[];
  /** Added, but not offered now, such as codes of another region. */
  notOffered: string[];
  /** Added, well formed, but in no list. */
  unlisted: string[];
  /** Pasted more than once or already selected. */
  duplicates: string[];
  /** Not added: they stay in the input as text. */
  rejected: string[];
  firstError?: string;
}

export function usePasteReport(entryContext: FieldEntryContext) {
  const [report, setReport] = useState<PasteReport>();
  return {
    report,
    apply(entries: string[], target: PasteTarget) {
      const report = buildPasteReport(entries, target.getCurrent(), entryContext);
      const { accepted, notOffered, unlisted, rejected, firstError } = report;
      setReport(report);
      target.apply({
        values: [...accepted, ...notOffered, ...unlisted],
        remainingText: rejected.join(", "),
        error: firstError,
      });
    },
    clear: () => setReport(undefined),
  };
}

function buildPasteReport(
  pasted: string[],
  selected: string[],
  entryContext: FieldEntryContext,
): PasteReport {
  const report: PasteReport = { accepted: [], notOffered: [], unlisted: [], duplicates: [], rejected: [] };
  const { accepted, notOffered, unlisted, duplicates, rejected } = report;
  const { isListed } = entryContext.options;
  const known = new Set(selected);
  for (const text of pasted) {
    const entry = parseExactEntry(text, entryContext);
    if ("error" in entry) {
      report.firstError ??= entry.error;
      rejected.push(text);
    } else if (known.has(entry.value)) duplicates.push(entry.value);
    else {
      known.add(entry.value);
      (entry.isListed ? accepted : isListed(entry.value) ? notOffered : unlisted).push(entry.value);
    }
  }
  return { ...report, duplicates: [...new Set(report.duplicates)], rejected: [...new Set(report.rejected)] };
}

interface PasteReportNoteProps {
  report: PasteReport | undefined;
  /** Removed entries disappear from the report. */
  selected: string[];
  /** The input's text. Rejected entries disappear from the report when they leave it. */
  text: string;
  notOfferedLabel: string;
  onClose(): void;
}

export function PasteReportNote({ report, selected, text, notOfferedLabel, onClose }: PasteReportNoteProps) {
  const current = report && removeDeletedEntries(report, [...selected, ...splitEntries(text)]);
  const counts = current && formatCounts(current, notOfferedLabel);
  return (
    <>
      <Box role="status" sx={visuallyHidden}>
        {report && counts === formatCounts(report, notOfferedLabel) && counts}
      </Box>
      {current && (
        <Alert
          role="group"
          aria-label="Paste result"
          severity={
            [...current.rejected, ...current.unlisted, ...current.notOffered].length > 0
              ? "warning"
              : "success"
          }
          variant="outlined"
          onClose={onClose}
          closeText="Dismiss the paste report"
          sx={{ mt: 1 }}
        >
          <div>Accepted: {current.accepted.length.toLocaleString("en-US")}</div>
          <PastedEntries label={`${notOfferedLabel}, added anyway`} entries={current.notOffered} />
          <PastedEntries label="Unknown entries, added anyway" entries={current.unlisted} />
          <PastedEntries label="Repeated entries, added once" entries={current.duplicates} />
          <PastedEntries label="Entries not added, please correct" entries={current.rejected} />
        </Alert>
      )}
    </>
  );
}

function removeDeletedEntries(report: PasteReport, entries: string[]): PasteReport {
  const current = new Set(entries);
  const keepCurrent = (reported: string[]) => reported.filter((entry) => current.has(entry));
  return {
    accepted: keepCurrent(report.accepted),
    notOffered: keepCurrent(report.notOffered),
    unlisted: keepCurrent(report.unlisted),
    duplicates: keepCurrent(report.duplicates),
    rejected: keepCurrent(report.rejected),
  };
}

/** For screen readers: counts only, since there may be thousands of entries. */
function formatCounts(report: PasteReport, notOfferedLabel: string): string {
  const counts = {
    accepted: report.accepted,
    [notOfferedLabel.toLowerCase()]: report.notOffered,
    unknown: report.unlisted,
    repeated: report.duplicates,
    "not added": report.rejected,
  };
  return Object.entries(counts)
    .filter(([label, entries]) => label === "accepted" || entries.length > 0)
    .map(([label, entries]) => `${entries.length.toLocaleString("en-US")} ${label}`)
    .join(", ");
}

const MAX_NAMED_ENTRIES = 10;

const PastedEntries = ({ label, entries }: { label: string; entries: string[] }) =>
  entries.length > 0 && (
    <Box sx={{ overflowWrap: "anywhere" }}>
      {label}: {entries.length.toLocaleString("en-US")} (
      <NameList names={entries} pluralNoun={`entries: ${label}`} maxShown={MAX_NAMED_ENTRIES} />)
    </Box>
  );
