import type { ModelReport } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";
import type { JsonObject } from "../json.ts";
import type { EntitySchema } from "../schema/fields.ts";
import { showInvisibleCharacters } from "../showInvisibleCharacters.ts";
import { listRecordDifferences, type DeliveredModel } from "../uploads/recordDifferences.ts";
import { formatReason } from "./formatReason.ts";
import {
  getReasonState,
  isBlockingReason,
  type NewReason,
  type ReasonState,
  type RejectionReason,
} from "./reasonState.ts";

/** Checks whose findings may concern neither a field nor a file. */
export const FINDING_SOURCES = { upload: "Upload", report: "Model report" };

export interface ReviewFinding {
  /** What the vendor would get. Without `finding` if the portal never found it. */
  reason: NewReason;
  /** The checks that found it now. */
  sources: string[];
  /** Sentences for reviewers only. */
  notes: string[];
  /** If the agency requested it before. */
  requested?: RejectionReason;
  /** Of what was requested. What the portal still finds is open, whatever the vendor answered. */
  requestState?: ReasonState;
}

export interface FieldWarning {
  field: string;
  text: string;
  /** For reviewers only. */
  note?: string;
}

export interface ReviewedDelivery extends DeliveredModel {
  metadata: JsonObject;
  /** Other records with the same identifier, and broken rules that do not block saving. */
  recordWarnings: FieldWarning[];
  uploadWarnings: string[];
  /** The model was read, and there is no report. */
  isReportMissing: boolean;
  /** Whether all other checks have run. Otherwise, what they do not find may still be there. */
  isChecked: boolean;
  /** The reasons of the record's last rejection. */
  requested: RejectionReason[];
}

/** Everything that the portal found or the agency requested before, each thing once; what is open comes first. */
export function listReviewFindings(schema: EntitySchema, delivery: ReviewedDelivery): ReviewFinding[] {
  const { metadata, recordWarnings, uploadWarnings, report, isReportMissing, isChecked, requested } =
    delivery;
  return mergeFindings(
    [
      ...recordWarnings.map((warning) => toFieldReason("Record", warning, false)),
      ...listUploadWarnings(uploadWarnings, report),
      ...(isReportMissing
        ? [
            toCheckReason(
              FINDING_SOURCES.report,
              "Check that all model files can be opened. The portal has no report about them.",
            ),
          ]
        : []),
      ...(report ? listReportFindings(report) : []),
      ...listRecordDifferences(schema, metadata, delivery).map(({ source, isBlocking, ...difference }) =>
        toFieldReason(DIFFERENCE_SOURCES[source], difference, isBlocking),
      ),
    ],
    requested,
    isChecked && !isReportMissing,
  );
}

/** Still to be corrected before the model can be accepted without a note. */
export const isOpenFinding = (finding: ReviewFinding): boolean =>
  isBlockingReason(finding.reason) && (finding.sources.length > 0 || finding.requestState === "open");

/** Whether a reviewer must read it: all but what the vendor corrected. An answer in words must be read. */
export const isUncorrectedFinding = ({ sources, requestState = "corrected" }: ReviewFinding): boolean =>
  sources.length > 0 || requestState !== "corrected";

/** What a change is requested for: a finding of the portal, or an earlier request. Its own text may have been edited. */
export const getRequestedFinding = (reason: NewReason): string => reason.finding ?? formatReason(reason);

interface FoundReason {
  source: string;
  reason: NewReason;
  note?: string;
}

function mergeFindings(
  found: FoundReason[],
  requested: RejectionReason[],
  areChecksComplete: boolean,
): ReviewFinding[] {
  const requests = new Map(requested.map((earlier) => [formatReason(earlier), toRequestedFinding(earlier)]));
  const byFinding = groupBy(requests.values(), ({ reason }) => getRequestedFinding(reason));
  for (const { source, reason, note } of found) {
    const finding = formatReason(reason);
    const entries = byFinding.get(finding) ?? [{ reason, sources: [], notes: [] }];
    byFinding.set(finding, entries);
    for (const entry of entries) {
      entry.reason = { ...entry.reason, finding };
      if (!entry.sources.includes(source)) entry.sources.push(source);
      if (note !== undefined) entry.notes.push(note);
    }
  }
  const findings = [...byFinding.values()].flat().map((entry) => addRequestState(entry, areChecksComplete));
  return [...findings.filter(isOpenFinding), ...findings.filter((finding) => !isOpenFinding(finding))];
}

function toRequestedFinding(requested: RejectionReason): ReviewFinding {
  const { kind, name, text, finding } = requested;
  const reason = {
    ...(kind && name && { kind, name }),
    ...{ text, blocking: isBlockingReason(requested) },
    ...(finding !== undefined && { finding }),
  };
  return { reason, sources: [], notes: [], requested };
}

function addRequestState(entry: ReviewFinding, areChecksComplete: boolean): ReviewFinding {
  const { requested, reason, sources } = entry;
  if (!requested) return entry;
  if (sources.length > 0) return { ...entry, requestState: "open" };
  const answered = getReasonState(requested);
  const isGone = reason.finding !== undefined && areChecksComplete;
  return { ...entry, requestState: isGone && answered === "open" ? "corrected" : answered };
}

const toFinding = (source: string, reason: NewReason, blocking: boolean): FoundReason => ({
  source,
  reason: { ...reason, text: showInvisibleCharacters(reason.text), blocking },
});

const toFieldReason = (source: string, { field, text, note }: FieldWarning, blocking: boolean) => ({
  ...toFinding(source, { kind: "field", name: field, text }, blocking),
  ...(note !== undefined && { note }),
});

const toCheckReason = (source: string, text: string) =>
  toFinding(source, { kind: "finding", name: source, text }, false);

/** Without those that the model report has too, with their file. */
const listUploadWarnings = (warnings: string[], report: ModelReport | undefined): FoundReason[] =>
  warnings
    .filter((text) => !report?.findings.some((finding) => finding.text === text))
    .map((text) => toCheckReason(FINDING_SOURCES.upload, text));

/** Without notes. */
const listReportFindings = ({ findings }: ModelReport): FoundReason[] =>
  findings
    .filter(({ severity }) => severity !== "note")
    .map(({ path, text, severity }) => {
      const subject =
        path === undefined
          ? ({ kind: "finding", name: FINDING_SOURCES.report } as const)
          : ({ kind: "file", name: path } as const);
      return toFinding(FINDING_SOURCES.report, { ...subject, text }, severity === "missing");
    });

const DIFFERENCE_SOURCES = { model: "Record and model", area: "Area", files: "Record and files" };
