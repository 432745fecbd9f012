import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { UploadConflict } from "../../../src/contract/generated/entities.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import type { PortalConfig } from "../../../src/portal/providers/calls/portalConfig.ts";
import { conflictsBetween } from "../../fixtures/aConflict.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { hasWholeText } from "../../support/hasWholeText.ts";
import { aWireFile, aWireUpload, renderDetail } from "./renderDetail.tsx";

const { recordConflicts, resolveBatchConflict, resolveFileConflict, resolveFileConflicts } = endpoints;
const { undoConflictResolution, uploadReceipt } = endpoints;

const toWire = (versions: UploadConflict[]): JsonObject[] =>
  versions.map((version) => encode(getSchema("upload-conflict"), version as unknown as JsonObject, "read"));

const createReceipt = (files: Record<string, string>): JsonObject => ({
  files: Object.entries(files).map(([path, sha256]) => ({ path, sha256, size: 1000 })),
});

const receipts: Record<string, JsonObject> = {
  u1: createReceipt({ "a.hdf": "a1", "b.hdf": "b1", "read_me.txt": "r", "old.txt": "o" }),
  u2: createReceipt({ "a.hdf": "a2", "b.hdf": "b2", "read_me.txt": "r", "new.txt": "n" }),
};

const FILES = { u1: ["read_me.txt", "old.txt"], u2: ["read_me.txt", "new.txt"], u3: ["new.txt"] };

/** The uploads' files without a conflict, matching their receipts. */
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
      ...(at > 0 && { newFiles: 1, changedFiles: 2, unchangedFiles: 1, removedFiles: 1 }),
    }),
  );

const createResolution = (overrides: JsonObject = {}): JsonObject =>
  encode(
    getSchema("resolution"),
    {
      id: "31",
      username: "vendor1",
      date: "2026-03-04T15:04:05.000Z",
      uploadVersion: 2,
      keptVersion: 1,
      chosen: [],
      archivedFiles: [{ path: "a.hdf", version: 2 }],
      archivedFileCount: 3,
      undone: null,
      undoneBy: null,
      reversal: "undo",
      ...overrides,
    },
    "read",
  );

/** Renders a record with conflicting versions of two files in `uploads` uploads. Resolving removes the conflicts. */
interface ConflictsSetting {
  uploads?: number;
  page?: ReactElement;
  config?: Partial<PortalConfig>;
}

function renderConflicts(answers: Answers = {}, setting: ConflictsSetting = {}) {
  const { uploads = 2, page = <RecordDetailPage />, config } = setting;
  const allConflicts = conflictsBetween(["a.hdf", "b.hdf"], uploads);
  let openConflicts = allConflicts;
  let log: JsonObject[] = [];
  const resolve = (remaining: UploadConflict[]) => {
    log = [createResolution(), ...log];
    return toWire((openConflicts = remaining));
  };
  const findConflict = (ids: unknown[]) => openConflicts.find(({ uploadId }) => ids.includes(uploadId));
  const view = renderDetail(
    {
      [recordConflicts.path]: () => toWire(openConflicts),
      [uploadReceipt.path]: ({ params }) => [receipts[params!["uploadBatchId"]!] ?? createReceipt({})],
      [endpoints.listFiles.path]: () => listedFiles(uploads),
      [endpoints.listArchive.path]: () => listedUploads(uploads),
      [endpoints.listResolutions.path]: () => log,
      [resolveBatchConflict.path]: () => resolve([]),
      [resolveFileConflict.path]: ({ body }) => {
        const chosen = findConflict([body!["upload_id"]]);
        return resolve(
          openConflicts.filter(({ conflictNumber }) => conflictNumber !== chosen?.conflictNumber),
        );
      },
      [resolveFileConflicts.path]: () => resolve([]),
      [undoConflictResolution.path]: () => {
        log = [
          createResolution({ undone: "2026-03-04T16:04:05.000Z", undoneBy: "vendor1", reversal: "redo" }),
        ];
        return toWire((openConflicts = allConflicts));
      },
      [endpoints.redoConflictResolution.path]: () => {
        log = [createResolution()];
        return toWire((openConflicts = []));
      },
      [endpoints.reversalOutcome.path]: [
        { reversal: "undo", versions: [1], rejected_version: 1, status: "in progress" },
      ],
      ...answers,
    },
    page,
    undefined,
    config,
  );
  const findPanel = () => screen.findByRole("region", { name: "Multiple Uploads Detected" });
  const choose = async (name: RegExp) => view.user.click(await screen.findByRole("radio", { name }));
  const confirm = async (name: "Undo" | "Redo") => {
    await view.press(name);
    const dialog = await screen.findByRole("dialog", { name: `${name} this conflict resolution?` });
    const button = within(dialog).getByRole("button", { name });
    await waitFor(() => expect(button).toBeEnabled());
    await view.user.click(button);
  };
  return { ...view, findPanel, choose, confirm };
}

