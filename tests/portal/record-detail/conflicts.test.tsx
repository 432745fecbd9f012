import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { schemaOf, type JsonObject } from "../../../src/contract/schema/fields.ts";
import type { UploadConflict } from "../../../src/contract/generated/entities.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { conflictsBetween } from "../../fixtures/aConflict.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { reading } from "../../support/reading.ts";
import { aWireFile, aWireUpload, renderDetail } from "./renderDetail.tsx";

const { recordConflicts, resolveBatchConflict, resolveFileConflict, resolveFileConflicts } = endpoints;
const { undoConflictResolution, uploadReceipt } = endpoints;

/** A document without a layout has nothing to scroll. */
beforeEach(() => void (Element.prototype.scrollIntoView = vi.fn()));

const toWire = (versions: UploadConflict[]): JsonObject[] =>
  versions.map((version) => encode(schemaOf("upload-conflict"), version as unknown as JsonObject, "read"));

const aReceipt = (files: Record<string, string>): JsonObject => ({
  files: Object.entries(files).map(([path, sha256]) => ({ path, sha256, size: 1000 })),
});

const receipts: Record<string, JsonObject> = {
  u1: aReceipt({ "a.hdf": "a1", "b.hdf": "b1", "read_me.txt": "r", "old.txt": "o" }),
  u2: aReceipt({ "a.hdf": "a2", "b.hdf": "b2", "read_me.txt": "r", "new.txt": "n" }),
};

const FILES = { u1: ["read_me.txt", "old.txt"], u2: ["read_me.txt", "new.txt"], u3: ["new.txt"] };

/** What the services list of an upload beside its contested files, as their receipts say. */
const listedFiles = (uploads: number): JsonObject[] =>
  Object.entries(FILES)
    .slice(0, uploads)
    .flatMap(([uploadBatchId, names], upload) => [
      aWireFile(`${uploadBatchId}/files/R`, { uploadBatchId, uploadType: "directory", uploadId: "1" }),
      ...names.map((name, at) =>
        aWireFile(`${uploadBatchId}/files/${name}`, {
          uploadBatchId,
          sha256: name[0],
          uploadId: String(90 + upload * 3 + at),
        }),
      ),
    ]);

const listedUploads = (uploads: number): JsonObject[] =>
  ["u1", "u2", "u3"].slice(0, uploads).map((uploadBatchId, at) =>
    aWireUpload({
      uploadBatchId,
      path: `${uploadBatchId}/model.zip`,
      uploaded: `2026-03-0${at + 2}T15:04:05.000Z`,
      uploadVersion: at + 1,
      fileCount: 4,
      size: 4000,
      ...(at > 0 && { newFiles: 1, changedFiles: 2, sameFiles: 1, goneFiles: 1 }),
    }),
  );

const aResolution = (overrides: JsonObject = {}): JsonObject =>
  encode(
    schemaOf("resolution"),
    {
      id: "31",
      username: "vendor1",
      date: "2026-03-04T15:04:05.000Z",
      uploadVersion: 2,
      keptVersion: 1,
      chosen: [],
      putAside: [{ path: "a.hdf", version: 2 }],
      putAsideCount: 3,
      undone: null,
      undoneBy: null,
      ...overrides,
    },
    "read",
  );

/** A record with two files of which `uploads` uploads hold versions; what is resolved is gone from the next look on. */
function renderConflicts(answers: Answers = {}, { uploads = 2, page = <RecordDetailPage /> } = {}) {
  const all = conflictsBetween(["a.hdf", "b.hdf"], uploads);
  let open = all;
  let log: JsonObject[] = [];
  const choose = (left: UploadConflict[]) => {
    log = [aResolution(), ...log];
    return toWire((open = left));
  };
  const withId = (ids: unknown[]) => open.find(({ uploadId }) => ids.includes(uploadId));
  const view = renderDetail(
    {
      [recordConflicts.path]: () => toWire(open),
      [uploadReceipt.path]: ({ params }) => [receipts[params!["uploadBatchId"]!] ?? aReceipt({})],
      [endpoints.listFiles.path]: () => listedFiles(uploads),
      [endpoints.listArchive.path]: () => listedUploads(uploads),
      [endpoints.listResolutions.path]: () => log,
      [resolveBatchConflict.path]: () => choose([]),
      [resolveFileConflict.path]: ({ body }) => {
        const chosen = withId([body!["upload_id"]]);
        return choose(open.filter(({ conflictNumber }) => conflictNumber !== chosen?.conflictNumber));
      },
      [resolveFileConflicts.path]: () => choose([]),
      [undoConflictResolution.path]: () => {
        log = [aResolution({ undone: "2026-03-04T16:04:05.000Z", undoneBy: "vendor1" })];
        return toWire((open = all));
      },
      ...answers,
    },
    page,
  );
  const panel = () => screen.findByRole("region", { name: "Multiple Uploads Detected" });
  const pick = async (name: RegExp) => view.user.click(await screen.findByRole("radio", { name }));
  return { ...view, panel, choose: pick };
}

