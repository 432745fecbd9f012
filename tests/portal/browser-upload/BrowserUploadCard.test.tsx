import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { browserUploads } from "../../../src/portal/browser-upload/runs/browserUploads.ts";
import { uploadStorage, type StoredUpload } from "../../../src/portal/browser-upload/runs/uploadStorage.ts";
import { createRequestHandler } from "../../../src/portal/browser-upload/worker/requestHandler.ts";
import type { runUpload } from "../../../src/portal/browser-upload/worker/runUpload.ts";
import type { UploadEvent, UploadTask } from "../../../src/portal/browser-upload/worker/uploadTask.ts";
import type { WorkerRequest } from "../../../src/portal/browser-upload/worker/workerMessages.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { modelForUpload } from "../../../src/portal/model-report/modelForUpload.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { aZip } from "../../support/aZip.ts";
import { BlockedWorker } from "../../support/blockedWorker.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderInstructions } from "../instructions/renderInstructions.tsx";

vi.mock(
  "../../../src/portal/model-report/listing/createListingWorker.ts",
  () => import("../../support/listingInPage.ts"),
);

interface Run {
  task: UploadTask;
  emit: (event: UploadEvent) => void;
  signal: AbortSignal | undefined;
}

/** All runs of a test, whose events it sends. */
const runs = vi.hoisted((): Run[] => []);
vi.mock("../../../src/portal/browser-upload/worker/runUpload.ts", () => ({
  runUpload: async (...[task, emit, { signal } = {}]: Parameters<typeof runUpload>) =>
    void runs.push({ task, emit, signal }),
}));

/** A worker in the page: jsdom has none. */
class WorkerInPage extends EventTarget {
  static last: WorkerInPage | undefined;
  readonly requests: WorkerRequest[] = [];
  isTerminated = false;
  private readonly handleRequest = createRequestHandler((data) => {
    if (!this.isTerminated) this.dispatchEvent(new MessageEvent("message", { data }));
  });

  constructor() {
    super();
    WorkerInPage.last = this;
  }
  postMessage(request: WorkerRequest) {
    this.requests.push(request);
    this.handleRequest(request);
  }
  terminate() {
    this.isTerminated = true;
  }
}

beforeEach(() => {
  WorkerInPage.last = undefined;
  runs.length = 0;
  vi.stubGlobal("Worker", WorkerInPage);
});
afterEach(() => {
  browserUploads.dismiss("7");
  vi.unstubAllGlobals();
});

const emit = (event: UploadEvent) => act(async () => runs.at(-1)!.emit(event));

const waitForRun = (count: number) => waitFor(() => expect(runs).toHaveLength(count));

function createFile(path: string, folder = "my model", text = "text"): File {
  const file = new File([text], path.split("/").at(-1)!, { lastModified: 1000 });
  Object.defineProperty(file, "webkitRelativePath", { value: `${folder}/${path}` });
  return file;
}

const ROOT = "030000000001_Denton_Creek";
const MODEL = ["Model_Files/a.txt", "Model_Files/b.txt", ".DS_Store"];

async function chooseModel(paths = MODEL, answers: Answers = {}) {
  const view = renderInstructions({
    [endpoints.spatialExtentFile.path]: [{ type: "a zip" }],
    [endpoints.cancelUpload.path]: [{ status: "canceled" }],
    ...answers,
  });
  await view.user.upload(
    await screen.findByLabelText("Folder to upload"),
    paths.map((path) => createFile(path)),
  );
  return view;
}

async function startUpload(answers?: Answers) {
  const view = await chooseModel(MODEL, answers);
  await view.user.click(await screen.findByRole("button", { name: /^Upload \d files$/ }));
  await waitForRun(1);
  return view;
}

const getTask = () => runs.at(-1)!.task;
const getMemberPaths = () => getTask().members.map(({ path }) => path);

const SENDING = { type: "sending", files: 1, bytes: 50, totalBytes: 200, sentBytes: 50 } as const;

it("shows what will be sent, added and left out", async () => {
  await chooseModel();
  expect(await screen.findByText(/^4 files, /)).toBeVisible();
  expect(screen.getByText("metadata_7.yml", { selector: "li" })).toBeVisible();
  expect(screen.getByText("Supporting/", { selector: "li" })).toBeVisible();
  expect(screen.getByText("Model_030000000001_Coverage.gdb.zip", { selector: "li" })).toBeVisible();
  expect(screen.getByText("my model/.DS_Store", { selector: "li" })).toBeVisible();
});