const listRequestBodies = (view: ReturnType<typeof renderConflicts>, path: string) =>
  view.askedFor(path).map(({ body }) => body);

it("announces new conflicts that appear after earlier ones were resolved", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const bothVersions = conflictsBetween(["a.hdf"], 2);
  let openConflicts = bothVersions;
  const view = renderConflicts({ [recordConflicts.path]: () => toWire(openConflicts) });
  const poll = () => act(() => vi.advanceTimersByTimeAsync(61_000));
  await view.findPanel();
  openConflicts = [];
  await poll();
  await waitFor(() => expect(screen.queryByText("Multiple Uploads Detected")).toBeNull());
  openConflicts = bothVersions;
  await poll();
  expect(await screen.findByRole("button", { name: "Show" })).toBeVisible();
  vi.useRealTimers();
});

it("does not announce conflicts again that the user reopened with Undo", async () => {
  let resolveFiles = () => undefined as void;
  let files: Promise<JsonObject[]> | JsonObject[] = listedFiles(2);
  const view = renderConflicts({ [endpoints.listFiles.path]: () => files });
  await view.findPanel();
  await view.choose(/v1/);
  await view.press("Keep this upload");
  await screen.findByRole("button", { name: "Undo" });
  files = new Promise((resolve) => (resolveFiles = () => resolve(listedFiles(2))));
  await view.confirm("Undo");
  const heading = await screen.findByRole("heading", { name: "Multiple Uploads Detected" });
  expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
  resolveFiles();
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
});

it("does not move the focus when another user resolves conflicts later", async () => {
  const log = [createResolution()];
  const view = renderConflicts({ [endpoints.listResolutions.path]: () => [...log] });
  await view.findPanel();
  await view.choose(/v1/);
  await view.press("Keep this upload");
  const list = await screen.findByRole("list", { name: "Conflict resolutions, newest first" });
  await waitFor(() => expect(list).toHaveFocus());
  const messageButton = screen.getByRole("button", { name: "Send a message" });
  act(() => messageButton.focus());
  log.unshift(createResolution({ id: "32", username: "vendor2" }));
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  expect(await within(list).findByText(/vendor2/)).toBeVisible();
  expect(messageButton).toHaveFocus();
});

it("shows no conflict panel without conflicts", async () => {
  renderDetail();
  await screen.findByRole("region", { name: "Status & Messages" });
  expect(screen.queryByText("Multiple Uploads Detected")).toBeNull();
});

it("loads the files only on the first choice if the server sends conflict counts", async () => {
  const uploads = ["u2", "u1"].map((uploadBatchId) => ({ uploadBatchId, contestedFiles: 2 }));
  const contested = conflictsBetween(["a.hdf", "b.hdf"], 2).map(({ filename, ...file }) =>
    aWireFile(`${file.uploadBatchId}/files/${filename}`, { ...file }),
  );
  const view = renderConflicts({
    [endpoints.conflictSummary.path]: [{ contested_files: 2, left_out_files: 1, uploads }],
    [endpoints.listFiles.path]: [...listedFiles(2), ...contested],
  });
  await screen.findByText(
    /^2 uploads of this model contain different versions of 2 files\. V2 does not contain 1 file/,
  );
  expect(screen.getByText("2 files differ from the other upload.")).toBeVisible();
  await view.press("File by file");
  expect(await screen.findByText("4 files shown, 0 of 4 chosen")).toBeVisible();
  await view.press("A whole upload");
  await view.choose(/^v1 ?March 2nd/);
  await screen.findByText("The model will contain only the files of v1: 4 files.");
  expect(listLines("What will happen")).toContain("1 file will be removed. You can undo this.");
  expect(view.askedFor(recordConflicts.path)).toEqual([]);
});

