import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { useParams } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { fieldWithRole, schemaOf } from "../../../src/contract/schema/fields.ts";
import type { Status } from "../../../src/contract/status.ts";
import { modelReport } from "../../../src/contract/models/modelReport.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { ReviewPanel } from "../../../src/portal/review/ReviewPanel.tsx";
import { session } from "../../../src/portal/providers/session.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { conflictsBetween } from "../../fixtures/aConflict.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { modelSource, pecanWithout } from "../../support/modelTexts.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import type { Answers } from "../../support/portalNetwork.ts";
import { aWireFile, aWireUpload, renderDetail } from "../record-detail/renderDetail.tsx";

const aRecord = (status: Status) => ({
  id: "7",
  currentMetadata: aMetadata({ modelName: "Denton Creek" }),
  names: {},
  statusInfo: { status, timeOfLastStatusChange: "2026-03-02T15:04:05.000Z" },
  dataIsAvailable: false,
  schemaVersion: 1,
});

const open = (
  answers: Answers = {},
  status: Status = "pending",
  panel = <ReviewPanel record={aRecord(status)} />,
) =>
  renderScreen(panel, {
    answers: {
      [endpoints.listFiles.path]: [],
      [endpoints.listArchive.path]: [],
      [endpoints.recordConflicts.path]: [],
      [endpoints.conflictSummary.path]: new VendorError("No such call.", 404),
      [endpoints.listReviews.path]: [],
      [endpoints.spatialExtent.path]: new VendorError("There is no such call.", 404),
      ...answers,
    },
  });

/** The button that accepts, once there are files to accept. */
async function acceptance() {
  const button = await screen.findByRole("button", { name: "Accept" });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
}