const bodiesOf = (view: ReturnType<typeof renderConflicts>, path: string) =>
  view.askedFor(path).map(({ body }) => body);

it("tells of conflicts that come after earlier ones were resolved on the open page", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const both = conflictsBetween(["a.hdf"], 2);
  let open = both;
  const view = renderConflicts({ [recordConflicts.path]: () => toWire(open) });
  const nextLook = () => act(() => vi.advanceTimersByTimeAsync(61_000));
  await view.panel();
  open = [];
  await nextLook();
  await waitFor(() => expect(screen.queryByText("Multiple Uploads Detected")).toBeNull());
  open = both;
  await nextLook();
  expect(await screen.findByRole("button", { name: "Show" })).toBeVisible();
  vi.useRealTimers();
});

it("tells of no conflicts that the user has brought back by an Undo", async () => {
  let answer = () => undefined as void;
  let files: Promise<JsonObject[]> | JsonObject[] = listedFiles(2);
  const view = renderConflicts({ [endpoints.listFiles.path]: () => files });
  await view.panel();
  await view.choose(/v1/);
  await view.press("Keep this upload");
  await screen.findByRole("button", { name: "Undo" });
  files = new Promise((resolve) => (answer = () => resolve(listedFiles(2))));
  await view.press("Undo");
  const heading = await screen.findByRole("heading", { name: "Multiple Uploads Detected" });
  expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
  answer();
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
});

it("leaves the focus where the user is when others choose after them", async () => {
  const log = [aResolution()];
  const view = renderConflicts({ [endpoints.listResolutions.path]: () => [...log] });
  await view.panel();
  await view.choose(/v1/);
  await view.press("Keep this upload");
  const list = await screen.findByRole("list", { name: "Choices, the newest first" });
  await waitFor(() => expect(list).toHaveFocus());
  const message = screen.getByRole("button", { name: "Send a message" });
  act(() => message.focus());
  log.unshift(aResolution({ id: "32", username: "vendor2" }));
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  expect(await within(list).findByText(/vendor2/)).toBeVisible();
  expect(message).toHaveFocus();
});

it("are not spoken of while there are none", async () => {
  renderDetail();
  await screen.findByRole("region", { name: "Status & Messages" });
  expect(screen.queryByText("Multiple Uploads Detected")).toBeNull();
});

it("are asked about file by file where the services count them, and not listed before", async () => {
  const uploads = ["u2", "u1"].map((uploadBatchId) => ({ uploadBatchId, contestedFiles: 2 }));
  const contested = conflictsBetween(["a.hdf", "b.hdf"], 2).map(({ filename, ...file }) =>
    aWireFile(`${file.uploadBatchId}/files/${filename}`, { ...file }),
  );
  const view = renderConflicts({
    [endpoints.conflictSummary.path]: [{ contested_files: 2, left_out_files: 1, uploads }],
    [endpoints.listFiles.path]: [...listedFiles(2), ...contested],
  });
  await screen.findByText(
    /^2 uploads of this model hold different versions of 2 files\. V2 leaves out 1 file/,
  );
  expect(screen.getByText("Holds its own version of 2 files.")).toBeVisible();
  await view.press("File by file");
  expect(await screen.findByText("4 files shown, 0 of 4 chosen")).toBeVisible();
  await view.press("A whole upload");
  await view.choose(/^v1 ?March 2nd/);
  await screen.findByText("The model will be exactly v1: 4 files.");
  expect(linesOf("What will happen")).toContain("1 file will be left out. Undo brings them back.");
  expect(view.askedFor(recordConflicts.path)).toEqual([]);
});