const listLines = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("choosing a whole upload", () => {
  it("offers each upload with version, date, user, size and changes", async () => {
    const { user } = renderConflicts();
    await screen.findByRole("radio", {
      name: /^v2 ?March 3rd 2026, \d+:04:05 [ap]m by vendor1 ?latest ?4 files, 4\.0 kB$/,
    });
    const panel = within(screen.getByRole("radiogroup", { name: "Uploads" }));
    for (const count of ["2 files changed", "1 file added", "1 file removed"])
      expect(panel.getByText(count)).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Show files that v2 changed" }));
    await screen.findByRole("region", { name: "Files that v2 changed" });
    expect(listLines("Files that v2 changed")).toEqual([
      "changeda.hdf1.0 kB",
      "changedb.hdf1.0 kB",
      "addednew.txt1.0 kB",
      "removedold.txt1.0 kB",
    ]);
  });

  it("shows no changes of a version whose preceding version is archived", async () => {
    const [v1, v2] = listedUploads(2);
    renderConflicts({ [endpoints.listArchive.path]: [v1!, { ...v2!, upload_version: 3 }] });
    await screen.findByRole("radio", { name: /^v3 ?March 3rd/ });
    const panel = within(screen.getByRole("radiogroup", { name: "Uploads" }));
    expect(panel.queryByText(/^Changed since/)).toBeNull();
    expect(panel.getAllByText("2 files differ from the other upload.")).toHaveLength(2);
  });

  it("shows a preview, keeps the upload's files, and can be undone in the log", async () => {
    const view = renderConflicts();
    await screen.findByText(
      /^2 uploads of this model contain different versions of 2 files\. V2 does not contain 1 file/,
    );
    expect(screen.getByRole("button", { name: "Keep this upload" })).toBeDisabled();
    await view.choose(/^v1 ?March 2nd/);
    await screen.findByText("The model will contain only the files of v1: 4 files.");
    expect(listLines("What will happen")).toEqual([
      "The model will contain only the files of v1: 4 files.",
      "2 other versions will be archived. You can undo this.",
      "1 file will be removed. You can undo this.",
      "No conflicts will remain.",
    ]);
    await view.press("Keep this upload");
    expect(await screen.findByText("Selected upload")).toBeVisible();
    expect(listRequestBodies(view, resolveBatchConflict.path)).toEqual([
      { username: "vendor1", model_tdis_identifier: "7", upload_batch_id: "u1" },
    ]);
    const log = await screen.findByRole("list", { name: "Conflict resolutions, newest first" });
    expect(log).toHaveTextContent(/^Kept all of v1 March 4th 2026, .* by vendor1/);
    expect(log).toHaveTextContent(/3 versions archiveda\.hdf v2and 2 more/);
    await waitFor(() => expect(log).toHaveFocus());
    await view.confirm("Undo");
    await view.findPanel();
    expect(view.askedFor(undoConflictResolution.path)).toMatchObject([
      { body: { username: "vendor1", tdis_identifier: "7" }, headers: { "If-Match": '"31"' } },
    ]);
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "Multiple Uploads Detected" })).toHaveFocus(),
    );
    expect(await screen.findByText(hasWholeText(/; undone March 4th 2026, .* by vendor1$/))).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("keeps the choice if the request fails, and repeats the request on Retry", async () => {
    allowRefusals();
    let isDown = true;
    const view = renderConflicts({
      [resolveBatchConflict.path]: () => (isDown ? new ApiError("", 0) : []),
    });
    await view.choose(/^v2 ?March 3rd/);
    await view.press("Keep this upload");
    expect(await screen.findByText("Failed to resolve conflict.")).toBeVisible();
    expect(screen.getByText(/Your choice was not lost\. Retry to save it\.$/)).toBeVisible();
    expect(screen.getByRole("radio", { name: /^v2 ?March 3rd/ })).toBeChecked();
    isDown = false;
    await view.press("Retry");
    expect(await screen.findByText("Selected upload")).toBeVisible();
  });

  it("is possible if the server lists only conflicts and no uploads", async () => {
    const view = renderConflicts(
      { [endpoints.listArchive.path]: [], [endpoints.listFiles.path]: [] },
      { config: { missingCalls: ["uploadReceipt", "listResolutions"] } },
    );
    expect(await screen.findAllByText("2 files differ from the other upload.")).toHaveLength(2);
    await view.choose(/^March 2nd/);
    expect(
      await screen.findByText(/^The model will contain only the files of the upload of March 2nd 2026/),
    ).toBeVisible();
  });
});

