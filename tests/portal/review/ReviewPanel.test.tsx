import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { Status } from "../../../src/contract/status.ts";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { MetadataCard } from "../../../src/portal/record-detail/MetadataCard.tsx";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { ReviewPanel } from "../../../src/portal/review/ReviewPanel.tsx";
import type { PortalConfig } from "../../../src/portal/providers/calls/portalConfig.ts";
import type { RecordRow } from "../../../src/portal/providers/resources/recordRow.ts";
import { UnsentTexts } from "../../../src/portal/drafts/UnsentTexts.tsx";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { conflictsBetween } from "../../fixtures/aConflict.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { modelSource, pecanWithout } from "../../support/modelTexts.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { findStoredValues, storeDraft } from "../../support/draftService.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { aWireFile, aWireUpload, renderDetail } from "../record-detail/renderDetail.tsx";

const createRecord = (status: Status) => ({
  id: "7",
  currentMetadata: aMetadata({ modelName: "Denton Creek" }),
  titleAndIdentifier: {},
  statusInfo: { status, timeOfLastStatusChange: "2026-03-02T15:04:05.000Z" },
  dataIsAvailable: false,
  schemaVersion: 1,
});

const renderPanel = (
  answers: Answers = {},
  status: Status = "pending",
  panel: ReactNode = <ReviewPanel record={createRecord(status)} />,
  config: Partial<PortalConfig> = {},
) =>
  renderScreen(<UnsentTexts recordId="7">{panel}</UnsentTexts>, {
    config,
    answers: {
      [endpoints.listFiles.path]: [],
      [endpoints.listArchive.path]: [],
      [endpoints.recordConflicts.path]: [],
      [endpoints.conflictSummary.path]: [],
      [endpoints.spatialExtent.path]: [],
      [endpoints.listNotifications.path]: [],
      ...answers,
    },
  });

const REASON = /^What to change/;

const VERSION_REQUEST =
  "Correct the record or the model: the record has 6.10, Model_Files/Pecan.p02 has 6.5.";

/** The enabled Accept button. */
async function findAcceptButton() {
  const button = await screen.findByRole("button", { name: "Accept" });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
}

/** The message after a decision, with links. */
const findToast = (message: string) =>
  screen.findByText((text) => text.startsWith(message), { selector: "[role=alert] *" });

async function createReport() {
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  return encode(getSchema("model-report"), { ...report }, "read");
}

function PanelDecidedElsewhere() {
  const [status, setStatus] = useState<Status>("pending");
  return (
    <>
      <button onClick={() => setStatus("accepted")}>Decide elsewhere</button>
      <ReviewPanel record={createRecord(status)} />
    </>
  );
}