it("names the missing files beside the closed model report", async () => {
  const project = createFile("Model_Files/Pecan.prj", "my model", "Proj Title=Pecan\nPlan File=p01\n");
  const { user } = renderInstructions({ [endpoints.spatialExtentFile.path]: [{ type: "a zip" }] });
  await user.upload(await screen.findByLabelText("Folder to upload"), [project]);
  expect(await screen.findByText(/^Send the missing file "Model_Files\/Pecan\.p01"/)).toBeVisible();
  expect(screen.getByText(/The report is based on/)).not.toBeVisible();
});

it("does not open the model without the record's coverage geodatabase", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const error = new ApiError("The record's coverage geodatabase is not in the storage.", 404);
  await chooseModel(MODEL, { [endpoints.spatialExtentFile.path]: error });
  expect(
    await screen.findByText(
      "The model could not be opened. The record's coverage geodatabase is not in the storage.",
    ),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Upload \d files$/ })).toBeNull();
});

it("asks for no coverage geodatabase if the record has no spatial extent", async () => {
  const metadata = { spatialExtentShapefile: "" };
  const view = await chooseModel(MODEL, { [endpoints.getRecord.path]: [aWireRecord({ id: "7", metadata })] });
  expect(await screen.findByText(/^3 files, /)).toBeVisible();
  expect(view.askedFor(endpoints.spatialExtentFile.path)).toEqual([]);
});

it("checks the model against the record as it is saved, not as the page shows it", async () => {
  const metadata = { modelDescription: "Before the last save." };
  const rows = [aWireRecord({ id: "7", metadata })];
  const { user } = renderInstructions({
    [endpoints.spatialExtentFile.path]: [{ type: "a zip" }],
    [endpoints.getRecord.path]: () => [...rows],
  });
  const input = await screen.findByLabelText("Folder to upload");
  rows[0] = aWireRecord({ id: "7" });
  await user.upload(
    input,
    MODEL.map((path) => createFile(path)),
  );
  expect(await screen.findByText(/^4 files, /)).toBeVisible();
  expect(screen.queryByText(/is older than the record/)).toBeNull();
});

it("opens the model that was chosen in the form, until another one is chosen", async () => {
  const items = MODEL.map((path) => ({ path: `my model/${path}`, file: createFile(path) }));
  modelForUpload.keep("new-1", { items, hasEmptyFolders: false });
  modelForUpload.assign("new-1", "7");
  const { unmount } = renderInstructions({ [endpoints.spatialExtentFile.path]: [{ type: "a zip" }] });
  expect(await screen.findByText(/^You chose this model in the form\./)).toBeVisible();
  expect(await screen.findByText(/^4 files, /)).toBeVisible();
  unmount();
  await chooseModel(MODEL.slice(1));
  expect(await screen.findByText(/^3 files, /)).toBeVisible();
  expect(screen.queryByText(/^You chose this model in the form\./)).toBeNull();
  expect(modelForUpload.get("7")).toBeUndefined();
});

it("warns first if the folder has the name of another model", async () => {
  const file = createFile("Model_Files/a.txt", "030000000002_Other");
  const { user } = renderInstructions({ [endpoints.spatialExtentFile.path]: [{ type: "a zip" }] });
  await user.upload(await screen.findByLabelText("Folder to upload"), [file]);
  const text = /^The folder has the name of model 030000000002, but this record is model 030000000001\./;
  expect(await screen.findByText(text)).toBeVisible();
});

it("names the folder of the model if the folder above it was chosen", async () => {
  await chooseModel(["Pecan/Model_Files/a.txt", "Pecan.zip"]);
  const text =
    'The model is in the folder "Pecan", inside the folder that you chose. Choose that inner folder.';
  expect(await screen.findByText(text)).toBeVisible();
});

it("warns if the chosen folder holds only files of the system", async () => {
  await chooseModel([".DS_Store"]);
  expect(await screen.findByText(/^The folder that you chose holds no files\./)).toBeVisible();
});