describe("choosing file by file", () => {
  it("keeps the chosen version of one file and leaves the other conflicts open", async () => {
    const view = renderConflicts({
      [endpoints.listFiles.path]: { rows: listedFiles(2), etag: '"files-1"' },
    });
    await view.press("File by file");
    const group = within(screen.getByRole("radiogroup", { name: "a.hdf" }));
    const [latest, oldest] = group.getAllByRole("radio");
    expect(latest).toHaveAccessibleName(/^v2 ?March 3rd 2026, .* by vendor1 ?2\.0 kB ?latest$/);
    expect(oldest).toHaveAccessibleName(/^v1 ?March 2nd 2026, .* by vendor1 ?1\.0 kB$/);
    await view.user.click(oldest!);
    expect(listLines("What will happen")).toEqual([
      "1 file will have the chosen version. 2 files not in every upload will stay, because you have not chosen for them.",
      "1 other version will be archived. You can undo this.",
      "You still have to choose a version for 1 file.",
    ]);
    await view.press("Apply 1 choice");
    expect(await screen.findByText("Resolved file conflict")).toBeVisible();
    expect(view.askedFor(resolveFileConflict.path)).toMatchObject([
      {
        body: { username: "vendor1", model_tdis_identifier: "7", upload_id: "11" },
        headers: { "If-Match": '"files-1"' },
      },
    ]);
    expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  });

  it("includes files in only one upload and files missing from the latest, in one request", async () => {
    const view = renderConflicts();
    await view.press("File by file");
    const getGroup = (name: RegExp) => within(screen.getByRole("radiogroup", { name }));
    await view.user.click(getGroup(/^b\.hdf/).getAllByRole("radio")[1]!);
    await view.press("Choose the latest version for all other files");
    await view.press("Remove the files that are not in v2");
    expect(screen.getByText("4 files shown, 4 of 4 chosen")).toBeVisible();
    expect(getGroup(/^new\.txt only in v2/).getAllByRole("radio")[0]).toBeChecked();
    expect(
      getGroup(/^old\.txt missing from v2/).getByRole("radio", { name: "Remove from the model" }),
    ).toBeChecked();
    await view.press("Apply 4 choices");
    expect(await screen.findByText("Resolved file conflict")).toBeVisible();
    expect(listRequestBodies(view, resolveFileConflicts.path)).toEqual([
      {
        username: "vendor1",
        model_tdis_identifier: "7",
        upload_ids: ["12", "21", "94"],
        left_out_ids: ["91"],
      },
    ]);
  });

  it("does not ask about the metadata file, because the newest one replaces the others", async () => {
    const metadataFile = { uploadBatchId: "u2", sha256: "m2", uploadId: "99" };
    const view = renderConflicts({
      [endpoints.listFiles.path]: [...listedFiles(2), aWireFile("u2/files/metadata_7.yml", metadataFile)],
    });
    await view.press("File by file");
    expect(screen.getByRole("radiogroup", { name: /^new\.txt/ })).toBeVisible();
    expect(screen.queryByRole("radiogroup", { name: /^metadata_7/ })).not.toBeInTheDocument();
  });

  it("sends one request per file if the server supports no more, and keeps the choices on failure", async () => {
    allowRefusals();
    const failWithError = () => new ApiError("The line is down.", 500);
    const view = renderConflicts(
      { [resolveFileConflict.path]: failWithError },
      { config: { missingCalls: ["resolveFileConflicts"] } },
    );
    await view.press("File by file");
    await view.press("Choose the latest version for all other files");
    await view.press("Apply 3 choices");
    expect(await screen.findByText("Failed to resolve file conflict.")).toBeVisible();
    expect(screen.getByText(/The line is down\.$/)).toBeVisible();
    expect(screen.getByText("Your choice was not lost. Retry to save it.")).toBeVisible();
    expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(3);
    expect(listRequestBodies(view, resolveFileConflict.path)).toHaveLength(1);
  });

  it("keeps the choices when the user switches to A whole upload and back; filters by undecided and path", async () => {
    const view = renderConflicts();
    await view.press("File by file");
    const listGroups = () =>
      screen.queryAllByRole("radiogroup").map((group) => group.getAttribute("aria-labelledby"));
    await view.user.click(screen.getAllByRole("radio")[0]!);
    await view.press("A whole upload");
    await view.press("File by file");
    expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(1);
    await view.user.click(screen.getByRole("checkbox", { name: "Only files without a chosen version" }));
    expect(listGroups()).toHaveLength(3);
    await view.user.type(screen.getByRole("searchbox", { name: "Search these files" }), "a.h");
    await waitFor(() => expect(listGroups()).toHaveLength(0));
  });
});

