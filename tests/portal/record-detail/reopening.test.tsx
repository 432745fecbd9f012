import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { session } from "../../../src/portal/providers/session.ts";
import type { Status } from "../../../src/contract/status.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { modelSource, pecanWithout } from "../../support/modelTexts.ts";
import { hasWholeText } from "../../support/hasWholeText.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { aWireFile, aWireUpload, renderDetail } from "./renderDetail.tsx";

const rejection = {
  status: "rejected",
  content: "Please correct.",
  username: "agency1",
  date: "2026-03-05T15:00:00.000Z",
  upload_version: 1,
  reasons: [
    { id: "1", kind: "field", name: "modelDescription", text: "Name the reaches.", answered: null },
    { id: "4", text: "Send the report.", blocking: false, answered: null, answer: "" },
    { id: "2", kind: "file", name: "a.hdf", text: "Ends early.", answered: "2026-03-06T15:00:00.000Z" },
    { id: "3", kind: "finding", name: "Model report", text: "No plan has a result.", answered: null },
  ],
};

const renderRecord = (status: Status, answers: Answers = {}, isOwn = true) =>
  renderDetail(
    {
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })],
      [endpoints.listNotifications.path]: [rejection],
      [endpoints.listArchive.path]: [aWireUpload({ uploadVersion: 1 })],
      [endpoints.listFiles.path]: [
        aWireFile("b1/files/GIS", { uploadType: "directory" }),
        aWireFile("b1/files/a.hdf"),
      ],
      ...answers,
    },
    <RecordDetailPage isOwn={isOwn} />,
  );

const findReasons = async () => within(await screen.findByRole("list", { name: "Reasons" }));

it("Reopen opens the form of a rejected record, or shows why the server refused", async () => {
  allowRefusals();
  let isRefused = true;
  const refusal = new ApiError(
    "Only a rejected record can be reopened. This one is pending admin acceptance.",
    409,
  );
  const view = renderRecord("rejected", { [endpoints.reopenRecord.path]: () => (isRefused ? refusal : []) });
  await view.press("Reopen and correct");
  expect(await screen.findByText(/^Failed to reopen record\. Only a rejected record/)).toBeVisible();
  isRefused = false;
  await view.press("Reopen and correct");
  expect(await screen.findByText("Reopened record!")).toBeVisible();
  expect(view.askedFor(endpoints.reopenRecord.path).at(-1)!.body).toEqual({ tdis_identifier: "7" });
  await waitFor(() => expect(view.path()).toBe("/app/form/7"));
});

it("does not open the form if the vendor left the page before the response", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let answer: (rows: never[]) => void = () => undefined;
  const slow = new Promise<never[]>((resolve) => (answer = resolve));
  const view = renderRecord("rejected", { [endpoints.reopenRecord.path]: () => slow });
  await view.press("Reopen and correct");
  await view.user.click(screen.getByRole("link", { name: "Metadata Records" }));
  answer([]);
  expect(await screen.findByText("Reopened record!")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(view.path()).toBe("/app/");
});

it("does not let the agency reopen a record", async () => {
  renderRecord("rejected", {}, false);
  await findReasons();
  expect(screen.queryByRole("button", { name: "Reopen and correct" })).toBeNull();
});

it("lets the vendor check off rejection reasons, also shown at the file, while the record is in progress", async () => {
  const view = renderRecord("in progress", { [endpoints.answerReason.path]: [] });
  const list = await findReasons();
  expect(screen.getByText("Please correct.")).toBeVisible();
  expect(list.getByRole("checkbox", { name: /a\.hdf: Ends early\.$/ })).toBeChecked();
  expect(list.getByRole("checkbox", { name: /Model report: No plan has a result\.$/ })).not.toBeChecked();
  expect(list.getAllByRole("link").map((link) => link.textContent)).toEqual(["Model description", "a.hdf"]);
  await view.user.click(list.getByRole("checkbox", { name: /Model description: Name the reaches\.$/ }));
  expect(view.askedFor(endpoints.answerReason.path)[0]!.body).toEqual({
    ...{ tdis_identifier: "7", reason_id: "1", answered: true },
  });
  const tree = within(await screen.findByRole("tree", { name: "Files of the model" }));
  const row = tree.getByRole("link", { name: "a.hdf" }).closest("[role=treeitem]");
  expect(row).toHaveTextContent("a.hdf The agency asks: Ends early. (corrected)");
});

it("lets the vendor answer a reason in words, also one about the whole record", async () => {
  const view = renderRecord("in progress", { [endpoints.answerReason.path]: [] });
  const list = await findReasons();
  await view.user.click(list.getByRole("button", { name: "Answer: Send the report." }));
  await view.user.keyboard("It follows by mail.");
  await view.user.click(list.getByRole("button", { name: "Save answer" }));
  expect(view.askedFor(endpoints.answerReason.path)[0]!.body).toEqual({
    ...{ tdis_identifier: "7", reason_id: "4", answered: true, answer: "It follows by mail." },
  });
});

it("keeps a typed answer if saving fails, and returns the focus to its button once it is saved", async () => {
  allowRefusals();
  let fails = true;
  const view = renderRecord("in progress", {
    [endpoints.answerReason.path]: () => (fails ? new ApiError("Not possible.", 409) : []),
  });
  const list = await findReasons();
  await view.user.click(list.getByRole("button", { name: "Answer: Send the report." }));
  await view.user.keyboard("It follows by mail.");
  await view.user.click(list.getByRole("button", { name: "Save answer" }));
  expect(await screen.findByText("Not possible.")).toBeVisible();
  expect(list.getByLabelText("Your answer")).toHaveValue("It follows by mail.");
  fails = false;
  await view.user.click(await list.findByRole("button", { name: "Save answer" }));
  expect(await list.findByRole("button", { name: "Answer: Send the report." })).toHaveFocus();
});

