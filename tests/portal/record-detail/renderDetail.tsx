import { screen } from "@testing-library/react";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import type { PortalConfig } from "../../../src/portal/providers/calls/portalConfig.ts";
import { routes } from "../../../src/portal/routes.ts";
import { aWireContact } from "../../support/aWireContact.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";

/** A file or folder as sent by the server. */
export const aWireFile = (path: string, overrides: JsonObject = {}): JsonObject =>
  encode(
    getSchema("file"),
    {
      path,
      uploadType: "file",
      mimeType: "text/plain",
      size: 10,
      sha256: path,
      archived: false,
      uploadBatchId: "b1",
      ...overrides,
    },
    "read",
  );

/** An uploaded zip as sent by the server. */
export const aWireUpload = (overrides: JsonObject = {}): JsonObject =>
  encode(
    getSchema("upload"),
    {
      path: "b1/030000000001_Denton Creek #1.zip",
      uploaded: "2026-03-02T15:04:05.000Z",
      username: "vendor1",
      archived: false,
      size: 2_500_000,
      sha256: "abc",
      uploadBatchId: "b1",
      ...overrides,
    },
    "read",
  );

export const aWireMessage = (content: string, minute: number, username = "agency1"): JsonObject => ({
  tdis_identifier: "7",
  msg_content: content,
  username,
  date: `2026-03-02T15:${String(minute).padStart(2, "0")}:00.000Z`,
});

/** Server responses for record 7, which is pending and has only metadata. */
export const detailAnswers: Answers = {
  [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "pending" })],
  [endpoints.listRecords.path]: [],
  [endpoints.listConflicts.path]: [],
  [endpoints.recordConflicts.path]: [],
  [endpoints.conflictSummary.path]: [],
  [endpoints.listNotifications.path]: [],
  [endpoints.listMessages.path]: [],
  [endpoints.listArchive.path]: [],
  [endpoints.listFiles.path]: [],
  [endpoints.listHistory.path]: [],
  [endpoints.listResolutions.path]: [],
  [endpoints.modelReport.path]: [],
  [endpoints.uploadProgress.path]: [],
  [endpoints.spatialExtent.path]: [
    { type: "Feature", geometry: null, properties: { feature_classes: [], counties: [], regions: [] } },
  ],
  [endpoints.downloadLink.path]: [
    {
      prefix: "https://store.example.com/ms2/records/7",
      query: "?sp=r&sig=x%3D",
      expires: "2027-01-01T00:00:00Z",
    },
  ],
  [endpoints.listContacts.path]: [
    aWireContact("12", { firstName: "Sam", lastName: "Submitter", email: "sam@example.com" }),
  ],
  [endpoints.sendMessage.path]: [],
};

/** Renders the page of record 7 with `detailAnswers`, except for the given responses. */
export function renderDetail(
  answers: Answers = {},
  page = <RecordDetailPage />,
  at = "/app/view/7",
  config: Partial<PortalConfig> = {},
) {
  const view = renderScreen(page, {
    at,
    route: routes.view,
    config,
    answers: { ...detailAnswers, ...answers },
  });
  const press = async (name: string | RegExp) => view.user.click(await screen.findByRole("button", { name }));
  return { ...view, press };
}