describe("a user who cannot choose", () => {
  it.each([
    [
      "the record belongs to another vendor",
      { page: <RecordDetailPage isOwn={false} /> },
      "pending",
      /Only the record's vendor/,
    ],
    ["the agency has accepted the record", {}, "accepted", /is accepted, so you cannot change its uploads/],
    ["the agency has rejected the record", {}, "rejected", /Reopen it to change its uploads/],
  ] as const)("sees the conflict, because %s", async (_, options, status, blockedReason) => {
    const view = renderConflicts({ [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })] }, options);
    expect(await screen.findByText(blockedReason)).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.queryByRole("region", { name: "What will happen" })).toBeNull();
    await view.press("File by file");
    expect(screen.getByText("a.hdf")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
  });
});

it("shows what the model and the record become before an Undo, and offers Redo after it", async () => {
  const view = renderConflicts();
  await view.choose(/^v1/);
  await view.press("Keep this upload");
  await view.press("Undo");
  const dialog = await screen.findByRole("dialog", { name: "Undo this conflict resolution?" });
  expect(
    await within(dialog).findByText(
      "The model becomes v1, which was rejected. The record goes back to in progress: correct it and upload it again.",
    ),
  ).toBeVisible();
  expect(view.askedFor(undoConflictResolution.path)).toEqual([]);
  await view.user.click(within(dialog).getByRole("button", { name: "Undo" }));
  await view.confirm("Redo");
  await waitFor(() =>
    expect(listRequestBodies(view, endpoints.redoConflictResolution.path)).toEqual([
      { username: "vendor1", tdis_identifier: "7", resolution_id: "31" },
    ]),
  );
  const log = screen.getByRole("list", { name: "Conflict resolutions, newest first" });
  await waitFor(() => expect(log).toHaveFocus());
});

it("asks before an Undo without a preview if the services offer none", async () => {
  const config = { missingCalls: ["reversalOutcome", "redoConflictResolution"] as const };
  const view = renderConflicts(
    { [recordConflicts.path]: [], [endpoints.listResolutions.path]: [createResolution()] },
    { config: { missingCalls: [...config.missingCalls] } },
  );
  await view.confirm("Undo");
  await waitFor(() => expect(view.askedFor(undoConflictResolution.path)).toHaveLength(1));
});

it("shows before a choice that the record leaves review with a rejected version", async () => {
  const rejection = { status: "rejected", content: "Mend it.", username: "agency1", uploadVersion: 1 };
  const view = renderConflicts({
    [endpoints.listNotifications.path]: [
      encode(getSchema("notification"), { ...rejection, date: "2026-03-03T10:00:00.000Z" }, "read"),
    ],
  });
  await view.choose(/^v1/);
  await waitFor(() =>
    expect(listLines("What will happen")[1]).toBe(
      "The model becomes v1, which was rejected. The record goes back to in progress: correct it and upload it again.",
    ),
  );
  await view.choose(/^v2/);
  await waitFor(() => expect(listLines("What will happen").join()).not.toContain("rejected"));
});

