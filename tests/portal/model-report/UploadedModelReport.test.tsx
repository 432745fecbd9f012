import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { formatReportSummary } from "../../../src/portal/model-report/UploadedModelReport.tsx";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { checkPrintedPage } from "../../support/checkPrintedPage.ts";
import { modelSource, pecanBranch, pecanWithout } from "../../support/modelTexts.ts";
import { aWireUpload, renderDetail } from "../record-detail/renderDetail.tsx";

it("shows a record's missing model files and the fields that disagree with the model", async () => {
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  const { press } = renderDetail({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: [encode(getSchema("model-report"), { ...report }, "read")],
  });
  expect(
    await screen.findByText(
      "Software version: Correct the record or the model: the record has 6.10, Model_Files/Pecan.p02 has 6.5.",
    ),
  ).toBeVisible();
  await press(/^Model report: 2 plans, 0 geometries, 9 of 13 file references found, 1 missing-file problem/);
  expect(await screen.findByText(/Send the missing file "Model_Files\/Pecan\.g01"/)).toBeVisible();
});

it("lists the first 100 files that the model refers to, and all of them after a click", async () => {
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  const [reference] = report.references;
  const references = Array.from({ length: 102 }, (_, index) => ({
    ...reference!,
    target: `dem${index + 1}.tif`,
    state: "found" as const,
  }));
  const { press } = renderDetail({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: [encode(getSchema("model-report"), { ...report, references }, "read")],
  });
  await press(/^Model report: /);
  expect(screen.getByRole("heading", { name: "102 references to other files" })).toBeVisible();
  await press("102 found");
  expect(screen.queryByText(/dem102\.tif/)).toBeNull();
  await press("and 2 more references");
  expect(screen.getByText(/dem102\.tif/)).toBeVisible();
});

it("counts one reference in the singular", async () => {
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  const references = report.references.slice(0, 1);
  const { press } = renderDetail({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: [encode(getSchema("model-report"), { ...report, references }, "read")],
  });
  await press(/^Model report: /);
  expect(screen.getByRole("heading", { name: "1 reference to other files" })).toBeVisible();
});

it("the summary says that all needed files were found only after a check without problems", async () => {
  const { totals, ...report } = await buildModelReport(modelSource(pecanBranch));
  const complete = { ...report, totals: { ...totals, unreadable: 0 } };
  expect(formatReportSummary(complete, [])).toMatch(/, all needed files found$/);
  const layoutError = { severity: "error", text: "The folder GIS is missing." } as const;
  const incomplete = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  for (const summary of [
    formatReportSummary(complete),
    formatReportSummary(complete, [layoutError]),
    formatReportSummary({ ...complete, totals: { ...complete.totals, unreadable: 1 } }, []),
    formatReportSummary({ ...incomplete, totals: { ...incomplete.totals, unreadable: 0 } }, []),
  ])
    expect(summary).not.toContain("all needed files found");
});

it("expands the report for printing", async () => {
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  renderDetail({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: [encode(getSchema("model-report"), { ...report }, "read")],
  });
  const summary = await screen.findByRole("button", { name: /^Model report: / });
  const finding = /Send the missing file "Model_Files\/Pecan\.g01"/;
  expect(screen.queryByText(finding)).toBeNull();
  await checkPrintedPage(() => {
    expect(screen.getByText(finding)).toBeInTheDocument();
    expect(summary).toBeVisible();
  });
});

it("shows the report of the current upload with the highest version number", async () => {
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  const uploads = [
    { uploadBatchId: "b1", uploadVersion: 1, uploaded: "2026-03-04T00:00:00.000Z" },
    { uploadBatchId: "b3", uploadVersion: 3, archived: true },
    { uploadBatchId: "b2", uploadVersion: 2 },
  ];
  const { askedFor } = renderDetail({
    [endpoints.listArchive.path]: uploads.map((one) =>
      aWireUpload({ ...one, path: `${one.uploadBatchId}/x.zip` }),
    ),
    [endpoints.modelReport.path]: [encode(getSchema("model-report"), { ...report }, "read")],
  });
  expect(await screen.findByRole("button", { name: /^Model report of v2: 2 plans/ })).toBeVisible();
  const asked = askedFor(endpoints.modelReport.path).map(({ params }) => params!["uploadBatchId"]);
  expect(new Set(asked)).toEqual(new Set(["b2"]));
});

it("shows no report if the upload has none", async () => {
  renderDetail({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: new ApiError("The upload does not exist or has no model report.", 404),
  });
  expect(await screen.findByRole("list", { name: "Uploads" })).toBeVisible();
  expect(screen.queryByText(/Model report/)).toBeNull();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

it("still shows the record if the report is malformed", async () => {
  allowRefusals();
  const { askedFor } = renderDetail({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: [{}],
  });
  await vi.waitFor(() => expect(askedFor(endpoints.modelReport.path)).not.toEqual([]));
  expect(await screen.findByRole("list", { name: "Uploads" })).toBeVisible();
  expect(screen.queryByText(/Model report/)).toBeNull();
});

it("shows an error if the report fails to load, and the report after Retry", async () => {
  allowRefusals();
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  const rows = [encode(getSchema("model-report"), { ...report }, "read")];
  let fails = true;
  const { press } = renderDetail({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: () => (fails ? new ApiError("", 500) : rows),
  });
  expect(await screen.findByText("The model report could not be loaded.")).toBeVisible();
  fails = false;
  await press("Retry");
  expect(await screen.findByRole("button", { name: /^Model report: 2 plans/ })).toBeVisible();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});