describe("a decision", () => {
  it.each(["in progress", "accepted", "rejected"] as const)(
    "is not offered for a record that is %s",
    (status) => {
      renderPanel({}, status);
      expect(screen.queryByRole("button")).not.toBeInTheDocument();
    },
  );

  it("to accept needs a confirmation that names the model", async () => {
    const { user, askedFor } = renderPanel({ [endpoints.acceptRecord.path]: [] });
    await user.click(await findAcceptButton());
    expect(screen.getByRole("dialog")).toHaveTextContent("Denton Creek will be accepted");
    expect(screen.getByRole("dialog")).toHaveTextContent("You can reopen it later");
    expect(askedFor(endpoints.acceptRecord.path)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await findToast("Accepted record!")).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]);
  });

  it("to accept is confirmed with Enter if nothing must be corrected, but not while the key is held", async () => {
    const { user, askedFor } = renderPanel({ [endpoints.acceptRecord.path]: [] });
    await findAcceptButton();
    await user.keyboard("a");
    const confirm = await screen.findByRole("button", { name: "Accept model" });
    expect(confirm).toHaveFocus();
    const isClickAllowed = fireEvent.keyDown(confirm, { key: "Enter", repeat: true });
    expect(isClickAllowed).toBe(false);
    await user.keyboard("{Enter}");
    expect(await findToast("Accepted record!")).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path)).toHaveLength(1);
  });

  it.each(["mouse", "keyboard"])("made with the %s shows its message for 3 seconds", async (device) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { user } = renderPanel({ [endpoints.acceptRecord.path]: [] });
    const accept = await findAcceptButton();
    await (device === "mouse" ? user.click(accept) : user.keyboard("a"));
    const confirm = await screen.findByRole("button", { name: "Accept model" });
    await (device === "mouse" ? user.click(confirm) : user.keyboard("{Enter}"));
    const toast = await findToast("Accepted record!");
    await (device === "mouse" ? user.click(document.body) : user.keyboard("{Tab}"));
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(toast).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(2500));
    expect(toast).not.toBeVisible();
  });

  it.each(["listFiles", "modelReport", "listNotifications"] as const)(
    "to accept is disabled, with its keyboard shortcut, until %s has answered",
    async (call) => {
      let sendAnswer = () => undefined as void;
      const answer = new Promise<[]>((resolve) => (sendAnswer = () => resolve([])));
      const { user } = renderPanel({
        [endpoints.listArchive.path]: [aWireUpload({ uploadBatchId: "b" })],
        [endpoints.modelReport.path]: [],
        [endpoints.uploadReceipt.path]: [],
        [endpoints[call].path]: () => answer,
      });
      // By then the other queries have answered.
      await screen.findByText(/^Version 1, /);
      expect(screen.getByRole("button", { name: "Accept" })).toBeDisabled();
      expect(
        screen.getByText("You can accept the model once its files and findings are loaded."),
      ).toBeVisible();
      await user.keyboard("a");
      expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
      sendAnswer();
      await findAcceptButton();
      await user.keyboard("a");
      expect(screen.getByRole("dialog")).toHaveTextContent("Accept this model?");
    },
  );

  it("that fails shows the reason and can be made again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const refusal = new ApiError("This record's uploads conflict.", 409);
    const { user } = renderPanel({ [endpoints.acceptRecord.path]: refusal });
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Failed to accept record. This record's uploads conflict.",
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(screen.queryByText(/Failed to accept/)).not.toBeInTheDocument();
  });

  it("to accept sends the ETag of the listed files, and reloads the files if it is refused", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const changed = "The model has changed since it was looked at.";
    const metadata = { [getFieldNameByRole(getSchema("metadata"), "documents")]: [] };
    const { user, askedFor } = renderDetail(
      {
        [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "pending", metadata })],
        [endpoints.listFiles.path]: { rows: [aWireFile("b1/files/a.hdf")], etag: '"files-1"' },
        [endpoints.acceptRecord.path]: new ApiError(changed, 409),
      },
      <RecordDetailPage Review={ReviewPanel} isOwn={false} />,
    );
    await screen.findByRole("tree", { name: "Files of the model" });
    const countFileRequests = () => askedFor(endpoints.listFiles.path).length;
    const before = countFileRequests();
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByText(`Failed to accept record. ${changed}`)).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path)).toMatchObject([{ headers: { "If-Match": '"files-1"' } }]);
    await waitFor(() => expect(countFileRequests()).toBeGreaterThan(before));
  });

  it("to request changes sends the ETag of the listed files, and after a conflict that of the reloaded files", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let version = 1;
    const { user, askedFor } = renderDetail(
      {
        [endpoints.listFiles.path]: () => ({
          rows: [aWireFile("b1/files/a.hdf")],
          etag: `"files-${version}"`,
        }),
        [endpoints.requestChanges.path]: ({ headers }) =>
          headers?.["If-Match"] === `"files-${version}"` ? [] : new ApiError("It has changed.", 409),
      },
      <RecordDetailPage Review={ReviewPanel} isOwn={false} />,
    );
    await screen.findByRole("tree", { name: "Files of the model" });
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    await user.type(screen.getByLabelText(REASON), "No results.");
    version = 2;
    const requestsBefore = askedFor(endpoints.listFiles.path).length;
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect(await screen.findByText("Failed to request changes. It has changed.")).toBeVisible();
    expect(screen.getByLabelText(REASON)).toHaveValue("No results.");
    await waitFor(() => expect(askedFor(endpoints.listFiles.path).length).toBeGreaterThan(requestsBefore));
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect(await findToast("Requested changes!")).toBeVisible();
  });

  it("made by another reviewer keeps the changes being written", async () => {
    const { user } = renderPanel({}, "pending", <PanelDecidedElsewhere />);
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    await user.type(screen.getByLabelText(REASON), "The terrain is missing.");
    await user.click(screen.getByRole("button", { name: "Decide elsewhere" }));
    const note = await screen.findByRole("alert");
    expect(note).toHaveTextContent(
      "The status of this record changed to accepted while you were writing. These changes were not sent:",
    );
    expect(note).toHaveTextContent("The terrain is missing.");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("made by another reviewer scrolls to the new status", async () => {
    const { user } = renderPanel({}, "pending", <PanelDecidedElsewhere />);
    await findAcceptButton();
    expect(window.scrollTo).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Decide elsewhere" }));
    expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  });

  it("to accept is not offered while the uploads conflict", async () => {
    const conflicts = conflictsBetween(["a.hdf"], 2, { recordId: "7" });
    const { user } = renderPanel({
      [endpoints.recordConflicts.path]: conflicts.map((one) =>
        encode(getSchema("upload-conflict"), { ...one }, "read"),
      ),
    });
    expect(await screen.findByText(/^The vendor must resolve the conflicting uploads/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Accept" })).not.toBeInTheDocument();
    await user.keyboard("a");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
  });

  it("starts with the keys A, C and R, but not while typing in a field", async () => {
    const { user } = renderPanel();
    await findAcceptButton();
    await user.keyboard("a");
    expect(await screen.findByRole("dialog")).toHaveTextContent("Accept this model?");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.keyboard("r");
    expect(screen.getByRole("button", { name: "Reject model" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.keyboard("c");
    expect(screen.getByLabelText(REASON)).toHaveFocus();
    await user.keyboard("a rarer area");
    expect(screen.getByLabelText(REASON)).toHaveValue("a rarer area");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("starts with its key under Caps Lock, but not with Shift", async () => {
    const { user } = renderPanel();
    await findAcceptButton();
    await user.keyboard("{Shift>}R{/Shift}");
    expect(screen.queryByLabelText(REASON)).not.toBeInTheDocument();
    await user.keyboard("R");
    expect(screen.getByLabelText(REASON)).toHaveFocus();
  });

  it("does not start with a letter typed in a menu", async () => {
    const { user } = renderPanel(
      {},
      "pending",
      <>
        <ReviewPanel record={createRecord("pending")} />
        <ul role="menu">
          <li role="menuitem" tabIndex={0}>
            Receipt
          </li>
        </ul>
      </>,
    );
    act(() => screen.getByRole("menuitem").focus());
    await user.keyboard("r");
    expect(screen.queryByLabelText(REASON)).not.toBeInTheDocument();
  });

  it("to reject shows an error if the file list fails to load, and reloads it on Retry", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let fails = true;
    const { user, askedFor } = renderPanel({
      [endpoints.listFiles.path]: () => (fails ? new ApiError("no", 500) : []),
    });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    const failure = await screen.findByText(/^The list of files could not be loaded\./);
    const requestsBefore = askedFor(endpoints.listFiles.path).length;
    fails = false;
    const alert = within(failure.closest<HTMLElement>('[role="alert"]')!);
    await user.click(alert.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument());
    expect(askedFor(endpoints.listFiles.path)).toHaveLength(requestsBefore + 1);
  });

  it("to request changes returns the focus to its button on Cancel", async () => {
    const { user } = renderPanel();
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("button", { name: "Request changes" })).toHaveFocus();
  });

  it("to accept cannot be undone in services that do not reopen accepted records", async () => {
    const { user } = renderPanel({}, "pending", undefined, { missingCalls: ["reopenAccepted"] });
    await user.click(await findAcceptButton());
    expect(screen.getByRole("dialog")).toHaveTextContent("You cannot undo this.");
  });

  it("to request changes is not offered by services without that call", async () => {
    const { user } = renderPanel({}, "pending", undefined, { missingCalls: ["requestChanges"] });
    await findAcceptButton();
    expect(screen.queryByRole("button", { name: "Request changes" })).not.toBeInTheDocument();
    await user.keyboard("c");
    expect(screen.queryByLabelText(REASON)).not.toBeInTheDocument();
  });

  const DECISIONS = [
    ["Accept", endpoints.acceptRecord, "Accepted record!"],
    ["Request changes", endpoints.requestChanges, "Requested changes!"],
    ["Reject", endpoints.rejectRecord, "Rejected record!"],
  ] as const;

  /** Opens record 7 and makes the decision that the button with this label starts. */
  async function decide(label: string, neighbors: JsonObject, answers: Answers = {}) {
    const Page = () => <RecordDetailPage key={useParams()["recordId"]} Review={ReviewPanel} isOwn={false} />;
    const view = renderDetail(
      {
        [endpoints.getRecord.path]: ({ params }) => [
          aWireRecord({ id: params!["recordId"]!, status: "pending" }),
        ],
        [endpoints.recordNeighbors.path]: [neighbors],
        ...answers,
      },
      <Page />,
    );
    await screen.findByText(/^\d of \d records?$/);
    await waitFor(() => expect(screen.getByRole("button", { name: "Accept" })).toHaveFocus());
    await view.user.click(screen.getByRole("button", { name: label }));
    if (label !== "Accept") await view.user.keyboard("Send the report.");
    await view.user.click(screen.getByRole("button", { name: SUBMIT_LABELS[label] ?? label }));
    return view;
  }
  const SUBMIT_LABELS: Record<string, string> = { Accept: "Accept model", Reject: "Reject model" };

  it.each(DECISIONS)(
    "with %s opens the next record of the queue, which can be decided at once",
    async (label, call, message) => {
      const neighbors = { position: 1, total: 2, previous: null, next: "8" };
      const { user, path } = await decide(label, neighbors, { [call.path]: [] });
      expect(await findToast(message)).toHaveTextContent(
        `${message} Denton Creek. The next record of the list is open.`,
      );
      await waitFor(() => expect(path()).toBe("/app/view/8"));
      await waitFor(() => expect(screen.getByRole("button", { name: "Accept" })).toHaveFocus());
      await user.keyboard("c");
      expect(screen.getByLabelText(REASON)).toHaveFocus();
    },
  );

  it.each(DECISIONS)("with %s returns to the queue after its last record", async (label, call, message) => {
    const neighbors = { position: 2, total: 4, previous: "6", next: null };
    const { path } = await decide(label, neighbors, { [call.path]: [] });
    const toast = await findToast(message);
    expect(toast).toHaveTextContent("It was the last record in the list. 3 records are left.");
    const links = within(toast).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Denton Creek", "/app/view/7"],
      ["Open the previous one", "/app/view/6"],
    ]);
    await waitFor(() => expect(path()).toBe("/app/review"));
  });

  it("returns to the queue after its only record", async () => {
    const neighbors = { position: 1, total: 1, previous: null, next: null };
    const { path } = await decide("Reject", neighbors, { [endpoints.rejectRecord.path]: [] });
    const toast = await findToast("Rejected record!");
    expect(toast).toHaveTextContent("No records are left in the list.");
    // A name of 400 letters would cover the buttons of a phone.
    expect(within(toast).getByText("Denton Creek")).toHaveStyle({ WebkitLineClamp: 2 });
    await waitFor(() => expect(path()).toBe("/app/review"));
  });

  it("shows the focus on the button of the next decision", async () => {
    await decide(
      "Accept",
      { position: 1, total: 2, previous: null, next: "8" },
      { [endpoints.acceptRecord.path]: [] },
    );
    await findToast("Accepted record!");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Accept" })).toHaveClass("Mui-focusVisible"),
    );
  });

  it("about a record that the queue does not list stays on its page", async () => {
    const { user, path } = renderPanel({
      [endpoints.recordNeighbors.path]: [{ position: null, total: 2, previous: null, next: null }],
      [endpoints.acceptRecord.path]: [],
    });
    const before = path();
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await findToast("Accepted record!")).toBeVisible();
    expect(path()).toBe(before);
  });

  it("skips a next record that a colleague has decided", async () => {
    let next = "8";
    const { user, path } = renderPanel({
      [endpoints.recordNeighbors.path]: () => [{ position: 1, total: 3, previous: null, next }],
      [endpoints.acceptRecord.path]: [],
    });
    await screen.findByText("1 of 3 records");
    next = "9";
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    await waitFor(() => expect(path()).toBe("/app/view/9"));
  });

  const neverAnswers = () => new Promise<never>(() => undefined);

  it.each([
    ["does not answer", neverAnswers],
    ["fails", () => Promise.reject(new ApiError("Too many requests.", 429))],
  ])("is confirmed at once if the call for the next record %s, and leads to the queue", async (_, answer) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    allowRefusals();
    const { user, path } = renderDetail(
      {
        [endpoints.getRecord.path]: [aWireRecord({ status: "pending" })],
        [endpoints.recordNeighbors.path]: answer,
        [endpoints.acceptRecord.path]: [],
      },
      <RecordDetailPage Review={ReviewPanel} isOwn={false} />,
    );
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await findToast("Accepted record!")).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(path()).toBe("/app/review"));
  });

  it("opens the next record when a slow call for it answers, also after the status has changed", async () => {
    let sendAnswer: (rows: JsonObject[]) => void = () => undefined;
    let status: Status = "pending";
    const { user, path } = renderDetail(
      {
        [endpoints.getRecord.path]: () => [aWireRecord({ status })],
        [endpoints.recordNeighbors.path]: () =>
          new Promise<JsonObject[]>((resolve) => (sendAnswer = resolve)),
        [endpoints.acceptRecord.path]: () => {
          status = "accepted";
          return [];
        },
      },
      <RecordDetailPage Review={ReviewPanel} isOwn={false} />,
    );
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await findToast("Accepted record!")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).not.toBeInTheDocument());
    sendAnswer([{ position: 1, total: 2, previous: null, next: "8" }]);
    await waitFor(() => expect(path()).toBe("/app/view/8"));
  });

  it("keeps the neighbors of a record that has left the queue", async () => {
    let position: number | null = 2;
    const { user, path, askedFor } = renderPanel({
      [endpoints.recordNeighbors.path]: () => [{ position, total: 3, previous: "6", next: position && "8" }],
      [endpoints.acceptRecord.path]: [],
    });
    await screen.findByText("2 of 3 records");
    position = null;
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    await waitFor(() => expect(path()).toBe("/app/view/8"));
    expect(askedFor(endpoints.recordNeighbors.path)).toHaveLength(2);
  });

  it("to request changes requires a text for each one, and at least one", async () => {
    const { user, askedFor } = renderPanel();
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect((await screen.findAllByText("Say what is to change."))[0]).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove Change 1" }));
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect((await screen.findAllByText("Required, must add at least one entry"))[0]).toBeVisible();
    expect(askedFor(endpoints.requestChanges.path)).toEqual([]);
  });

  it.each([
    ["Request changes", "Request changes", endpoints.requestChanges, "Requested changes!"],
    ["Reject", "Reject model", endpoints.rejectRecord, "Rejected record!"],
  ])("%s sends fields, files and free lines as reasons", async (open, submit, { path }, success) => {
    const file = {
      upload_type: "file",
      mime_type: "",
      size: 1,
      sha256: "a",
      archived: false,
      upload_batch_id: "b",
    };
    const { user, askedFor } = renderPanel({
      [path]: [],
      [endpoints.listFiles.path]: [
        { ...file, path: "b/files/Model_Files", upload_type: "directory" },
        { ...file, path: "b/files/Model_Files/Creek.g01" },
        { ...file, path: "b/files/Model_Files/Hidden\u200B.g02" },
      ],
    });
    await findAcceptButton();
    await user.click(screen.getByRole("button", { name: open }));
    await user.keyboard("Send the report.");
    const addChange = async (subject: string, name: string, text: string) => {
      await user.click(screen.getByRole("button", { name: /^\+ Add another (change|reason)$/ }));
      const card = within(screen.getAllByRole("group", { name: /^(Change|Reason) \d/ }).at(-1)!);
      await user.type(card.getByRole("combobox", { name: /^Field or file/ }), subject);
      await user.click(await screen.findByRole("option", { name }));
      await user.type(card.getByLabelText(REASON), text);
      return card;
    };
    await addChange("descr", "Model description", "too short.");
    const optional = await addChange("hidden", "Model_Files/Hidden⟨U+200B⟩.g02", "is empty.");
    expect(optional.getByText("Model_Files/Hidden⟨U+200B⟩.g02")).toBeVisible();
    await user.click(optional.getByRole("checkbox", { name: "Must be corrected before acceptance" }));
    await user.click(screen.getByRole("button", { name: submit }));
    expect(await findToast(success)).toBeVisible();
    const description = getFieldNameByRole(getSchema("metadata"), "summary");
    expect(askedFor(path).map(({ body }) => body)).toEqual([
      {
        tdis_identifier: "7",
        reason: "Send the report.\nModel description: too short.\nModel_Files/Hidden⟨U+200B⟩.g02: is empty.",
        reasons: [
          { text: "Send the report." },
          { kind: "field", name: description, text: "too short." },
          { kind: "file", name: "Model_Files/Hidden\u200B.g02", text: "is empty.", blocking: false },
        ],
      },
    ]);
  });

  it("with too long changes shows an error and is not sent", async () => {
    const reasons = Array.from({ length: 11 }, (_, index) => ({ text: `${index} ${"x".repeat(1990)}` }));
    const draft = { decision: "requestChanges", reasons };
    storeDraft("texts-7", { values: { reason: JSON.stringify(draft) } });
    const { user, askedFor } = renderPanel();
    expect(await screen.findAllByLabelText(REASON)).toHaveLength(11);
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    const [error] = await screen.findAllByText(/All changes together can have at most 20,000 characters/);
    expect(error).toBeVisible();
    expect(askedFor(endpoints.requestChanges.path)).toEqual([]);
  });

  it("is not sent by Enter in the field picker", async () => {
    const { user, askedFor } = renderPanel();
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    await user.keyboard("The terrain is old.");
    await user.type(screen.getByRole("combobox", { name: /^Field or file/ }), "descr{Enter}");
    expect(screen.getByRole("combobox", { name: /^Field or file/ })).toHaveValue("Model description");
    await user.type(screen.getByRole("combobox", { name: /^Field or file/ }), "{Enter}");
    expect(screen.getByLabelText(REASON)).toHaveValue("The terrain is old.");
    expect(askedFor(endpoints.requestChanges.path)).toEqual([]);
  });
});

