import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeAll, expect, it } from "vitest";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { useRecordUploads } from "../../../src/portal/providers/recordQueries.ts";
import type { RecordRow } from "../../../src/portal/providers/resources/recordRow.ts";
import { DeliveryChanges } from "../../../src/portal/review/evidence/DeliveryChanges.tsx";
import { UnchangedFieldPill } from "../../../src/portal/review/evidence/UnchangedFieldPill.tsx";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { modelSource, pecanBranch, pecanWithout } from "../../support/modelTexts.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { aWireUpload, detailAnswers } from "../record-detail/renderDetail.tsx";

const GEOMETRY = "Model_Files/Pecan.g01";

const uploads = [
  aWireUpload({ uploadBatchId: "c", uploadVersion: 3, uploaded: "2026-03-09T00:00:00.000Z" }),
  aWireUpload({
    uploadBatchId: "b",
    uploadVersion: 2,
    path: "b/b.zip",
    uploaded: "2026-03-05T00:00:00.000Z",
  }),
  aWireUpload({
    uploadBatchId: "a",
    uploadVersion: 1,
    path: "a/a.zip",
    uploaded: "2026-03-02T00:00:00.000Z",
  }),
];

const filesByUpload: Record<string, JsonObject[]> = {
  a: [
    { path: GEOMETRY, size: 1, sha256: "1" },
    { path: "GIS/old.shp", size: 1, sha256: "1" },
  ],
  b: [],
  c: [{ path: GEOMETRY, size: 1, sha256: "2" }],
};

const rejection = {
  status: "rejected",
  content: "The title is wrong.",
  username: "agency1",
  date: "2026-03-03T00:00:00.000Z",
  upload_version: 1,
};

/** Between the rejection of v1 and v3, the name was changed. */
const history = [
  {
    id: "2",
    old_values: aWireRecord({ metadata: { modelName: "Denton" } }),
    new_values: {
      ...aWireRecord({ metadata: { modelName: "Denton Creek" } }),
      record_updated_date: "2026-03-04T00:00:00.000Z",
    },
  },
  {
    id: "1",
    old_values: null,
    new_values: {
      ...aWireRecord({ metadata: { modelName: "Denton" } }),
      record_updated_date: "2026-03-01T00:00:00.000Z",
    },
  },
];

let reports: Record<string, JsonObject>;
beforeAll(async () => {
  const build = async (files: Parameters<typeof modelSource>[0]) =>
    encode(getSchema("model-report"), { ...(await buildModelReport(modelSource(files))) }, "read");
  reports = {
    a: await build(pecanWithout(GEOMETRY)),
    b: await build(pecanBranch),
    c: await build(pecanBranch),
  };
});

/** Shown as soon as the uploads are loaded. */
const UploadCount = () => useRecordUploads("7").data && <p>Uploads are loaded</p>;

const record: RecordRow = {
  id: "7",
  currentMetadata: aMetadata({ modelName: "Denton Creek" }),
  titleAndIdentifier: {},
  statusInfo: { status: "pending", timeOfLastStatusChange: "2026-03-09T00:00:00.000Z" },
  dataIsAvailable: false,
  schemaVersion: 1,
};

const render = (answers: Answers = {}, content: ReactNode = <DeliveryChanges record={record} />) =>
  renderScreen(
    <>
      {content}
      <UploadCount />
    </>,
    {
      account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
      answers: {
        ...detailAnswers,
        [endpoints.listArchive.path]: uploads,
        [endpoints.listNotifications.path]: [rejection],
        [endpoints.listHistory.path]: history,
        [endpoints.uploadReceipt.path]: ({ params }) => [{ files: filesByUpload[params!["uploadBatchId"]!] }],
        [endpoints.modelReport.path]: ({ params }) => [reports[params!["uploadBatchId"]!]!],
        ...answers,
      },
    },
  );

const listTexts = async (name: string) =>
  [...(await screen.findByRole("list", { name })).children].map(({ textContent }) => textContent);

it("shows what differs from the version that was rejected: files, metadata, model report and footprint", async () => {
  render();
  expect(await screen.findByRole("heading", { name: "Changes since v1" })).toBeVisible();
  expect(await listTexts("Changed facts of the model report")).toContain("Geometries: 0 → 1");
  expect(await listTexts("Findings no longer found")).toEqual([expect.stringContaining("Pecan.g01")]);
  expect(await listTexts("Changed files by kind")).toEqual([
    expect.stringMatching(/^Geometry.*1 changed.*Pecan\.g01$/),
    expect.stringMatching(/^Other files in GIS.*1 removed.*old\.shp$/),
  ]);
  expect(await listTexts("Changed fields")).toEqual(["Model name: Denton → Denton Creek"]);
  expect(screen.getByRole("heading", { name: "Footprint" })).toBeVisible();
  expect(await screen.findByRole("img", { name: /^Map of the area/ })).toBeVisible();
});

it("marks a field that did not change since the rejection", async () => {
  const names = ["title", "summary"].map((role) => getFieldNameByRole(getSchema("metadata"), role));
  render(
    {},
    names.map((name) => (
      <p key={name}>
        {name} <UnchangedFieldPill record={record} name={name} />
      </p>
    )),
  );
  const pill = await screen.findByText("the field is unchanged");
  expect(pill.parentElement).toHaveTextContent(new RegExp(`^${names[1]!} the field is unchanged$`));
});

it("compares with the version before if no version was decided about", async () => {
  render({ [endpoints.listNotifications.path]: [] });
  expect(await screen.findByRole("heading", { name: "Changes since v2" })).toBeVisible();
});

it("compares with no other version while the decisions load", async () => {
  let resolveDecisions = () => undefined as void;
  const decisions = new Promise<JsonObject[]>((resolve) => (resolveDecisions = () => resolve([rejection])));
  const { askedFor } = render({ [endpoints.listNotifications.path]: () => decisions });
  expect(await screen.findByText("Uploads are loaded")).toBeVisible();
  expect(screen.queryByText(/Changes since/)).not.toBeInTheDocument();
  resolveDecisions();
  expect(await screen.findByRole("heading", { name: "Changes since v1" })).toBeVisible();
  const compared = askedFor(endpoints.uploadReceipt.path).map(({ params }) => params!["uploadBatchId"]);
  expect(new Set(compared)).toEqual(new Set(["a", "c"]));
});

it("shows nothing for a first delivery", async () => {
  render({ [endpoints.listArchive.path]: [uploads[0]!] });
  expect(await screen.findByText("Uploads are loaded")).toBeVisible();
  expect(screen.queryByText(/Changes since/)).not.toBeInTheDocument();
});
