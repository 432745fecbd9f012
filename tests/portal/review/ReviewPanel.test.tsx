import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { useParams } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import type { Status } from "../../../src/contract/status.ts";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { ReviewPanel } from "../../../src/portal/review/ReviewPanel.tsx";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { conflictsBetween } from "../../fixtures/aConflict.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { modelSource, pecanWithout } from "../../support/modelTexts.ts";
import { renderScreen } from "../../support/renderApp.tsx";
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
  panel = <ReviewPanel record={createRecord(status)} />,
) =>
  renderScreen(panel, {
    answers: {
      [endpoints.listFiles.path]: [],
      [endpoints.listArchive.path]: [],
      [endpoints.recordConflicts.path]: [],
      [endpoints.conflictSummary.path]: [],
      [endpoints.spatialExtent.path]: [],
      ...answers,
    },
  });

/** The enabled Accept button. */
async function findAcceptButton() {
  const button = await screen.findByRole("button", { name: "Accept" });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
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
    expect(askedFor(endpoints.acceptRecord.path)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByText("Accepted record!")).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]);
  });

  it("to accept is disabled, with its keyboard shortcut, until the files are loaded", async () => {
    let resolveFiles = () => undefined as void;
    const files = new Promise<[]>((resolve) => (resolveFiles = () => resolve([])));
    const { user } = renderPanel({ [endpoints.listFiles.path]: () => files });
    expect(screen.getByRole("button", { name: "Accept" })).toBeDisabled();
    expect(screen.getByText("You can accept the model once its files are loaded.")).toBeVisible();
    await user.keyboard("a");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    resolveFiles();
    await findAcceptButton();
    await user.keyboard("a");
    expect(screen.getByRole("dialog")).toHaveTextContent("Accept this model?");
  });

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
    const { user, askedFor } = renderDetail(
      {
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

  it("to reject sends the ETag of the listed files, and after a conflict that of the reloaded files", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let version = 1;
    const { user, askedFor } = renderDetail(
      {
        [endpoints.listFiles.path]: () => ({
          rows: [aWireFile("b1/files/a.hdf")],
          etag: `"files-${version}"`,
        }),
        [endpoints.rejectRecord.path]: ({ headers }) =>
          headers?.["If-Match"] === `"files-${version}"` ? [] : new ApiError("It has changed.", 409),
      },
      <RecordDetailPage Review={ReviewPanel} isOwn={false} />,
    );
    await screen.findByRole("tree", { name: "Files of the model" });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.type(screen.getByLabelText(/^Reason/), "No results.");
    version = 2;
    const requestsBefore = askedFor(endpoints.listFiles.path).length;
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Failed to reject record. It has changed.")).toBeVisible();
    expect(screen.getByLabelText(/^Reason/)).toHaveValue("No results.");
    await waitFor(() => expect(askedFor(endpoints.listFiles.path).length).toBeGreaterThan(requestsBefore));
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Rejected record!")).toBeVisible();
  });

  it("made by another reviewer keeps the reason being written", async () => {
    function PanelDecidedElsewhere() {
      const [status, setStatus] = useState<Status>("pending");
      return (
        <>
          <button onClick={() => setStatus("accepted")}>Decide elsewhere</button>
          <ReviewPanel record={createRecord(status)} />
        </>
      );
    }
    const { user } = renderPanel(
      { [endpoints.listNotifications.path]: [] },
      "pending",
      <PanelDecidedElsewhere />,
    );
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.type(screen.getByLabelText(/^Reason/), "The terrain is missing.");
    await user.click(screen.getByRole("button", { name: "Decide elsewhere" }));
    const note = screen.getByRole("alert");
    expect(note).toHaveTextContent(
      "The status of this record changed to accepted while you were writing. Your reason was not sent:",
    );
    expect(note).toHaveTextContent("The terrain is missing.");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
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

  it("starts with the keys A and R, but not while typing in a field", async () => {
    const { user } = renderPanel();
    await findAcceptButton();
    await user.keyboard("a");
    expect(await screen.findByRole("dialog")).toHaveTextContent("Accept this model?");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.keyboard("r");
    await user.type(await screen.findByLabelText(/^Reason/), "a rarer area");
    expect(screen.getByLabelText(/^Reason/)).toHaveValue("a rarer area");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("starts with its key under Caps Lock, but not with Shift", async () => {
    const { user } = renderPanel();
    await findAcceptButton();
    await user.keyboard("{Shift>}R{/Shift}");
    expect(screen.queryByLabelText(/^Reason/)).not.toBeInTheDocument();
    await user.keyboard("R");
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
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
    screen.getByRole("menuitem").focus();
    await user.keyboard("r");
    expect(screen.queryByLabelText(/^Reason/)).not.toBeInTheDocument();
  });

  it("to reject shows an error if the file list fails to load, and reloads it on Retry", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let fails = true;
    const { user, askedFor } = renderPanel({
      [endpoints.listFiles.path]: () => (fails ? new ApiError("no", 500) : []),
    });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(await screen.findByText(/^The list of files could not be loaded\./)).toBeVisible();
    const requestsBefore = askedFor(endpoints.listFiles.path).length;
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument());
    expect(askedFor(endpoints.listFiles.path)).toHaveLength(requestsBefore + 1);
  });

  it("to reject returns the focus to its button on Cancel", async () => {
    const { user } = renderPanel();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("button", { name: "Reject" })).toHaveFocus();
    await user.keyboard("r");
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
  });

  it("keeps the position in the queue, so that J opens the next record", async () => {
    const Page = () => <RecordDetailPage key={useParams()["recordId"]} Review={ReviewPanel} isOwn={false} />;
    let isDecided = false;
    const { user, path } = renderDetail(
      {
        [endpoints.getRecord.path]: ({ params }) => [
          aWireRecord({ id: params!["recordId"]!, status: isDecided ? "accepted" : "pending" }),
        ],
        // A decided record does not match the filters of the queue.
        [endpoints.recordNeighbors.path]: () => [
          isDecided
            ? { position: null, total: 1, previous: null, next: null }
            : { position: 1, total: 2, previous: null, next: "8" },
        ],
        [endpoints.acceptRecord.path]: () => {
          isDecided = true;
          return [];
        },
      },
      <Page />,
    );
    await user.click(await findAcceptButton());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByText("Accepted record!")).toBeVisible();
    expect(screen.getByText("1 of 2 records")).toBeVisible();
    await user.keyboard("j");
    await waitFor(() => expect(path()).toBe("/app/view/8"));
  });

  it("to reject requires a reason", async () => {
    const { user, askedFor } = renderPanel();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect((await screen.findAllByText("Required"))[0]).toBeVisible();
    expect(askedFor(endpoints.rejectRecord.path)).toEqual([]);
  });

  it.each([
    [`Model description: ${"x".repeat(2001)}`, "Model description: Must have 2,000 characters or fewer."],
    ["Model description: is short.\n".repeat(201), "Reasons: Must have 200 entries or fewer."],
    ["x".repeat(10_001), "A reason can have at most 10,000 characters."],
  ])("to reject shows which entry of the reason is invalid and why", async (text, errorText) => {
    const { user, askedFor } = renderPanel({ [endpoints.rejectRecord.path]: [] });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.paste(text);
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText(errorText)).toBeVisible();
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
    expect(askedFor(endpoints.rejectRecord.path)).toEqual([]);
  });

  it("to reject is not submitted by Enter in the field picker", async () => {
    const { user, askedFor } = renderPanel({ [endpoints.rejectRecord.path]: [] });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    const reason = screen.getByLabelText(/^Reason/);
    await user.type(reason, "The terrain is old.");
    await user.type(screen.getByRole("combobox", { name: "Add a field" }), "descr{Enter}");
    expect(reason).toHaveValue("The terrain is old.\nModel description: ");
    await waitFor(() => expect(reason).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(reason).toHaveAccessibleDescription("Model description: Say what is to change.");
    expect(reason).toHaveFocus();
    await user.type(screen.getByRole("combobox", { name: "Add a field" }), "zzz{Enter}");
    expect(askedFor(endpoints.rejectRecord.path)).toEqual([]);
  });

  it("to reject sends the named fields and files as reasons", async () => {
    const file = {
      upload_type: "file",
      mime_type: "",
      size: 1,
      sha256: "a",
      archived: false,
      upload_batch_id: "b",
    };
    const { user, askedFor } = renderPanel({
      [endpoints.rejectRecord.path]: [],
      [endpoints.listFiles.path]: [
        { ...file, path: "b/files/Model_Files", upload_type: "directory" },
        { ...file, path: "b/files/Model_Files/Creek.g01" },
        { ...file, path: "b/files/Model_Files/Hidden\u200B.g02" },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("combobox", { name: "Add a field" }));
    await user.click(await screen.findByRole("option", { name: "Model description" }));
    const reason = screen.getByLabelText(/^Reason/);
    await waitFor(() => expect(reason).toHaveFocus());
    await user.type(reason, "too short.");
    await user.click(screen.getByRole("combobox", { name: "Add a file" }));
    await user.click(await screen.findByRole("option", { name: "Model_Files/Creek.g01" }));
    await waitFor(() => expect(reason).toHaveValue("Model description: too short.\nModel_Files/Creek.g01: "));
    await user.type(reason, "cut at the county line.{Enter}As said on the phone: thank you.");
    expect(
      screen.getByText("The vendor will see a checklist: Model description, Model_Files/Creek.g01"),
    ).toBeVisible();
    await user.click(screen.getByRole("combobox", { name: "Add a file" }));
    await user.click(await screen.findByRole("option", { name: "Model_Files/Hidden⟨U+200B⟩.g02" }));
    await waitFor(() => expect(reason).toHaveDisplayValue(/Model_Files\/Hidden⟨U\+200B⟩\.g02: $/));
    await user.type(reason, "is empty.");
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Rejected record!")).toBeVisible();
    const [request] = askedFor(endpoints.rejectRecord.path);
    const body = request!.body!;
    expect(body).toMatchObject({ tdis_identifier: "7" });
    expect(body["reason"]).toContain("Model description: too short.\nModel_Files/Creek.g01:");
    const description = getFieldNameByRole(getSchema("metadata"), "summary");
    expect(body["reasons"]).toEqual([
      { kind: "field", name: description, text: "too short." },
      { kind: "file", name: "Model_Files/Creek.g01", text: "cut at the county line." },
      { kind: "file", name: "Model_Files/Hidden\u200B.g02", text: "is empty." },
    ]);
  });

  it.each([
    ["loading", () => new Promise<never>(() => undefined), "Loading…"],
    ["not loaded", new ApiError("Out of order", 500), "The files could not be loaded"],
    ["none", [], "This record has no files"],
  ])("shows why no file can be added: %s", async (_, files, text) => {
    allowRefusals();
    const { user } = renderPanel({ [endpoints.listFiles.path]: files });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("combobox", { name: "Add a file" }));
    expect(await screen.findByText(text)).toBeVisible();
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

it("asks before a link of the review queue discards an unsent rejection reason", async () => {
  const { user, path } = renderPanel({ [endpoints.recordNeighbors.path]: [neighbors] });
  await screen.findByText("2 of 3 records");
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.type(await screen.findByRole("textbox", { name: /reason/i }), "The terrain is old.");
  await user.click(screen.getByRole("link", { name: "Next" }));
  await user.click(await screen.findByRole("button", { name: "Stay" }));
  expect(path()).toBe("/app/");
  expect(screen.getByRole("textbox", { name: /reason/i })).toHaveDisplayValue("The terrain is old.");
});

it("restores an unsent rejection reason for the same user after the session expired", async () => {
  const { user, unmount } = renderPanel();
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.type(await screen.findByRole("textbox", { name: /reason/i }), "The terrain is old.");
  act(() => session.end("Session expired"));
  unmount();
  renderPanel();
  expect(await screen.findByRole("textbox", { name: /reason/i })).toHaveDisplayValue("The terrain is old.");
});

describe("the review information", () => {
  const createReport = async () => {
    const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
    return encode(getSchema("model-report"), { ...report }, "read");
  };
  const uploads = [
    aWireUpload({ uploadBatchId: "b", newFiles: 2, changedFiles: 1, removedFiles: 0, fileCount: 14 }),
    aWireUpload({ uploadBatchId: "a", path: "a/model.zip", uploaded: "2026-01-02T00:00:00.000Z" }),
  ];
  const createAnswers = async () => ({
    [endpoints.listArchive.path]: uploads,
    [endpoints.modelReport.path]: [await createReport()],
    [endpoints.uploadReceipt.path]: [{ warnings: ["The folder GIS is empty."] }],
  });

  it("shows the first findings, and all of them on Show all", async () => {
    const warnings = Array.from({ length: 8 }, (_, index) => `Folder ${index + 1} is empty.`);
    const { user } = renderPanel({
      ...(await createAnswers()),
      [endpoints.uploadReceipt.path]: [{ warnings }],
    });
    await user.click(await screen.findByRole("button", { name: "Show all 8 findings" }));
    await user.click(screen.getByRole("button", { name: "Add to reason: Upload: Folder 8 is empty." }));
    expect(screen.getByLabelText(/^Reason/)).toHaveDisplayValue("Upload: Folder 8 is empty.");
  });

  it.each(["modelReport", "uploadReceipt", "listArchive"] as const)(
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
    expect(
      screen.getByText("Software version: Model_Files/Pecan.p02 has 6.5, the record has 6.10."),
    ).toBeVisible();
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

  it("adds a finding, with its field or file, to the rejection reason", async () => {
    const { user, askedFor } = renderPanel({ ...(await createAnswers()), [endpoints.rejectRecord.path]: [] });
    await user.click(await screen.findByRole("button", { name: /^Add to reason: Software version/ }));
    const [addMissingFile] = screen.getAllByRole("button", {
      name: /^Add to reason: Model_Files\/Pecan\.p01: /,
    });
    await user.click(addMissingFile!);
    await user.click(screen.getByRole("button", { name: /^Add to reason: Upload: The folder GIS/ }));
    expect(screen.getByLabelText(/^Reason/)).toHaveDisplayValue(
      /^Software version: Model_Files\/Pecan\.p02 has 6\.5, the record has 6\.10\.\nModel_Files\/Pecan\.p01: Send the missing file "Model_Files\/Pecan\.g01" .*\nUpload: The folder GIS is empty\.$/,
    );
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Rejected record!")).toBeVisible();
    const [request] = askedFor(endpoints.rejectRecord.path);
    expect((request!.body as { reasons: unknown }).reasons).toContainEqual({
      kind: "finding",
      name: "Upload",
      text: "The folder GIS is empty.",
    });
  });
});

describe("findings about the record", () => {
  it("name the other record that uses the identifier", async () => {
    const other = { id: "12", name: "Elm Fork", vendor: "vendor2", status: "pending" };
    renderPanel({ [endpoints.checkIdentifier.path]: [{ records: [other], used_by_others: false }] });
    expect(
      await screen.findByText("Model identifier: Also used by vendor2's record 12, Elm Fork."),
    ).toBeVisible();
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
    expect(screen.getByText(/: Before → After$/)).toBeVisible();
  });
});