it("does not take a single file for a folder", async () => {
  await chooseModel();
  await screen.findByText(/^4 files, /);
  const files = [new File(["text"], "model.zip.part")];
  fireEvent.change(screen.getByLabelText("Archive to upload"), { target: { files } });
  expect(
    await screen.findByText(/^"model\.zip\.part" is not a zip\. Choose your model folder/),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Upload \d+ files?$/ })).toBeNull();
});

it("does not upload a model with errors", async () => {
  await chooseModel(["GIS/a.shp"]);
  expect(await screen.findByText(/The folder .*Model_Files" is missing/)).toBeVisible();
  expect(screen.getByRole("button", { name: /^Upload \d files$/ })).toBeDisabled();
});

it("asks before the upload while requested changes are open", async () => {
  const reasons = [
    { id: "1", text: "Send the report.", answered: null },
    { id: "2", text: "Name the storms.", answered: "2026-03-06T15:00:00.000Z" },
  ];
  const rejection = { status: "rejected", content: "", username: "agency1", reasons };
  const { user, press } = await chooseModel(MODEL, { [endpoints.listNotifications.path]: [rejection] });
  await user.click(await screen.findByRole("button", { name: /^Upload \d files$/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "1 requested change is still open" }));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Send the report."]);
  expect(runs).toEqual([]);
  await press("Continue anyway");
  await waitForRun(1);
});

it("sends the upload's own link and token to the worker, and no session token", async () => {
  await startUpload();
  expect(getTask()).toMatchObject({
    blobUrl:
      "https://store.example.com/ms2/twdb-region-03/6f1f/030000000001_Denton_Creek.zip?sp=racwlm&sig=abc%3D",
    uploadToken: "token-of-this-upload",
    completeUrl: expect.stringMatching(/\/vendors\/upload-complete$/),
  });
  expect(JSON.stringify(WorkerInPage.last!.requests)).not.toContain("session-token");
  expect(getMemberPaths()).toContain("030000000001_Denton_Creek/Model_Files/a.txt");
});

it("shows progress, arrival and the portal's verdict in the same place", async () => {
  const { container, user } = await startUpload();
  await emit(SENDING);
  const bar = screen.getByRole("progressbar", { name: "Uploading the model" });
  expect(bar).toHaveAttribute("aria-valuenow", "25");
  expect(screen.getByText(/^1 of 4 files, 50 of 200 B sent/)).toBeVisible();
  await emit({ type: "waiting", reason: "No connection to the server." });
  expect(screen.getByText("No connection to the server.")).toBeVisible();
  await emit({ type: "arrived" });
  // Shown and announced once.
  expect(screen.getByText(/^Your model has arrived/)).toHaveTextContent(/4 of 4 files/);
  await emit({ type: "processing", stage: "extracting" });
  expect(screen.getByText(/The portal is extracting the files\./)).toBeVisible();
  await emit({ type: "done", messages: ["The portal received the model as v1."] });
  expect(await screen.findByText("The portal received the model as v1.")).toBeVisible();
  expect(WorkerInPage.last!.isTerminated).toBe(true);
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Upload another version" }));
  expect(screen.getByRole("button", { name: "Upload a folder" })).toBeVisible();
});

it("shows how much has been sent only once on the page, also while the upload is paused", async () => {
  const { press } = await startUpload({
    [endpoints.uploadProgress.path]: [{ upload_batch_id: "6f1f", arrived_bytes: 50, size: 200 }],
  });
  await emit(SENDING);
  const status = await screen.findByRole("status", { name: "Upload progress" });
  expect(screen.getAllByRole("progressbar")).toHaveLength(1);
  await press("Pause");
  expect(screen.getAllByRole("progressbar")).toHaveLength(1);
  expect(screen.getByText(/^1 of 4 files, 50 of 200 \w+ sent$/)).toBeVisible();
  expect(status).toBeVisible();
});

it("announces the start and each quarter, not every block", async () => {
  await startUpload();
  const announcements: (string | null)[] = [];
  for (const bytes of [10, 20, 60, 90, 110]) {
    await emit({ ...SENDING, bytes });
    const announced = screen.getByText(/^(The upload has started|\d+% of the model uploaded)\.$/);
    expect(announced).toHaveRole("status");
    announcements.push(announced.textContent);
  }
  expect(announcements).toEqual([
    ...Array<string>(2).fill("The upload has started."),
    ...Array<string>(2).fill("25% of the model uploaded."),
    "50% of the model uploaded.",
  ]);
});

it("pauses by stopping the run, and resumes with the files that are open", async () => {
  const { press } = await startUpload();
  await emit(SENDING);
  await press("Pause");
  expect(runs[0]!.signal!.aborted).toBe(true);
  expect(screen.getByText("The upload is paused.")).toHaveRole("status");
  await press("Resume");
  await waitForRun(2);
  expect(runs[1]!.task.members).toEqual(runs[0]!.task.members);
  expect(runs[1]!.signal!.aborted).toBe(false);
});

it("reads only the changed files again when the folder is chosen again", async () => {
  const { press, user } = await startUpload();
  const [a, b] = ["a.txt", "b.txt"].map((name) => `${ROOT}/Model_Files/${name}`);
  await emit({
    type: "checksums",
    checksums: new Map([
      [a!, 1],
      [b!, 2],
    ]),
  });
  await emit({ type: "changed", paths: [a!] });
  await press("Continue with the changed files");
  await user.upload(
    await screen.findByLabelText("Folder to upload"),
    MODEL.map((path) => createFile(path)),
  );
  await waitForRun(2);
  const members = new Map(getTask().members.map(({ path, crc32 }) => [path, crc32]));
  expect([members.get(a!), members.get(b!)]).toEqual([undefined, 2]);
});

class FailingWorker extends WorkerInPage {
  override postMessage() {
    this.dispatchEvent(new Event("error"));
  }
}

it.each([
  ["after an update of the portal", FailingWorker],
  ["because of a policy", BlockedWorker],
])("asks to reload the page or to use the script if the worker cannot start %s", async (_, worker) => {
  vi.stubGlobal("Worker", worker);
  await chooseModel();
  const text =
    /^The model could not be opened\. Reload the page and choose it again\. .*use the upload script/;
  expect(await screen.findByText(text)).toBeVisible();
});

it("ends the worker of a model that is not uploaded", async () => {
  const { user, unmount } = await chooseModel();
  await screen.findByText(/^4 files, /);
  const first = WorkerInPage.last!;
  await user.upload(screen.getByLabelText("Folder to upload"), [createFile("Model_Files/a.txt")]);
  await screen.findByText(/^3 files, /);
  expect(first.isTerminated).toBe(true);
  expect(WorkerInPage.last!.isTerminated).toBe(false);
  unmount();
  expect(WorkerInPage.last!.isTerminated).toBe(true);
});

it("opens the model that was chosen last, even if an earlier one is listed later", async () => {
  const view = renderInstructions({ [endpoints.spatialExtentFile.path]: [{ type: "a zip" }] });
  let endListing = () => undefined as void;
  const listing = new Promise<null>((resolve) => (endListing = () => resolve(null)));
  const dataTransfer = { types: ["Files"], items: [{ getAsFileSystemHandle: () => listing }] };
  const input = await screen.findByLabelText("Folder to upload");
  fireEvent.drop(input, { dataTransfer });
  await view.user.upload(
    input,
    MODEL.map((path) => createFile(path)),
  );
  await screen.findByText(/^4 files, /);
  const worker = WorkerInPage.last!;
  await act(async () => endListing());
  expect(worker.isTerminated).toBe(false);
  expect(screen.getByText(/^4 files, /)).toBeVisible();
});

it("lets the vendor leave out files that cannot be read", async () => {
  const { press } = await startUpload();
  const path = "030000000001_Denton_Creek/Model_Files/b.txt";
  await emit({ type: "unreadable", paths: [path] });
  expect(await screen.findByText("Some files have changed or could not be read")).toBeVisible();
  expect(screen.getByText(path)).toBeVisible();
  await press("Upload without 1 file");
  await waitForRun(2);
  expect(getMemberPaths()).not.toContain(path);
});

it("requests a new link once when the link has expired", async () => {
  const { askedFor } = await startUpload();
  await emit({ type: "link expired", message: "Expired." });
  await waitForRun(2);
  expect(askedFor(endpoints.requestUpload.path)).toHaveLength(2);
  await emit({ type: "link expired", message: "The storage refused the upload (403)." });
  expect(await screen.findByText("The storage refused the upload (403).")).toBeVisible();
});

it("asks before it cancels, and then deletes what has arrived", async () => {
  const { press, askedFor, user } = await startUpload();
  await emit(SENDING);
  await press("Cancel upload");
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Cancel upload" }));
  expect(await screen.findByRole("button", { name: "Upload a folder" })).toBeVisible();
  expect(askedFor(endpoints.cancelUpload.path)).toHaveLength(1);
});

it("shows why the portal rejected the model", async () => {
  await startUpload();
  await emit({ type: "rejected", errors: ["The folder GIS is missing."], hasArrived: false });
  expect(await screen.findByText("The portal would reject this model, so nothing was sent")).toBeVisible();
  expect(screen.getByText("The folder GIS is missing.")).toBeVisible();
});

it("shows each text of the verdict, with its web address as a link", async () => {
  await startUpload();
  await emit({
    type: "done",
    messages: ["The record is now pending.", "Follow the status: https://portal.example.com/app/view/7"],
  });
  expect(await screen.findByText("The record is now pending.")).toBeVisible();
  expect(screen.getByRole("link", { name: "https://portal.example.com/app/view/7" })).toHaveAttribute(
    "href",
    "https://portal.example.com/app/view/7",
  );
});

it("keeps the dialog open and shows the error when canceling fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { press, user } = await startUpload({
    [endpoints.cancelUpload.path]: new ApiError("The portal has the model already.", 409),
  });
  await emit(SENDING);
  await press("Cancel upload");
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Cancel upload" }));
  expect(await within(dialog).findByText(/The portal has the model already\./)).toBeVisible();
});