it("saves a typed answer when the user leaves the page", async () => {
  const view = renderRecord("in progress");
  const list = await findReasons();
  await view.user.click(list.getByRole("button", { name: "Answer: Send the report." }));
  await view.user.keyboard("It follows by mail.");
  await view.user.click(screen.getByRole("link", { name: "Metadata Records" }));
  await waitFor(() => expect(view.path()).toBe("/app/"));
  view.unmount();
  renderRecord("in progress");
  expect(await screen.findByLabelText("Your answer")).toHaveValue("It follows by mail.");
});

it("restores a typed answer for the same user after the session expired", async () => {
  const view = renderRecord("in progress");
  const list = await findReasons();
  await view.user.click(list.getByRole("button", { name: "Answer: Send the report." }));
  await view.user.keyboard("It follows by mail.");
  act(() => session.end("Session expired"));
  view.unmount();
  renderRecord("in progress");
  expect(await screen.findByLabelText("Your answer")).toHaveValue("It follows by mail.");
});

it("shows that the agency requested changes, and its plain text if there is no list", async () => {
  renderRecord("in progress", {
    [endpoints.getRecord.path]: [{ ...aWireRecord({ id: "7" }), changes_requested: true }],
    [endpoints.listNotifications.path]: [{ ...rejection, requests_changes: true, reasons: [] }],
  });
  const timeline = within(await screen.findByRole("list", { name: "Record timeline" }));
  expect(timeline.getByText("Changes requested")).toBeVisible();
  expect(await screen.findByText(hasWholeText(/^Changes requested on .* by agency1$/))).toBeVisible();
  expect(screen.getByText("Please correct.")).toBeVisible();
});

it("links a reason about a field to the form, and a reason from a finding to the model report", async () => {
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  const view = renderRecord("in progress", {
    [endpoints.modelReport.path]: [encode(getSchema("model-report"), { ...report }, "read")],
  });
  const list = await findReasons();
  const finding = await list.findByRole("link", { name: "Model report" });
  const summary = await screen.findByRole("button", { name: /^Model report/ });
  expect(summary).toHaveAttribute("aria-expanded", "false");
  await view.user.click(finding);
  expect(summary).toHaveAttribute("aria-expanded", "true");
  expect(summary).toHaveFocus();
  const field = list.getByRole("link", { name: "Model description" });
  expect(field).toHaveAttribute("href", expect.stringMatching(/^\/app\/form\/7#field-./));
});

it("shows no rejection reasons for an accepted record", async () => {
  renderRecord("accepted");
  const tree = within(await screen.findByRole("tree", { name: "Files of the model" }));
  const row = tree.getByText("a.hdf").closest("[role=treeitem]");
  expect(row).not.toHaveTextContent("The agency asks");
});

it("lets the vendor check off rejection reasons with the keyboard while the record is pending again", async () => {
  const view = renderRecord("pending", {
    [endpoints.answerReason.path]: () => new Promise<never>(() => undefined),
  });
  const list = await findReasons();
  const box = list.getByRole("checkbox", { name: /Model report: No plan has a result\.$/ });
  act(() => box.focus());
  await view.user.keyboard(" ");
  expect(view.askedFor(endpoints.answerReason.path)).toHaveLength(1);
  expect(box).toHaveFocus();
  const [field] = list.getAllByRole("link");
  expect(field).toHaveAttribute("href", expect.stringMatching(/^\/app\/view\/7#field-/));
});

it("shows the agency which reasons the vendor checked off, and fields and files changed since its decision", async () => {
  const saved = (date: string, purpose: string) => ({
    model_purpose: purpose,
    record_updated_date: date,
    username: "vendor1",
  });
  const receipts: Record<string, object> = {
    b1: { files: [{ path: "a.hdf", size: 10, sha256: "1" }] },
    b2: { files: [{ path: "a.hdf", size: 10, sha256: "2" }] },
  };
  renderRecord(
    "pending",
    {
      [endpoints.listArchive.path]: [
        aWireUpload({ path: "b2/x.zip", uploadBatchId: "b2", uploadVersion: 2, newFiles: 0 }),
        aWireUpload({ uploadVersion: 1 }),
      ],
      // The first save after the decision is on the second page.
      [endpoints.listHistory.path]: ({ query }) =>
        query?.["before"] === "9"
          ? [
              {
                id: "8",
                old_values: { purpose: "Old", record_updated_date: "2026-03-01T00:00:00.000Z" },
                new_values: { ...saved("2026-03-06T00:00:00.000Z", "New"), purpose: "New" },
              },
              { id: "7", old_values: null, new_values: saved("2026-03-01T00:00:00.000Z", "Old") },
            ]
          : [
              {
                id: "9",
                old_values: { purpose: "New" },
                new_values: { ...saved("2026-03-07T00:00:00.000Z", "New"), purpose: "New" },
              },
            ],
      [endpoints.uploadReceipt.path]: ({ params }) => [receipts[params!["uploadBatchId"]!] as never],
    },
    false,
  );
  const list = await findReasons();
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "still openModel description: Name the reaches.",
    "still openSend the report. (optional)",
    "correcteda.hdf: Ends early.",
    "still openModel report: No plan has a result.",
  ]);
  expect(list.queryByRole("checkbox")).toBeNull();
  expect(await screen.findByText(/^Fields: .*purpose/i)).toBeVisible();
  const changed = await screen.findByRole("region", { name: "Files that v2 changed" });
  expect(within(changed).getByRole("listitem")).toHaveTextContent("changeda.hdf");
});