it("compares a choice with the archived files of a rejected version", async () => {
  const rejection = { status: "rejected", content: "Mend it.", username: "agency1", uploadVersion: 1 };
  const currentUploads = listedUploads(2).map((upload, at) => ({ ...upload, upload_version: at + 2 }));
  const view = renderConflicts({
    [endpoints.listNotifications.path]: [
      encode(getSchema("notification"), { ...rejection, date: "2026-03-03T10:00:00.000Z" }, "read"),
    ],
    [endpoints.listArchive.path]: [
      ...currentUploads,
      aWireUpload({ uploadBatchId: "u0", archived: true, uploadVersion: 1 }),
    ],
    [uploadReceipt.path]: ({ params }) => [
      receipts[params!["uploadBatchId"] === "u0" ? "u2" : params!["uploadBatchId"]!]!,
    ],
  });
  await view.choose(/^v3/);
  await waitFor(() =>
    expect(listLines("What will happen")[1]).toMatch(
      /^The model becomes v3\. It has the same files as v1, which was rejected\./,
    ),
  );
});

it("shows why an Undo from the log is refused", async () => {
  allowRefusals();
  const refusal = "Another choice was made since this one.";
  const view = renderConflicts({
    [recordConflicts.path]: [],
    [endpoints.listResolutions.path]: [createResolution(), createResolution({ id: "30", keptVersion: null })],
    [undoConflictResolution.path]: new ApiError(refusal, 409),
  });
  expect(await screen.findAllByRole("button", { name: "Undo" })).toHaveLength(1);
  await view.confirm("Undo");
  expect(await screen.findByText(`The conflict resolution could not be undone. ${refusal}`)).toBeVisible();
  const [request] = view.askedFor(undoConflictResolution.path);
  expect(request?.headers).toMatchObject({ "If-Match": '"31"' });
});

it.each([
  ["pending", true, 1],
  ["in progress", true, 1],
  ["accepted", true, 0],
  ["pending", false, 1],
  ["in progress", false, 0],
] as const)(
  "shows an Undo button only to users who may undo: record %s, own record %s",
  async (status, isOwn, buttons) => {
    const page = <RecordDetailPage isOwn={isOwn} />;
    const answers = {
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })],
      [recordConflicts.path]: [],
      [endpoints.listResolutions.path]: [createResolution()],
    };
    renderConflicts(answers, { page });
    await screen.findByText("Conflict resolutions");
    expect(screen.queryAllByRole("button", { name: "Undo" })).toHaveLength(buttons);
  },
);

it("shows Files Missing From the Latest Upload, also without conflicts", async () => {
  const answers = { [recordConflicts.path]: [] };
  renderConflicts(answers);
  expect(await screen.findByRole("heading", { name: "Files Missing From the Latest Upload" })).toBeVisible();
  expect(screen.getByText(/^V2 does not contain 1 file of earlier uploads/)).toBeVisible();
  expect(screen.queryByText("Multiple Uploads Detected")).toBeNull();
});

it("hides Files Missing From the Latest Upload once a choice was made", async () => {
  renderConflicts({ [recordConflicts.path]: [], [endpoints.listResolutions.path]: [createResolution()] });
  await screen.findByText("Conflict resolutions");
  expect(screen.queryByRole("heading", { name: "Files Missing From the Latest Upload" })).toBeNull();
});

it("shows Files Missing From the Latest Upload after a correction, which makes no choice about them", async () => {
  const correction = createResolution({ keptVersion: null, correctedVersion: 1 });
  renderConflicts({ [recordConflicts.path]: [], [endpoints.listResolutions.path]: [correction] });
  expect(await screen.findByText(/^Corrected/)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Files Missing From the Latest Upload" })).toBeVisible();
});

it("moves the focus to the conflict panel on a click on Resolve uploads", async () => {
  const { user } = renderConflicts();
  await user.click(await screen.findByRole("button", { name: "Resolve uploads" }));
  expect(screen.getByRole("heading", { name: "Multiple Uploads Detected" })).toHaveFocus();
});