describe("a decision", () => {
  it.each(["in progress", "accepted", "rejected"] as const)("is not offered on a record %s", (status) => {
    open({}, status);
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("to accept is asked for once more, by the record's name", async () => {
    const { user, askedFor } = open({ [endpoints.acceptRecord.path]: [] });
    await user.click(await acceptance());
    expect(screen.getByRole("dialog")).toHaveTextContent("Denton Creek will be accepted");
    expect(askedFor(endpoints.acceptRecord.path)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByText("Accepted record!")).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]);
  });

  it("to accept waits for the list of files that it is about, and so does its key", async () => {
    let list = () => undefined as void;
    const files = new Promise<[]>((resolve) => (list = () => resolve([])));
    const { user } = open({ [endpoints.listFiles.path]: () => files });
    expect(screen.getByRole("button", { name: "Accept" })).toBeDisabled();
    expect(screen.getByText("The model can be accepted once its files are listed.")).toBeVisible();
    await user.keyboard("a");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    list();
    await acceptance();
    await user.keyboard("a");
    expect(screen.getByRole("dialog")).toHaveTextContent("Accept this model?");
  });

  it("that is refused says why, and may be made again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const refusal = new VendorError("This record's uploads conflict.", 409);
    const { user } = open({ [endpoints.acceptRecord.path]: refusal });
    await user.click(await acceptance());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Failed to accept record. This record's uploads conflict.",
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(screen.queryByText(/Failed to accept/)).not.toBeInTheDocument();
  });

  it("to accept is one about the files that the page lists, and is refused once others stand", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const changed = "The model has changed since it was looked at.";
    const { user, askedFor } = renderDetail(
      {
        [endpoints.listFiles.path]: { rows: [aWireFile("b1/files/a.hdf")], etag: '"files-1"' },
        [endpoints.listReviews.path]: [],
        [endpoints.acceptRecord.path]: new VendorError(changed, 409),
      },
      <RecordDetailPage Review={ReviewPanel} isOwn={false} />,
    );
    await screen.findByRole("tree", { name: "Files of the model" });
    const looks = () => askedFor(endpoints.listFiles.path).length;
    const before = looks();
    await user.click(await acceptance());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByText(`Failed to accept record. ${changed}`)).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path)).toMatchObject([{ headers: { "If-Match": '"files-1"' } }]);
    await waitFor(() => expect(looks()).toBeGreaterThan(before));
  });

  it("to reject is one about those files, too, and once refused about those that stand by then", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let version = 1;
    const { user, askedFor } = renderDetail(
      {
        [endpoints.listFiles.path]: () => ({
          rows: [aWireFile("b1/files/a.hdf")],
          etag: `"files-${version}"`,
        }),
        [endpoints.listReviews.path]: [],
        [endpoints.rejectRecord.path]: ({ headers }) =>
          headers?.["If-Match"] === `"files-${version}"` ? [] : new VendorError("It has changed.", 409),
      },
      <RecordDetailPage Review={ReviewPanel} isOwn={false} />,
    );
    await screen.findByRole("tree", { name: "Files of the model" });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.type(screen.getByLabelText(/^Reason/), "No results.");
    version = 2;
    const looks = askedFor(endpoints.listFiles.path).length;
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Failed to reject record. It has changed.")).toBeVisible();
    expect(screen.getByLabelText(/^Reason/)).toHaveValue("No results.");
    await waitFor(() => expect(askedFor(endpoints.listFiles.path).length).toBeGreaterThan(looks));
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Rejected record!")).toBeVisible();
  });

  it("that somebody else has taken meanwhile leaves the reason that was being written", async () => {
    function Overtaken() {
      const [status, setStatus] = useState<Status>("pending");
      return (
        <>
          <button onClick={() => setStatus("accepted")}>Decide elsewhere</button>
          <ReviewPanel record={aRecord(status)} />
        </>
      );
    }
    const { user } = open({ [endpoints.listNotifications.path]: [] }, "pending", <Overtaken />);
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.type(screen.getByLabelText(/^Reason/), "The terrain is missing.");
    await user.click(screen.getByRole("button", { name: "Decide elsewhere" }));
    const note = screen.getByRole("alert");
    expect(note).toHaveTextContent("This record was accepted while you wrote. Your reason was not sent:");
    expect(note).toHaveTextContent("The terrain is missing.");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("to accept is not offered while the record's uploads conflict", async () => {
    const conflicts = conflictsBetween(["a.hdf"], 2, { recordId: "7" });
    const { user } = open({
      [endpoints.recordConflicts.path]: conflicts.map((one) =>
        encode(schemaOf("upload-conflict"), { ...one }, "read"),
      ),
    });
    expect(
      await screen.findByText(/^Its vendor has to choose between the conflicting uploads/),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Accept" })).not.toBeInTheDocument();
    await user.keyboard("a");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
  });

  it("begins with the keys A and R, but not where one types", async () => {
    const { user } = open();
    await acceptance();
    await user.keyboard("a");
    expect(await screen.findByRole("dialog")).toHaveTextContent("Accept this model?");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.keyboard("r");
    await user.type(await screen.findByLabelText(/^Reason/), "a rarer area");
    expect(screen.getByLabelText(/^Reason/)).toHaveValue("a rarer area");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("begins with its key under Caps Lock, too, but not with Shift held", async () => {
    const { user } = open();
    await acceptance();
    await user.keyboard("{Shift>}R{/Shift}");
    expect(screen.queryByLabelText(/^Reason/)).not.toBeInTheDocument();
    await user.keyboard("R");
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
  });

  it("does not begin with a letter that chooses from a menu", async () => {
    const { user } = open(
      {},
      "pending",
      <>
        <ReviewPanel record={aRecord("pending")} />
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

  it("to reject says when the names of the files could not be had, and asks again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let fails = true;
    const { user, askedFor } = open({
      [endpoints.listFiles.path]: () => (fails ? new VendorError("no", 500) : []),
    });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(await screen.findByText(/^The list of files could not be loaded\./)).toBeVisible();
    const asked = askedFor(endpoints.listFiles.path).length;
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument());
    expect(askedFor(endpoints.listFiles.path)).toHaveLength(asked + 1);
  });

  it("to reject may be left, and the focus is on its button then", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("button", { name: "Reject" })).toHaveFocus();
    await user.keyboard("r");
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
  });

  it("takes no focus from the next record, where its page is up to date only later", async () => {
    let arrive = () => undefined as void;
    const late = new Promise<void>((resolve) => (arrive = resolve));
    let isDecided = false;
    const queue = ["7", "8"].map((id) => aWireRecord({ id, status: "pending" }));
    const Page = () => <RecordDetailPage key={useParams()["recordId"]} Review={ReviewPanel} isOwn={false} />;
    const { user, path } = renderDetail(
      {
        [endpoints.getRecord.path]: ({ params }) => [
          aWireRecord({ id: params!["recordId"]!, status: "pending" }),
        ],
        [endpoints.listReviews.path]: () => (isDecided ? late.then(() => queue) : queue),
        [endpoints.acceptRecord.path]: () => {
          isDecided = true;
          return [];
        },
      },
      <Page />,
    );
    await user.click(await acceptance());
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByText("Accepted record!")).toBeVisible();
    await user.keyboard("j");
    await waitFor(() => expect(path()).toBe("/app/view/8"));
    const box = await screen.findByRole("button", { name: "Send a message" });
    box.focus();
    await act(async () => arrive());
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(box).toHaveFocus();
  });

  it("to reject needs a reason", async () => {
    const { user, askedFor } = open();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect((await screen.findAllByText("Required"))[0]).toBeVisible();
    expect(askedFor(endpoints.rejectRecord.path)).toEqual([]);
  });

  it.each([
    [`Model description: ${"x".repeat(2001)}`, "Model description: Must have 2,000 characters or fewer."],
    ["Model description: is short.\n".repeat(201), "Reasons: Must have 200 entries or fewer."],
    ["x".repeat(10_001), "A reason can be 10,000 characters long at most."],
  ])("to reject says which of its lines the services would refuse, and why", async (text, words) => {
    const { user, askedFor } = open({ [endpoints.rejectRecord.path]: [] });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.paste(text);
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
    expect(askedFor(endpoints.rejectRecord.path)).toEqual([]);
  });

  it("to reject is not sent by the Enter that names a field, nor by one that names nothing", async () => {
    const { user, askedFor } = open({ [endpoints.rejectRecord.path]: [] });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    const reason = screen.getByLabelText(/^Reason/);
    await user.type(reason, "The terrain is old.");
    await user.type(screen.getByRole("combobox", { name: "Name a field" }), "descr{Enter}");
    expect(reason).toHaveValue("The terrain is old.\nModel description: ");
    await waitFor(() => expect(reason).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(reason).toHaveAccessibleDescription("Model description: Say what is to change.");
    expect(reason).toHaveFocus();
    await user.type(screen.getByRole("combobox", { name: "Name a field" }), "zzz{Enter}");
    expect(askedFor(endpoints.rejectRecord.path)).toEqual([]);
  });

  it("to reject names fields by their titles and files by their paths", async () => {
    const file = {
      upload_type: "file",
      mime_type: "",
      size: 1,
      sha256: "a",
      archived: false,
      upload_batch_id: "b",
    };
    const { user, askedFor } = open({
      [endpoints.rejectRecord.path]: [],
      [endpoints.listFiles.path]: [
        { ...file, path: "b/files/Model_Files", upload_type: "directory" },
        { ...file, path: "b/files/Model_Files/Creek.g01" },
        { ...file, path: "b/files/Model_Files/Hidden\u200B.g02" },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("combobox", { name: "Name a field" }));
    await user.click(await screen.findByRole("option", { name: "Model description" }));
    const reason = screen.getByLabelText(/^Reason/);
    await waitFor(() => expect(reason).toHaveFocus());
    await user.type(reason, "too short.");
    await user.click(screen.getByRole("combobox", { name: "Name a file" }));
    await user.click(await screen.findByRole("option", { name: "Model_Files/Creek.g01" }));
    await waitFor(() => expect(reason).toHaveValue("Model description: too short.\nModel_Files/Creek.g01: "));
    await user.type(reason, "cut at the county line.{Enter}As said on the phone: thank you.");
    expect(
      screen.getByText("The vendor ticks off, one by one: Model description, Model_Files/Creek.g01"),
    ).toBeVisible();
    await user.click(screen.getByRole("combobox", { name: "Name a file" }));
    await user.click(await screen.findByRole("option", { name: "Model_Files/Hidden⟨U+200B⟩.g02" }));
    await waitFor(() => expect(reason).toHaveDisplayValue(/Model_Files\/Hidden⟨U\+200B⟩\.g02: $/));
    await user.type(reason, "is empty.");
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Rejected record!")).toBeVisible();
    const [asked] = askedFor(endpoints.rejectRecord.path);
    const body = asked!.body!;
    expect(body).toMatchObject({ tdis_identifier: "7" });
    expect(body["reason"]).toContain("Model description: too short.\nModel_Files/Creek.g01:");
    const description = fieldWithRole(schemaOf("metadata"), "summary");
    expect(body["reasons"]).toEqual([
      { kind: "field", name: description, text: "too short." },
      { kind: "file", name: "Model_Files/Creek.g01", text: "cut at the county line." },
      { kind: "file", name: "Model_Files/Hidden\u200B.g02", text: "is empty." },
    ]);
  });
});

it("leads to the next record of the queue by J, and to the one before by K", async () => {
  const queue = ["6", "7", "8"].map((id) =>
    aWireRecord({ id, status: "pending", timeOfLastStatusChange: `2026-03-0${id}T00:00:00.000Z` }),
  );
  const { user, path } = open({ [endpoints.listReviews.path]: queue });
  expect(await screen.findByText("2 of 3 waiting")).toBeVisible();
  expect(screen.getByRole("link", { name: "Previous" })).toHaveAttribute("href", "/app/view/6");
  await user.keyboard("j");
  expect(path()).toBe("/app/view/8");
});

it("asks before J or a link leaves a reason that is not sent", async () => {
  const queue = ["7", "8"].map((id) => aWireRecord({ id, status: "pending" }));
  const { user, path } = open({ [endpoints.listReviews.path]: queue });
  await screen.findByText(/of 2 waiting/);
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.type(await screen.findByRole("textbox", { name: /reason/i }), "The terrain is old.");
  await user.click(screen.getByRole("link", { name: /^(Next|Previous)$/ }));
  await user.click(await screen.findByRole("button", { name: "Stay" }));
  expect(path()).toBe("/app/");
  expect(screen.getByRole("textbox", { name: /reason/i })).toHaveDisplayValue("The terrain is old.");
});

it("gives a reason back to the same user when the session has ended by itself", async () => {
  const { user, unmount } = open();
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.type(await screen.findByRole("textbox", { name: /reason/i }), "The terrain is old.");
  act(() => session.end("Session expired"));
  unmount();
  open();
  expect(await screen.findByRole("textbox", { name: /reason/i })).toHaveDisplayValue("The terrain is old.");
});

describe("the evidence", () => {
  const report = async () => {
    const found = await modelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
    return encode(schemaOf("model-report"), { ...found }, "read");
  };
  const uploads = [
    aWireUpload({ uploadBatchId: "b", newFiles: 2, changedFiles: 1, goneFiles: 0, fileCount: 14 }),
    aWireUpload({ uploadBatchId: "a", path: "a/model.zip", uploaded: "2026-01-02T00:00:00.000Z" }),
  ];
  const evidence = async () => ({
    [endpoints.listArchive.path]: uploads,
    [endpoints.modelReport.path]: [await report()],
    [endpoints.uploadReceipt.path]: [{ warnings: ["The folder GIS is empty."] }],
  });

  it("offers every finding, the first of many at once", async () => {
    const warnings = Array.from({ length: 8 }, (_, index) => `Folder ${index + 1} is empty.`);
    const { user } = open({ ...(await evidence()), [endpoints.uploadReceipt.path]: [{ warnings }] });
    await user.click(await screen.findByRole("button", { name: "Show all 8 findings" }));
    await user.click(screen.getByRole("button", { name: "Put into the reason: Upload: Folder 8 is empty." }));
    expect(screen.getByLabelText(/^Reason/)).toHaveDisplayValue("Upload: Folder 8 is empty.");
  });

  it.each(["modelReport", "uploadReceipt", "listArchive"] as const)(
    "says that part of it is missing where %s failed, and asks again",
    async (call) => {
      allowRefusals();
      let fails = true;
      const found = await evidence();
      const answer = () => {
        if (fails) throw new VendorError("The portal cannot answer.", 500);
        return found[endpoints[call].path]!;
      };
      const { user } = open({ ...found, [endpoints[call].path]: answer });
      const missing = /^Part of what there is to look at could not be loaded\. The portal cannot answer\./;
      expect(await screen.findByText(missing)).toBeVisible();
      fails = false;
      await user.click(screen.getByRole("button", { name: "Retry" }));
      await waitFor(() => expect(screen.queryByText(missing)).not.toBeInTheDocument());
      expect(await screen.findByText("Upload: The folder GIS is empty.")).toBeVisible();
      expect(await screen.findByText(/3 things are missing$/)).toBeVisible();
    },
  );

  it("stands beside the decision: what changed, what was advised, what is missing, what contradicts", async () => {
    open(await evidence());
    expect(
      await screen.findByText(/^Version 2, .* in 14 files\. Since version 1: 2 new, 1 changed\.$/),
    ).toBeVisible();
    expect(await screen.findByText("Upload: The folder GIS is empty.")).toBeVisible();
    expect(await screen.findByText(/3 things are missing$/)).toBeVisible();
    expect(
      screen.getByText("Software version: Model_Files/Pecan.p02 says 6.5, the record 6.10."),
    ).toBeVisible();
  });

  it("names the version by its number, though the ones before it were put aside", async () => {
    const [second, first] = uploads;
    open({
      ...(await evidence()),
      [endpoints.listArchive.path]: [
        { ...second!, upload_version: 3 },
        { ...first!, upload_version: 2, archived: true },
      ],
    });
    expect(await screen.findByText(/^Version 3, .* Since version 2: 2 new, 1 changed\.$/)).toBeVisible();
  });

  it("becomes a reason at a press, beginning with the field or file that it is about", async () => {
    const { user, askedFor } = open({ ...(await evidence()), [endpoints.rejectRecord.path]: [] });
    await user.click(await screen.findByRole("button", { name: /^Put into the reason: Software version/ }));
    const [missing] = screen.getAllByRole("button", {
      name: /^Put into the reason: Model_Files\/Pecan\.p01: /,
    });
    await user.click(missing!);
    await user.click(screen.getByRole("button", { name: /^Put into the reason: Upload: The folder GIS/ }));
    expect(screen.getByLabelText(/^Reason/)).toHaveDisplayValue(
      /^Software version: Model_Files\/Pecan\.p02 says 6\.5, the record 6\.10\.\nModel_Files\/Pecan\.p01: refers to "Pecan\.g01" .*\nUpload: The folder GIS is empty\.$/,
    );
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Rejected record!")).toBeVisible();
    const [sent] = askedFor(endpoints.rejectRecord.path);
    expect((sent!.body as { reasons: unknown }).reasons).toContainEqual({
      kind: "finding",
      name: "Upload",
      text: "The folder GIS is empty.",
    });
  });
});