const linesOf = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("a whole upload", () => {
  it("is told by its version, when, by whom, its size, and what it changed", async () => {
    const { user } = renderConflicts();
    await screen.findByRole("radio", {
      name: /^v2 ?March 3rd 2026, \d+:04:05 [ap]m by vendor1 ?newest ?4 files, 4\.0 kB$/,
    });
    const panel = within(screen.getByRole("radiogroup", { name: "Uploads" }));
    for (const count of ["2 changed", "1 added", "1 gone"]) expect(panel.getByText(count)).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Show files that v2 changed" }));
    await screen.findByRole("region", { name: "What v2 changed" });
    expect(linesOf("What v2 changed")).toEqual([
      "changeda.hdf1.0 kB",
      "changedb.hdf1.0 kB",
      "newnew.txt1.0 kB",
      "goneold.txt1.0 kB",
    ]);
  });

  it("is not said to change what it changed against a version that was put aside", async () => {
    const [v1, v2] = listedUploads(2);
    renderConflicts({ [endpoints.listArchive.path]: [v1!, { ...v2!, upload_version: 3 }] });
    await screen.findByRole("radio", { name: /^v3 ?March 3rd/ });
    const panel = within(screen.getByRole("radiogroup", { name: "Uploads" }));
    expect(panel.queryByText("Against the version before:")).toBeNull();
    expect(panel.getAllByText("Holds its own version of 2 files.")).toHaveLength(2);
  });

  it("is chosen after a look at all that will stand, and the choice is undone in the log", async () => {
    const view = renderConflicts();
    await screen.findByText(
      /^2 uploads of this model hold different versions of 2 files\. V2 leaves out 1 file/,
    );
    expect(screen.getByRole("button", { name: "Keep this upload" })).toBeDisabled();
    await view.choose(/^v1 ?March 2nd/);
    await screen.findByText("The model will be exactly v1: 4 files.");
    expect(linesOf("What will happen")).toEqual([
      "The model will be exactly v1: 4 files.",
      "2 other versions will be put aside. Undo brings them back.",
      "1 file will be left out. Undo brings them back.",
      "No conflict will be left.",
    ]);
    await view.press("Show these files");
    expect(linesOf("Files of the model")).toEqual(
      ["a.hdf", "b.hdf", "old.txt", "read_me.txt"].map((path) => `${path}as v1 holds it`),
    );
    await view.press("Keep this upload");
    expect(await screen.findByText("Selected upload")).toBeVisible();
    expect(bodiesOf(view, resolveBatchConflict.path)).toEqual([
      { username: "vendor1", model_tdis_identifier: "7", upload_batch_id: "u1" },
    ]);
    const log = await screen.findByRole("list", { name: "Choices, the newest first" });
    expect(log).toHaveTextContent(/^Kept v1 as a whole March 4th 2026, .* by vendor1/);
    expect(log).toHaveTextContent(/3 versions put asidea\.hdf v2and 2 more/);
    await waitFor(() => expect(log).toHaveFocus());
    await view.press("Undo");
    await view.panel();
    expect(view.askedFor(undoConflictResolution.path)).toMatchObject([
      { body: { username: "vendor1", tdis_identifier: "7" }, headers: { "If-Match": '"31"' } },
    ]);
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "Multiple Uploads Detected" })).toHaveFocus(),
    );
    expect(await screen.findByText(reading(/; undone March 4th 2026, .* by vendor1$/))).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("that could not be chosen stays chosen, and is tried again", async () => {
    allowRefusals();
    let isDown = true;
    const view = renderConflicts({
      [resolveBatchConflict.path]: () => (isDown ? new VendorError("", 0) : []),
    });
    await view.choose(/^v2 ?March 3rd/);
    await view.press("Keep this upload");
    expect(await screen.findByText("Failed to resolve conflict.")).toBeVisible();
    expect(screen.getByText(/Your choice is kept\.$/)).toBeVisible();
    expect(screen.getByRole("radio", { name: /^v2 ?March 3rd/ })).toBeChecked();
    isDown = false;
    await view.press("Retry");
    expect(await screen.findByText("Selected upload")).toBeVisible();
  });

  it("is offered by what only conflicts tell of, where uploads are not listed", async () => {
    allowRefusals();
    const none = new VendorError("Not found", 404);
    const view = renderConflicts({
      [endpoints.listArchive.path]: [],
      [endpoints.listFiles.path]: [],
      [uploadReceipt.path]: none,
      [endpoints.listResolutions.path]: none,
    });
    expect(await screen.findAllByText("Holds its own version of 2 files.")).toHaveLength(2);
    await view.choose(/^March 2nd/);
    expect(await screen.findByText(/^The model will be exactly the upload of March 2nd 2026/)).toBeVisible();
  });
});