describe("the review checklist", () => {
  const openChecklist = async (answers: Answers, panel?: ReactNode) => {
    const view = renderPanel(answers, "pending", panel);
    await view.user.click(screen.getByRole("button", { name: "Review checklist (optional)" }));
    return view;
  };
  const NOTES = "Notes on the checks";

  it("is sent with the decision, and starts empty when the record is delivered again", async () => {
    function Panel() {
      const [status, setStatus] = useState<Status>("pending");
      return (
        <>
          <button onClick={() => setStatus("in progress")}>Reopen</button>
          <button onClick={() => setStatus("pending")}>Deliver</button>
          <ReviewPanel record={createRecord(status)} />
        </>
      );
    }
    const { user, askedFor } = await openChecklist({ [endpoints.acceptRecord.path]: [] }, <Panel />);
    await user.click(await screen.findByRole("combobox", { name: /^Test run/ }));
    await user.click(await screen.findByRole("option", { name: "Runs without errors" }));
    await user.click(screen.getByRole("checkbox", { name: "All files are delivered" }));
    await findAcceptButton();
    // The focus is on the checkbox.
    await user.keyboard("a");
    await user.click(await screen.findByRole("button", { name: "Accept model" }));
    expect(await findToast("Accepted record!")).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path).map(({ body }) => body)).toEqual([
      {
        tdis_identifier: "7",
        checklist: { model_run: "completes", files_complete: true, check_notes: "" },
      },
    ]);
    await user.click(screen.getByRole("button", { name: "Reopen" }));
    await user.click(screen.getByRole("button", { name: "Deliver" }));
    expect(screen.getByRole("button", { name: "Review checklist (optional)" })).toBeVisible();
  });

  it("keeps its typed text while changes are written, and is sent with them, without an unticked box", async () => {
    const { user, askedFor } = await openChecklist({ [endpoints.requestChanges.path]: [] });
    await user.type(await screen.findByLabelText(NOTES), "Ran the 1% plan.");
    await user.click(screen.getByRole("checkbox", { name: "All files are delivered" }));
    expect(screen.getByRole("button", { name: "Review checklist: 2 of 3" })).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "All files are delivered" }));
    expect(screen.getByRole("button", { name: "Review checklist: 1 of 3" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    await user.type(screen.getByLabelText(REASON), "The terrain is old.");
    expect(screen.getByLabelText(NOTES)).toHaveValue("Ran the 1% plan.");
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect(await findToast("Requested changes!")).toBeVisible();
    expect(askedFor(endpoints.requestChanges.path)).toMatchObject([
      { body: { checklist: { files_complete: null, check_notes: "Ran the 1% plan." } } },
    ]);
  });

  it("keeps a decision from being sent until its required fields are filled in", async () => {
    const { user, askedFor } = await openChecklist({ [endpoints.requestChanges.path]: [] });
    await user.click(await screen.findByRole("combobox", { name: /^Test run/ }));
    // The schema then requires notes.
    await user.click(await screen.findByRole("option", { name: "Does not run" }));
    await user.click(await findAcceptButton());
    expect((await screen.findAllByText("Required"))[0]).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    const heading = screen.getByRole("button", { name: /^Review checklist/ });
    await user.click(heading);
    expect(heading).toHaveAttribute("aria-expanded", "false");
    await user.click(await findAcceptButton());
    expect(heading).toHaveAttribute("aria-expanded", "true");
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    await user.type(screen.getByLabelText(REASON), "The terrain is old.");
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect(screen.getByLabelText(REASON)).toHaveValue("The terrain is old.");
    expect(askedFor(endpoints.requestChanges.path)).toEqual([]);
    await user.type(screen.getByLabelText(new RegExp(NOTES)), "It ends early.");
    await waitFor(() => expect(screen.queryByText("Required")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect(await findToast("Requested changes!")).toBeVisible();
    expect(askedFor(endpoints.requestChanges.path)).toMatchObject([
      { body: { checklist: { model_run: "fails", check_notes: "It ends early." } } },
    ]);
  });

  it("is open and marked as required if its schema requires fields", async () => {
    const schema = getSchema("review-checklist");
    schema.required = Object.keys(schema.properties);
    onTestFinished(() => void delete schema.required);
    renderPanel();
    expect(screen.getByRole("button", { name: "Review checklist (required)" })).toBeVisible();
    expect(await screen.findByRole("radiogroup", { name: "All files are delivered" })).toBeVisible();
  });

  it("shows an error of the server at its field", async () => {
    allowRefusals();
    const fault = { path: ["checklist", "checkNotes"], rule: "maxLength", message: "It is too long." };
    const { user } = await openChecklist({
      [endpoints.acceptRecord.path]: new ApiError("Please fix 1 error(s).", 400, { faults: [fault] }),
    });
    await user.type(await screen.findByLabelText(NOTES), "Ran the 1% plan.");
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect((await screen.findAllByText("It is too long."))[0]).toBeVisible();
    expect(screen.getByLabelText(NOTES)).toHaveValue("Ran the 1% plan.");
  });

  it("is shown as not sent if another reviewer decides first", async () => {
    const { user } = await openChecklist({ [endpoints.listContacts.path]: [] }, <PanelDecidedElsewhere />);
    await user.type(await screen.findByLabelText(NOTES), "Ran the 1% plan.");
    await user.click(screen.getByRole("button", { name: "Decide elsewhere" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Your review checklist was not sent:");
    expect(alert).toHaveTextContent("Notes on the checks: Ran the 1% plan.");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("is not shown as not sent if only the response was lost", async () => {
    const decision = {
      ...{ status: "accepted", content: "", username: "vendor1", date: "2026-03-04T15:00:00.000Z" },
      checklist: { model_run: "", files_complete: null, check_notes: "Ran the 1% plan." },
    };
    const { user } = await openChecklist(
      { [endpoints.listNotifications.path]: [decision] },
      <PanelDecidedElsewhere />,
    );
    await user.type(await screen.findByLabelText(NOTES), "Ran the 1% plan.");
    // The stored decision has loaded.
    await findAcceptButton();
    await user.click(screen.getByRole("button", { name: "Decide elsewhere" }));
    expect(screen.queryByLabelText(NOTES)).not.toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("opens to show an error of the server", async () => {
    allowRefusals();
    const fault = { path: ["checklist", "checkNotes"], rule: "required", message: "Write a note." };
    const { user } = renderPanel({
      [endpoints.acceptRecord.path]: new ApiError("Please fix 1 error(s).", 400, { faults: [fault] }),
    });
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect((await screen.findAllByText("Write a note."))[0]).toBeVisible();
  });
});

const neighbors = { position: 2, total: 3, previous: "6", next: "8" };

it("the key J opens the next record of the review queue", async () => {
  const { user, path } = renderPanel({ [endpoints.recordNeighbors.path]: [neighbors] });
  expect(await screen.findByText("2 of 3 records")).toBeVisible();
  expect(screen.getByRole("link", { name: "Previous" })).toHaveAttribute("href", "/app/view/6");
  await user.keyboard("j");
  expect(path()).toBe("/app/view/8");
});

it("shows no position beyond the number of records that the server counts", async () => {
  const beyond = { ...neighbors, position: 1001, total: 1001 };
  renderPanel({ [endpoints.recordNeighbors.path]: [beyond] });
  expect(await screen.findByText("more than 1,000 records")).toBeVisible();
});

it("saves unsent changes when a link of the review queue is used", async () => {
  const { user, path } = renderPanel({ [endpoints.recordNeighbors.path]: [neighbors] });
  await screen.findByText("2 of 3 records");
  await user.click(screen.getByRole("button", { name: "Request changes" }));
  await user.type(screen.getByLabelText(REASON), "The terrain is old.");
  await user.click(screen.getByRole("link", { name: "Next" }));
  expect(await screen.findByText("Your unsent text is kept as a draft.")).toBeVisible();
  expect(path()).toBe("/app/view/8");
  const draft = { decision: "requestChanges", reasons: [{ text: "The terrain is old." }] };
  await waitFor(() => expect(findStoredValues("texts-7")).toEqual({ reason: JSON.stringify(draft) }));
});

it("restores unsent changes for the same user after the session expired", async () => {
  const { user, unmount } = renderPanel();
  await user.click(screen.getByRole("button", { name: "Request changes" }));
  await user.type(screen.getByLabelText(REASON), "The terrain is old.");
  act(() => session.end("Session expired"));
  unmount();
  renderPanel();
  expect(await screen.findByLabelText(REASON)).toHaveValue("The terrain is old.");
});

it("opens unsent reasons in the form of the decision that they were last written for", async () => {
  const reopen = () => {
    cleanup();
    return renderPanel();
  };
  const { user } = renderPanel();
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.type(screen.getByLabelText(REASON), "The terrain is old.");
  const { user: second } = reopen();
  expect(await screen.findByRole("heading", { name: "Reject the model" })).toBeVisible();
  expect(screen.getByLabelText(REASON)).toHaveValue("The terrain is old.");
  await second.click(screen.getByRole("button", { name: "Cancel" }));
  await second.click(screen.getByRole("button", { name: "Request changes" }));
  reopen();
  expect(await screen.findByRole("heading", { name: "Request changes" })).toBeVisible();
  expect(screen.getByLabelText(REASON)).toHaveValue("The terrain is old.");
});

it("ignores a damaged draft of reasons", async () => {
  storeDraft("texts-7", { values: { reason: "[]" } });
  renderPanel();
  expect(await findAcceptButton()).toBeVisible();
});

describe("the review information", () => {
  const uploads = [
    aWireUpload({ uploadBatchId: "b", newFiles: 2, changedFiles: 1, removedFiles: 0, fileCount: 14 }),
    aWireUpload({ uploadBatchId: "a", path: "a/model.zip", uploaded: "2026-01-02T00:00:00.000Z" }),
  ];
  const createAnswers = async () => ({
    [endpoints.listFiles.path]: [],
    [endpoints.listArchive.path]: uploads,
    [endpoints.modelReport.path]: [await createReport()],
    [endpoints.uploadReceipt.path]: [{ warnings: ["The folder GIS is empty."] }],
  });

  it("shows the first findings, and all of them after a click", async () => {
    const warnings = Array.from({ length: 20 }, (_, index) => `Folder ${index + 1} is empty.`);
    const { user } = renderPanel({
      ...(await createAnswers()),
      [endpoints.uploadReceipt.path]: [{ warnings }],
    });
    await user.click(await screen.findByRole("button", { name: /^and \d+ more findings$/ }));
    await user.click(
      screen.getByRole("button", { name: "Request this change: Upload: Folder 20 is empty." }),
    );
    expect(await screen.findByLabelText(REASON)).toHaveValue("Folder 20 is empty.");
  });

  it("lists each finding once, with what the agency requested before and the vendor's answers", async () => {
    const requested = [
      { id: "1", kind: "finding", name: "Upload", text: "The folder GIS is empty.", answered: null },
      { id: "2", text: "Send the report.", answered: "2026-03-06T15:00:00.000Z", answer: "" },
      { id: "3", text: "Name the storms.", answered: "2026-03-06T15:00:00.000Z", answer: "As agreed." },
    ];
    const rejection = { status: "rejected", content: "", username: "agency1", reasons: requested };
    renderPanel({ ...(await createAnswers()), [endpoints.listNotifications.path]: [rejection] });
    await screen.findByText(/^Software version: /);
    const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(items.filter((text) => text?.includes("The folder GIS is empty."))).toEqual([
      "Upload: The folder GIS is empty.still openmust be correctedRequested before, UploadRequest",
    ]);
    expect(items).toContain("Send the report.correctedRequested beforeRequest");
    expect(items).toContain("Name the storms.Answer: As agreed.answeredRequested beforeRequest");
  });

  it("asks why a model with findings that must be corrected is accepted", async () => {
    const { user, askedFor } = renderPanel({
      ...(await createAnswers()),
      [endpoints.acceptRecord.path]: [],
    });
    await screen.findByText(/^Software version: /);
    await user.click(await findAcceptButton());
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/^Software version: /)).toBeVisible();
    expect(dialog.queryByText(/The folder GIS is empty/)).not.toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Accept model" })).toBeDisabled();
    await user.type(dialog.getByLabelText(/^Why do you accept it/), "The version is a typing error.");
    await user.click(dialog.getByRole("button", { name: "Accept model" }));
    expect(await findToast("Accepted record!")).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path).map(({ body }) => body)).toEqual([
      { tdis_identifier: "7", note: "The version is a typing error." },
    ]);
  });

  it("counts the findings that do not block acceptance, and then does not focus the confirmation", async () => {
    const { user } = renderPanel({
      [endpoints.listArchive.path]: uploads,
      [endpoints.modelReport.path]: [],
      [endpoints.uploadReceipt.path]: [{ warnings: ["The folder GIS is empty."] }],
    });
    await screen.findByText(/The folder GIS is empty/);
    await user.click(await findAcceptButton());
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("2 findings do not block acceptance.")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Accept model" })).toBeEnabled();
    expect(dialog.getByRole("button", { name: "Accept model" })).not.toHaveFocus();
  });

  it("keeps the typed note if accepting fails", async () => {
    allowRefusals();
    const { user } = renderPanel({
      ...(await createAnswers()),
      [endpoints.acceptRecord.path]: new ApiError("The model changed.", 409),
    });
    await user.click(await findAcceptButton());
    await user.type(screen.getByLabelText(/^Why do you accept it/), "The version is a typing error.");
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(await findAcceptButton());
    expect(screen.getByLabelText(/^Why do you accept it/)).toHaveValue("The version is a typing error.");
  });

  it.each([
    ["is shown as not sent if another reviewer decides first", "All is well.", 1],
    ["is not shown as not sent if only the response was lost", "A typing error.", 0],
  ])("the typed note %s", async (_, storedNote, alertCount) => {
    const decision = {
      status: "accepted",
      content: "",
      username: "vendor1",
      date: "2026-03-04T15:00:00.000Z",
    };
    const { user } = renderPanel(
      {
        ...(await createAnswers()),
        [endpoints.listNotifications.path]: [{ ...decision, note: storedNote }],
      },
      "pending",
      <PanelDecidedElsewhere />,
    );
    await user.click(await findAcceptButton());
    await user.type(screen.getByLabelText(/^Why do you accept it/), "A typing error.");
    await user.click(screen.getByRole("button", { name: "Decide elsewhere", hidden: true }));
    await waitFor(() => expect(screen.queryAllByText("A typing error.")).toHaveLength(alertCount));
    if (alertCount === 0) return;
    expect(screen.getByRole("alert")).toHaveTextContent("Your note about the acceptance was not sent:");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it.each(["modelReport", "uploadReceipt", "listArchive", "listFiles"] as const)(
    "shows an error if %s fails, and reloads it on Retry",
    async (call) => {
      allowRefusals();
      let fails = true;
      const answers = await createAnswers();
      const answer = () => {
        if (fails) throw new ApiError("The portal cannot answer.", 500);
        return answers[endpoints[call].path]!;
      };
      const { user } = renderPanel({ ...answers, [endpoints[call].path]: answer });
      const failure = /^Some of the review information could not be loaded\. The portal cannot answer\./;
      expect(await screen.findByText(failure)).toBeVisible();
      fails = false;
      await user.click(screen.getByRole("button", { name: "Retry" }));
      await waitFor(() => expect(screen.queryByText(failure)).not.toBeInTheDocument());
      expect(await screen.findByText("Upload: The folder GIS is empty.")).toBeVisible();
      expect(await screen.findByText(/1 missing-file problem, 1 file could not be read$/)).toBeVisible();
    },
  );

  it("shows the changes, the upload's warnings, missing files and disagreements with the record", async () => {
    renderPanel(await createAnswers());
    expect(
      await screen.findByText(/^Version 2, .* in 14 files\. Changes since version 1: 2 added, 1 changed\.$/),
    ).toBeVisible();
    expect(await screen.findByText("Upload: The folder GIS is empty.")).toBeVisible();
    expect(await screen.findByText(/1 missing-file problem, 1 file could not be read$/)).toBeVisible();
    expect(screen.getByText(`Software version: ${VERSION_REQUEST}`)).toBeVisible();
  });

  it("contains the page's metadata and marks the fields of the findings, which come first", async () => {
    const Review = ({ record }: { record: RecordRow }) => (
      <ReviewPanel record={record} Metadata={MetadataCard} />
    );
    renderDetail(await createAnswers(), <RecordDetailPage Review={Review} isOwn={false} />);
    const heading = await screen.findByRole("heading", { name: "Fields with findings" });
    const names = within(heading.parentElement!)
      .getAllByRole("term")
      .map(({ textContent }) => textContent);
    expect(names).toContain("Software version must be corrected");
    expect(screen.getAllByText(/^Software version/, { selector: "dt" })).toHaveLength(1);
    expect(screen.getAllByRole("button", { name: "View History" })).toHaveLength(1);
  });

  it("shows how many files each folder has, and which folders are empty", async () => {
    renderPanel({
      ...(await createAnswers()),
      [endpoints.uploadReceipt.path]: [
        { files: ["Model_Files/a.g01", "Model_Files/b.prj", "gis/c.shp"].map((path) => ({ path })) },
      ],
    });
    expect(await screen.findByText("Model_Files: 2 files, GIS: 1 file")).toBeVisible();
    expect(screen.getByText("Supporting is empty")).toBeVisible();
  });

  it("shows which documents that the record names were not delivered", async () => {
    renderPanel({ [endpoints.listFiles.path]: [aWireFile("b1/files/Supporting/README.txt")] });
    expect(
      await screen.findByText(
        "Documentation file names: Send these missing files, or remove their names: Denton_Creek_Report.pdf.",
      ),
    ).toBeVisible();
  });

  it("lists a missing file once, although the upload's warnings name it too", async () => {
    const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
    const warnings = [report.findings[0]!.text];
    renderPanel({ ...(await createAnswers()), [endpoints.uploadReceipt.path]: [{ warnings }] });
    await findAcceptButton();
    expect(screen.getAllByText(/Send the missing file "Model_Files\/Pecan\.g01"/)).toHaveLength(1);
  });

  it("shows the upload's own version number if earlier versions are archived", async () => {
    const [second, first] = uploads;
    renderPanel({
      ...(await createAnswers()),
      [endpoints.listArchive.path]: [
        { ...second!, upload_version: 3 },
        { ...first!, upload_version: 2, archived: true },
      ],
    });
    expect(
      await screen.findByText(/^Version 3, .* Changes since version 2: 2 added, 1 changed\.$/),
    ).toBeVisible();
  });

  it("adds a finding, with its field or file, to the changes, and removes it again", async () => {
    const { user, askedFor } = renderPanel({
      ...(await createAnswers()),
      [endpoints.requestChanges.path]: [],
    });
    const toggle = async (name: RegExp) => {
      const [button] = await screen.findAllByRole("button", { name });
      await user.click(button!);
    };
    await toggle(/^Request this change: Software version/);
    await toggle(/^Request this change: Upload: The folder GIS/);
    await toggle(/^Request this change: Model_Files\/Pecan\.p01: /);
    expect(await screen.findByRole("group", { name: "Change 3" })).toBeVisible();
    await toggle(/^Request this change: Upload: The folder GIS/);
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect(await findToast("Requested changes!")).toBeVisible();
    const [request] = askedFor(endpoints.requestChanges.path);
    expect((request!.body as { reasons: unknown }).reasons).toEqual([
      {
        ...{ kind: "field", name: expect.any(String) },
        ...{ text: VERSION_REQUEST, finding: `Software version: ${VERSION_REQUEST}` },
      },
      {
        ...{ kind: "file", name: "Model_Files/Pecan.p01" },
        text: expect.stringMatching(/^Send the missing file "Model_Files\/Pecan\.g01"/),
        finding: expect.stringMatching(/^Model_Files\/Pecan\.p01: Send the missing file /),
      },
    ]);
  });
});

describe("a requested finding", () => {
  const FINDING = "Upload: The folder GIS is empty.";
  const renderFinding = (requested: JsonObject[] = [], answers: Answers = {}) =>
    renderPanel({
      [endpoints.listNotifications.path]: [
        { status: "rejected", content: "", username: "agency1", reasons: requested },
      ],
      [endpoints.listArchive.path]: [aWireUpload({ uploadBatchId: "b" })],
      [endpoints.modelReport.path]: [],
      [endpoints.uploadReceipt.path]: [{ warnings: ["The folder GIS is empty."] }],
      [endpoints.requestChanges.path]: [],
      ...answers,
    });
  const findButton = () =>
    screen.findByRole("button", { name: "Request this change: Upload: The folder GIS is empty." });

  it("stays marked while its text is edited, until its change is removed", async () => {
    const { user, askedFor } = renderFinding();
    await user.click(await findButton());
    await user.clear(screen.getByLabelText(REASON));
    await user.type(screen.getByLabelText(REASON), "Send the GIS files.");
    expect(await findButton()).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "+ Add another change" }));
    await user.type(screen.getAllByLabelText(REASON).at(-1)!, "Name the storms.");
    await user.click(screen.getByRole("button", { name: "Remove Change 1" }));
    expect(await findButton()).toHaveAttribute("aria-pressed", "false");
    await user.click(await findButton());
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect(await findToast("Requested changes!")).toBeVisible();
    expect(askedFor(endpoints.requestChanges.path)).toMatchObject([
      { body: { reasons: [{ text: "Name the storms." }, { name: "Upload" }] } },
    ]);
  });

  it("is sent with the request for it, also after its text was edited, and with a repeated request", async () => {
    const { user, askedFor } = renderFinding([
      { id: "1", kind: "finding", name: "Upload", text: "Send the GIS files.", finding: FINDING },
      { id: "2", text: "Name the storms." },
    ]);
    const items = await screen.findAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent).filter((text) => text?.includes("GIS"))).toEqual([
      "Upload: Send the GIS files.still openmust be correctedRequested before, UploadRequest",
    ]);
    await user.click(screen.getByRole("button", { name: /^Request this change: Upload: Send/ }));
    await user.type(screen.getByLabelText(REASON), " Soon.");
    await user.click(screen.getByRole("button", { name: "Request this change: Name the storms." }));
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    expect(await findToast("Requested changes!")).toBeVisible();
    const [request] = askedFor(endpoints.requestChanges.path);
    expect((request!.body as JsonObject)["reasons"]).toEqual([
      { kind: "finding", name: "Upload", text: "Send the GIS files. Soon.", finding: FINDING },
      { text: "Name the storms." },
    ]);
  });

  it.each(["uploadReceipt", "checkIdentifier"] as const)(
    "is not shown as corrected while %s fails",
    async (call) => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      let isFailing = true;
      const answers = {
        uploadReceipt: { warnings: [] },
        checkIdentifier: { records: [], used_by_others: false },
      };
      const { user } = renderFinding(
        [{ id: "1", text: "Send the GIS files.", answered: null, finding: FINDING }],
        {
          [endpoints.uploadReceipt.path]: [answers.uploadReceipt],
          [endpoints.modelReport.path]: [await createReport()],
          [endpoints[call].path]: () => (isFailing ? new ApiError("no", 500) : [answers[call]]),
        },
      );
      const failure = await screen.findByText(/^Some of the review information could not be loaded\./);
      const getItem = () => screen.getByText("Send the GIS files.").closest("li");
      expect(getItem()).toHaveTextContent("still open");
      isFailing = false;
      const alert = within(failure.closest<HTMLElement>('[role="alert"]')!);
      await user.click(alert.getByRole("button", { name: "Retry" }));
      await waitFor(() => expect(getItem()).toHaveTextContent("corrected"));
    },
  );

  it("takes the place of an empty change without unticking it", async () => {
    const { user } = renderFinding();
    await findButton();
    await user.keyboard("c");
    const tick = () => screen.getByRole("checkbox", { name: "Must be corrected before acceptance" });
    expect(tick()).toBeChecked();
    await user.click(await findButton());
    expect(screen.getByLabelText(REASON)).toHaveValue("The folder GIS is empty.");
    expect(tick()).toBeChecked();
  });
});

