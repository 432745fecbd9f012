import { expect, it } from "vitest";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import { compareReports } from "../../../src/contract/models/compareReports.ts";
import { modelSource, pecanBranch, pecanWithout } from "../../support/modelTexts.ts";

const whole = () => buildModelReport(modelSource(pecanBranch));
const withoutGeometry = () => buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));

it("lists the facts, findings and area that a missing geometry changes", async () => {
  const { changes, newFindings, goneFindings, isSameArea } = compareReports(
    await whole(),
    await withoutGeometry(),
  );
  expect(changes).toContainEqual({ label: "geometries", before: "1", after: "0" });
  expect(changes).toContainEqual({ label: "missing file references", before: "0", after: "3" });
  expect(newFindings).toEqual([expect.stringContaining("Pecan.g01")]);
  expect(goneFindings).toEqual([]);
  expect(isSameArea).toBe(false);
});

it("lists the findings that are gone", async () => {
  const { goneFindings, newFindings } = compareReports(await withoutGeometry(), await whole());
  expect(goneFindings).toEqual([expect.stringContaining("Pecan.g01")]);
  expect(newFindings).toEqual([]);
});

it("finds no change in the same model", async () => {
  expect(compareReports(await whole(), await whole())).toEqual({
    changes: [],
    newFindings: [],
    goneFindings: [],
    isSameArea: true,
  });
});