describe("file by file", () => {
  it("one version is chosen under the user's name, and the rest stays open", async () => {
    const view = renderConflicts({
      [endpoints.listFiles.path]: { rows: listedFiles(2), etag: '"files-1"' },
    });
    await view.press("File by file");
    const group = within(screen.getByRole("radiogroup", { name: "a.hdf" }));
    const [newest, oldest] = group.getAllByRole("radio");
    expect(newest).toHaveAccessibleName(/^v2 ?March 3rd 2026, .* by vendor1 ?2\.0 kB ?newest$/);
    expect(oldest).toHaveAccessibleName(/^v1 ?March 2nd 2026, .* by vendor1 ?1\.0 kB$/);
    await view.user.click(oldest!);
    expect(linesOf("What will happen")).toEqual([
      "1 file will have the chosen version. 2 files not in every upload will stay, since nothing is chosen of them.",
      "1 other version will be put aside. Undo brings them back.",
      "1 file will still have to be chosen.",
    ]);
    await view.press("Make 1 choice");
    expect(await screen.findByText("Resolved file conflict")).toBeVisible();
    expect(view.askedFor(resolveFileConflict.path)).toMatchObject([
      {
        body: { username: "vendor1", model_tdis_identifier: "7", upload_id: "11" },
        headers: { "If-Match": '"files-1"' },
      },
    ]);
    expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  });

  it("asks also about what only one upload holds and what the newest leaves out, all in one call", async () => {
    const view = renderConflicts();
    await view.press("File by file");
    const group = (name: RegExp) => within(screen.getByRole("radiogroup", { name }));
    await view.user.click(group(/^b\.hdf/).getAllByRole("radio")[1]!);
    await view.press("Take the newest for the rest");
    await view.press("Leave out what v2 leaves out");
    expect(screen.getByText("4 files shown, 4 of 4 chosen")).toBeVisible();
    expect(group(/^new\.txt only v2 holds it/).getAllByRole("radio")[0]).toBeChecked();
    expect(group(/^old\.txt v2 leaves it out/).getByRole("radio", { name: "Leave it out" })).toBeChecked();
    await view.press("Make 4 choices");
    expect(await screen.findByText("Resolved file conflict")).toBeVisible();
    expect(bodiesOf(view, resolveFileConflicts.path)).toEqual([
      {
        username: "vendor1",
        model_tdis_identifier: "7",
        upload_ids: ["12", "21", "94"],
        left_out_ids: ["91"],
      },
    ]);
  });

  it("goes one after the other where the services take no more than one, and keeps what failed", async () => {
    allowRefusals();
    const refused = () => new VendorError("The line is down.", 500);
    const answers: Answers = { [resolveFileConflicts.path]: new VendorError("Not found", 404) };
    const view = renderConflicts({ ...answers, [resolveFileConflict.path]: refused });
    await view.press("File by file");
    await view.press("Take the newest for the rest");
    await view.press("Make 3 choices");
    expect(await screen.findByText("Failed to resolve file conflict.")).toBeVisible();
    expect(screen.getByText(/The line is down\. Your choice is kept\.$/)).toBeVisible();
    expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(3);
    expect(bodiesOf(view, resolveFileConflict.path)).toHaveLength(1);
  });

  it("is searched, shows what is left to choose, and keeps its choices while the mode changes", async () => {
    const view = renderConflicts();
    await view.press("File by file");
    const groups = () =>
      screen.queryAllByRole("radiogroup").map((group) => group.getAttribute("aria-labelledby"));
    await view.user.click(screen.getAllByRole("radio")[0]!);
    await view.press("A whole upload");
    await view.press("File by file");
    expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(1);
    await view.user.click(screen.getByRole("checkbox", { name: "Only those not chosen yet" }));
    expect(groups()).toHaveLength(3);
    await view.user.type(screen.getByRole("searchbox", { name: "Search these files" }), "a.h");
    await waitFor(() => expect(groups()).toHaveLength(0));
  });
});

