import { describe, expect, it } from "vitest";
import { formatReason } from "../../src/contract/review/formatReason.ts";
import type { RejectionReason } from "../../src/contract/review/reasonState.ts";
import { isUncorrectedFinding, listReviewFindings } from "../../src/contract/review/reviewFindings.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";

it("formatReason shows only the subject of a draft without text", () => {
  expect(formatReason({ kind: "file", name: "a.hdf" })).toBe("a.hdf");
});

const WARNING = "The folder GIS is empty.";
const FINDING = `Upload: ${WARNING}`;

describe("a change that was requested for a finding, with another text", () => {
  const list = (isFound: boolean, request: Partial<RejectionReason> = {}, isChecked = true) =>
    listReviewFindings(getSchema("metadata"), {
      metadata: {},
      recordWarnings: [],
      uploadWarnings: isFound ? [WARNING] : [],
      report: undefined,
      isReportMissing: false,
      isChecked,
      area: undefined,
      paths: [],
      requested: [
        {
          id: "1",
          kind: "finding",
          name: "Upload",
          text: "Send the GIS files.",
          finding: FINDING,
          ...request,
        },
      ],
    });
  const answered = "2026-03-06T15:00:00.000Z";

  it("is one entry with the finding, still open, while the portal finds it", () => {
    const [finding, ...others] = list(true);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      reason: { text: "Send the GIS files.", finding: FINDING },
      sources: ["Upload"],
      requestState: "open",
    });
  });

  it("is still open if the vendor marked it as corrected, but the portal finds it", () => {
    expect(list(true, { answered, answer: "" })).toMatchObject([{ requestState: "open" }]);
  });

  it("is corrected if the portal no longer finds it, also without an answer", () => {
    const findings = list(false);
    expect(findings).toMatchObject([
      { reason: { finding: FINDING }, sources: [], requestState: "corrected" },
    ]);
    expect(findings.filter(isUncorrectedFinding)).toEqual([]);
  });

  it("must be read if the vendor answered it in words, although the portal no longer finds it", () => {
    const findings = list(false, { answered, answer: "GIS files are not part of the contract." });
    expect(findings).toMatchObject([{ requestState: "answered" }]);
    expect(findings.filter(isUncorrectedFinding)).toHaveLength(1);
  });

  it("has the state that the vendor gave it while checks are incomplete", () => {
    expect(list(false, {}, false)).toMatchObject([{ requestState: "open" }]);
    expect(list(false, { answered, answer: "" }, false)).toMatchObject([{ requestState: "corrected" }]);
  });
});

it("a requested change that the portal never found has the state that the vendor gave it", () => {
  const requested = [{ id: "1", text: "Name the storms." }];
  const [finding] = listReviewFindings(getSchema("metadata"), {
    ...{ metadata: {}, recordWarnings: [], uploadWarnings: [], paths: [] },
    ...{ report: undefined, area: undefined, isReportMissing: false, isChecked: true, requested },
  });
  expect(finding).toMatchObject({ requestState: "open" });
  expect(finding?.reason).not.toHaveProperty("finding");
});
