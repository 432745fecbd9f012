import type { ModelReport } from "../generated/entities.ts";
import type { JsonObject } from "../json.ts";
import type { EntitySchema } from "../schema/fields.ts";
import { showInvisibleCharacters } from "../showInvisibleCharacters.ts";
import { listRecordDifferences, type DeliveredModel } from "../uploads/recordDifferences.ts";
import { getReasonState, isBlockingReason, type NewReason, type RejectionReason } from "./reasonState.ts";

/** Checks whose findings may concern neither a field nor a file. */
export const FINDING_SOURCES = { upload: "Upload", report: "Model report" };

export interface ReviewFinding {
  /** What the vendor would get. */
  reason: NewReason;
  /** The checks that found it now. */
  sources: string[];
  /** Sentences for reviewers only. */
  notes: string[];
  /** If the agency requested it before. */
  requested?: RejectionReason;
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
  /** The reasons of the record's last rejection. */
  requested: RejectionReason[];
}

/** Everything that the portal found or the agency requested before, each thing once; what is open comes first. */
export function listReviewFindings(schema: EntitySchema, delivery: ReviewedDelivery): ReviewFinding[] {
  const { metadata, recordWarnings, uploadWarnings, report, isReportMissing, requested } = delivery;
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
  );
}

/** Still to be corrected before the model can be accepted without a note. */
export const isOpenFinding = (finding: ReviewFinding): boolean =>
  isBlockingReason(finding.reason) &&
  (finding.sources.length > 0 || (finding.requested && getReasonState(finding.requested)) === "open");

/** Whether a reviewer must read it: all but what the vendor corrected. An answer in words must be read. */
export const isUncorrectedFinding = ({ sources, requested }: ReviewFinding): boolean =>
  sources.length > 0 || (requested !== undefined && getReasonState(requested) !== "corrected");

interface FoundReason {
  source: string;
  reason: NewReason;
  note?: string;
}

function mergeFindings(found: FoundReason[], requested: RejectionReason[]): ReviewFinding[] {
  const byReason = new Map<string, ReviewFinding>();
  for (const earlier of requested) {
    const { kind, name, text } = earlier;
    const reason = { ...(kind && name && { kind, name }), text, blocking: isBlockingReason(earlier) };
    byReason.set(getReasonKey(reason), { reason, sources: [], notes: [], requested: earlier });
  }
  for (const { source, reason, note } of found) {
    const known = byReason.get(getReasonKey(reason)) ?? { reason, sources: [], notes: [] };
    if (!known.sources.includes(source)) known.sources.push(source);
    if (note !== undefined) known.notes.push(note);
    byReason.set(getReasonKey(reason), known);
  }
  const findings = [...byReason.values()];
  return [...findings.filter(isOpenFinding), ...findings.filter((finding) => !isOpenFinding(finding))];
}

const getReasonKey = ({ kind, name, text }: NewReason) => JSON.stringify([kind, name, text]);

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