describe("who may not choose", () => {
  it.each([
    [
      "the record is another's",
      { page: <RecordDetailPage isOwn={false} /> },
      "pending",
      /Only the record's vendor/,
    ],
    ["the agency has decided", {}, "rejected", /The agency has decided/],
  ] as const)("sees what differs, because %s", async (_, options, status, why) => {
    const view = renderConflicts({ [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })] }, options);
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.queryByRole("region", { name: "What will happen" })).toBeNull();
    await view.press("File by file");
    expect(screen.getByText("a.hdf")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
  });
});

it("are undone from the log after any reload, and say so when another choice was made since", async () => {
  allowRefusals();
  const since = "Another choice was made since this one.";
  const view = renderConflicts({
    [recordConflicts.path]: [],
    [endpoints.listResolutions.path]: [aResolution(), aResolution({ id: "30", keptVersion: null })],
    [undoConflictResolution.path]: new VendorError(since, 409),
  });
  expect(await screen.findAllByRole("button", { name: "Undo" })).toHaveLength(1);
  await view.press("Undo");
  expect(await screen.findByText(`The choice could not be undone. ${since}`)).toBeVisible();
  const [asked] = view.askedFor(undoConflictResolution.path);
  expect(asked?.headers).toMatchObject({ "If-Match": '"31"' });
});

it.each([
  ["pending", true, 1],
  ["in progress", true, 1],
  ["accepted", true, 0],
  ["pending", false, 1],
  ["in progress", false, 0],
] as const)("may be undone while the record is %s, own: %s", async (status, isOwn, buttons) => {
  const page = <RecordDetailPage isOwn={isOwn} />;
  const answers = {
    [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })],
    [recordConflicts.path]: [],
    [endpoints.listResolutions.path]: [aResolution()],
  };
  renderConflicts(answers, { page });
  await screen.findByText("Choices between uploads");
  expect(screen.queryAllByRole("button", { name: "Undo" })).toHaveLength(buttons);
});

it("tell of a newer upload that only leaves files out, until somebody has said what stays", async () => {
  const answers = { [recordConflicts.path]: [] };
  renderConflicts(answers);
  expect(await screen.findByRole("heading", { name: "Files Left Out" })).toBeVisible();
  expect(screen.getByText(/^V2 leaves out 1 file that earlier uploads brought/)).toBeVisible();
  expect(screen.queryByText("Multiple Uploads Detected")).toBeNull();
});

it("speak no more of files left out once a choice was made since", async () => {
  renderConflicts({ [recordConflicts.path]: [], [endpoints.listResolutions.path]: [aResolution()] });
  await screen.findByText("Choices between uploads");
  expect(screen.queryByRole("heading", { name: "Files Left Out" })).toBeNull();
});

it("speak of files left out though the newest upload is a correction, which says nothing of them", async () => {
  const correction = aResolution({ keptVersion: null, correctedVersion: 1 });
  renderConflicts({ [recordConflicts.path]: [], [endpoints.listResolutions.path]: [correction] });
  expect(await screen.findByText(/^Sent a correction of/)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Files Left Out" })).toBeVisible();
});

it("are the one thing the record waits for: its action leads to them", async () => {
  const { user } = renderConflicts();
  await user.click(await screen.findByRole("button", { name: "Resolve uploads" }));
  expect(screen.getByRole("heading", { name: "Multiple Uploads Detected" })).toHaveFocus();
});