describe("the form of a decision", () => {
  it.each([
    ["c", "Request changes", /^The record is reopened at once\./, "Changes to request"],
    [
      "r",
      "Reject the model",
      /^The record stays rejected, .* until the vendor reopens it\.$/,
      "Reasons for the rejection",
    ],
  ])("that %s opens explains what %s does", async (key, title, effect, label) => {
    const { user } = renderPanel();
    await findAcceptButton();
    await user.keyboard(key);
    expect(screen.getByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByText(effect)).toBeVisible();
    expect(screen.getByText(label)).toBeVisible();
  });

  it("follows the findings, so that they do not move in a narrow window", async () => {
    const { user } = renderPanel();
    await findAcceptButton();
    const findings = screen.getByRole("heading", { name: "Findings" });
    await user.click(screen.getByRole("button", { name: "Request changes" }));
    const form = screen.getByRole("group", { name: "Change 1" });
    expect(findings.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("is sent with Ctrl+Enter in a text, once", async () => {
    const { user, askedFor } = renderPanel({ [endpoints.requestChanges.path]: [] });
    await findAcceptButton();
    await user.keyboard("c");
    await user.keyboard("The terrain is old.{Control>}{Enter>3/}{/Control}");
    expect(await findToast("Requested changes!")).toBeVisible();
    expect(askedFor(endpoints.requestChanges.path)).toMatchObject([
      { body: { reasons: [{ text: "The terrain is old." }] } },
    ]);
  });
});

describe("findings about the record", () => {
  it("name the other record that uses the identifier to the reviewer, but not in the request", async () => {
    const other = { id: "12", name: "Elm Fork", vendor: "vendor2", status: "pending" };
    const { user } = renderPanel({
      [endpoints.checkIdentifier.path]: [{ records: [other], used_by_others: false }],
    });
    expect(
      await screen.findByText("Model identifier: Correct this: another record has it too."),
    ).toBeVisible();
    expect(screen.getByText("It is vendor2's record 12, Elm Fork.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Request this change: Model identifier/ }));
    expect(screen.getByLabelText(REASON)).toHaveValue("Correct this: another record has it too.");
  });

  it("list what a new version changed since the accepted record", async () => {
    const previous = aWireRecord({ id: "5", status: "accepted", metadata: { modelDescription: "Before" } });
    const record = {
      ...createRecord("pending"),
      previousRecordId: "5",
      currentMetadata: aMetadata({ modelDescription: "After" }),
    };
    renderPanel(
      { [endpoints.getRecord.path]: [previous], [endpoints.listContacts.path]: [] },
      "pending",
      <ReviewPanel record={record} />,
    );
    expect(await screen.findByText("New version of record 5, Denton Creek. 1 field changed.")).toBeVisible();
    const changes = screen.getByRole("list", { name: "Changes since the previous version" });
    expect(within(changes).getByText(/: Before → After$/)).toBeVisible();
  });
});

it("shows the changes since the last delivery with the evidence, after the decision", async () => {
  const panel = <ReviewPanel record={createRecord("pending")} changes={<p>Changes since v1</p>} />;
  renderPanel({}, "pending", panel);
  const accept = await findAcceptButton();
  const changes = within(screen.getByRole("region", { name: "Review" })).getByText("Changes since v1");
  expect(accept.compareDocumentPosition(changes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
