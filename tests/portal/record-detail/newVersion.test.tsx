import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderDetail } from "./renderDetail.tsx";

const ACCEPTED = aWireRecord({ id: "7", status: "accepted" });

const renderAccepted = (answers: Answers = {}, isOwn = true, missingCalls: "createNewVersion"[] = []) =>
  renderDetail(
    {
      [endpoints.getRecord.path]: [ACCEPTED],
      [endpoints.listRecords.path]: [ACCEPTED],
      [endpoints.listConflicts.path]: [],
      ...answers,
    },
    <RecordDetailPage isOwn={isOwn} />,
    undefined,
    { missingCalls },
  );

it("New version creates a record and opens its form", async () => {
  const { press, path, askedFor } = renderAccepted({
    [endpoints.createNewVersion.path]: [{ tdis_identifier: 99 }],
  });
  await press("New version");
  expect(await screen.findByText("Created a new version!")).toBeVisible();
  await waitFor(() => expect(path()).toBe("/app/form/99"));
  expect(askedFor(endpoints.createNewVersion.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]);
});

it("New version can be retried with the same idempotency key after a lost response", async () => {
  allowRefusals();
  let isDown = true;
  const { press, user, path, askedFor } = renderAccepted({
    [endpoints.createNewVersion.path]: () => (isDown ? new ApiError("", 0) : [{ tdis_identifier: 99 }]),
  });
  await press("New version");
  const dialog = await screen.findByRole("dialog", { name: "The new version may not have been created" });
  expect(dialog).toHaveTextContent("It never creates a second new version of Denton Creek.");
  isDown = false;
  await user.click(within(dialog).getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(path()).toBe("/app/form/99"));
  const keys = askedFor(endpoints.createNewVersion.path).map(({ headers }) => headers!["Idempotency-Key"]);
  expect(new Set(keys).size).toBe(1);
});

it("a refused new version is reported as not created", async () => {
  allowRefusals();
  const { press } = renderAccepted({
    [endpoints.createNewVersion.path]: () => new ApiError("Only an accepted record can continue.", 409),
  });
  await press("New version");
  const dialog = await screen.findByRole("dialog", { name: "The new version was not created" });
  expect(dialog).toHaveTextContent("There is no new version of Denton Creek yet.");
});

it.each([
  ["for another vendor's record", false, []],
  ["by services without the call", true, ["createNewVersion" as const]],
])("New version is not offered %s", async (_, isOwn, missingCalls) => {
  renderAccepted({}, isOwn, missingCalls);
  expect(await screen.findByRole("heading", { level: 1, name: "Denton Creek" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "New version" })).not.toBeInTheDocument();
});

it("a new version and its accepted record link to each other", async () => {
  const next = aWireRecord({ id: "8", previousRecordId: "7" });
  const { unmount } = renderAccepted({ [endpoints.listRecords.path]: [next, ACCEPTED] });
  expect(await screen.findByRole("link", { name: "Newer version: record 8" })).toHaveAttribute(
    "href",
    "/app/view/8",
  );
  unmount();
  renderDetail({ [endpoints.getRecord.path]: [next] });
  expect(await screen.findByRole("link", { name: "New version of record 7" })).toHaveAttribute(
    "href",
    "/app/view/7",
  );
});