it("moves the focus to the title when the pressed button disappears", async () => {
  const { press, user } = await startUpload();
  const getTitle = () => screen.getByRole("heading", { name: "Upload from this browser" });
  expect(getTitle()).toHaveFocus();
  await press("Cancel upload");
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Cancel upload" }));
  await screen.findByRole("button", { name: "Upload a folder" });
  await waitFor(() => expect(getTitle()).toHaveFocus());
});

describe("files opened again with a handle", () => {
  /** A folder on the vendor's computer, as Chromium hands it to the page. */
  function createFolder(files: Record<string, File | "denied">) {
    const folder = { files, permission: "granted", isMoved: false };
    const toFileHandle = (name: string) => ({
      ...{ kind: "file", name },
      getFile: async () => {
        const file = folder.files[name]!;
        if (file === "denied") throw new DOMException("locked", "NotReadableError");
        return file;
      },
    });
    const toFolderHandle = (name: string, listChildren: () => object[]) => ({
      ...{ kind: "directory", name },
      requestPermission: async () => folder.permission,
      async *values() {
        if (folder.isMoved) throw new DOMException("moved", "NotFoundError");
        yield* listChildren();
      },
    });
    const modelFiles = toFolderHandle("Model_Files", () => Object.keys(folder.files).map(toFileHandle));
    const handle = toFolderHandle("my model", () => [modelFiles]);
    vi.stubGlobal("showDirectoryPicker", async () => handle);
    return folder;
  }

  async function startFromFolder(files: Record<string, File | "denied">) {
    const folder = createFolder(files);
    const view = renderInstructions({ [endpoints.spatialExtentFile.path]: [{ type: "a zip" }] });
    await view.press("Upload a folder");
    await screen.findByRole("button", { name: /^Upload \d files$/ });
    if (Object.values(files).includes("denied"))
      await view.user.click(screen.getByRole("checkbox", { name: "Upload without these files" }));
    await view.press(/^Upload \d files$/);
    await waitForRun(1);
    return { ...view, folder };
  }

  const aFile = (modified = 1000) => new File(["text"], "any", { lastModified: modified });
  const A = `${ROOT}/Model_Files/a.txt`;
  const B = `${ROOT}/Model_Files/b.txt`;

  it("does not continue without a file that is still locked, unless the vendor leaves it out", async () => {
    const { press, folder } = await startFromFolder({ "a.txt": aFile(), "b.txt": aFile() });
    await emit({ type: "unreadable", paths: [A] });
    folder.files["b.txt"] = "denied";
    await press("Try again");
    expect(await screen.findByText(B)).toBeVisible();
    expect(screen.getByText("Some files have changed or could not be read")).toBeVisible();
    expect(runs).toHaveLength(1);
    await press("Upload without 1 file");
    await waitForRun(2);
    expect(getMemberPaths()).toContain(A);
    expect(getMemberPaths()).not.toContain(B);
  });

  it("does not ask again about a file that was left out at the start", async () => {
    const { press } = await startFromFolder({ "a.txt": aFile(), "b.txt": "denied" });
    await emit({ type: "unreadable", paths: [A] });
    await press("Try again");
    await waitForRun(2);
    expect(getMemberPaths()).toContain(A);
  });

  it("stops when the vendor dismisses the browser's question", async () => {
    const { press, folder } = await startFromFolder({ "a.txt": aFile() });
    await emit({ type: "unreadable", paths: [A] });
    folder.permission = "prompt";
    await press("Try again");
    expect(await screen.findByText(/^Your browser may not read the files yet\./)).toBeVisible();
    expect(runs).toHaveLength(1);
  });

  it("asks for the folder when it was moved", async () => {
    const { press, folder } = await startFromFolder({ "a.txt": aFile() });
    await emit({ type: "unreadable", paths: [A] });
    folder.isMoved = true;
    await press("Try again");
    expect(await screen.findByText(/^The folder cannot be opened\./)).toBeVisible();
    expect(screen.getByRole("button", { name: "Upload a folder" })).toBeVisible();
    expect(runs).toHaveLength(1);
  });

  it("names every changed file before it continues", async () => {
    const { press, folder } = await startFromFolder({ "a.txt": aFile(), "b.txt": aFile() });
    await emit({ type: "changed", paths: [A] });
    folder.files = { "a.txt": aFile(2000), "b.txt": aFile(2000) };
    await press("Continue with the changed files");
    expect(await screen.findByText(B)).toBeVisible();
    expect(runs).toHaveLength(1);
    await press("Continue with the changed files");
    await waitForRun(2);
  });
});

describe("an upload of an earlier visit", () => {
  async function renderInterrupted(stored: Partial<StoredUpload>) {
    vi.spyOn(uploadStorage, "load").mockResolvedValue({
      ...{ username: "vendor1", recordId: "7", title: "Denton Creek", kind: "folder" },
      ...{ metadataFile: new Blob(["yaml"]), fileCount: 2, bytes: 8, leftOutPaths: [], filesJson: "[]" },
      ticket: {
        prefix: "https://store.example.com/ms2",
        query: "sig=abc",
        blobName: "model.zip",
        uploadToken: "t",
      },
      ...stored,
    } as unknown as StoredUpload);
    const view = renderInstructions();
    await screen.findByText(/^An upload of this model was interrupted\. Choose the same/);
    return view;
  }

  const drop = (file: File) => {
    const entry = {
      ...{ isFile: true, isDirectory: false, fullPath: `/${file.name}` },
      file: (resolve: (file: File) => void) => resolve(file),
    };
    const title = screen.getByRole("heading", { name: "Upload from this browser" });
    const items = [{ webkitGetAsEntry: () => entry }];
    fireEvent.drop(title, { dataTransfer: { types: ["Files"], items } });
  };

  it.each([
    ["folder", "model.zip"],
    ["zip", "a.txt"],
  ] as const)("accepts only a %s if it was one", async (kind, name) => {
    await renderInterrupted({ kind });
    drop(new File(["text"], name));
    expect(await screen.findByText(`Choose the same ${kind}.`)).toBeVisible();
    expect(runs).toEqual([]);
  });

  it("keeps the name of the root folder, as in its metadata file", async () => {
    const root = "030000000001_Old_Name";
    const { user } = await renderInterrupted({
      filesJson: JSON.stringify([{ path: `${root}/Model_Files/a.txt`, size: 4, modified: 1000 }]),
    });
    await user.upload(screen.getByLabelText("Folder to upload"), [createFile("Model_Files/a.txt")]);
    await waitForRun(1);
    expect(getMemberPaths().filter((path) => !path.startsWith(`${root}/`))).toEqual([]);
  });

  it("does not offer to leave a chosen zip out", async () => {
    const content = await aZip([{ path: "model/a.txt", content: "text" }]);
    const zip = new File([new Uint8Array(content)], "model.zip", { lastModified: 1000 });
    const { user } = await renderInterrupted({
      kind: "zip",
      filesJson: JSON.stringify([{ path: zip.name, size: zip.size, modified: 1000 }]),
    });
    await user.upload(screen.getByLabelText("Archive to upload"), zip);
    await waitForRun(1);
    await emit({ type: "unreadable", paths: [zip.name] });
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Upload without/ })).toBeNull();
  });
});
