import { act, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { browserUploads } from "../../../src/portal/browser-upload/browserUploads.ts";
import type { UploadEvent } from "../../../src/portal/browser-upload/uploadTask.ts";
import type { WorkerRequest } from "../../../src/portal/browser-upload/uploadWorker.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderInstructions } from "../instructions/renderInstructions.tsx";

/** A worker whose events the test sends. */
class FakeWorker extends EventTarget {
  static last: FakeWorker | undefined;
  readonly requests: WorkerRequest[] = [];
  isTerminated = false;

  constructor() {
    super();
    FakeWorker.last = this;
  }
  postMessage(request: WorkerRequest) {
    this.requests.push(request);
  }
  terminate() {
    this.isTerminated = true;
  }
}

beforeEach(() => {
  FakeWorker.last = undefined;
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  browserUploads.dismiss("7");
  vi.unstubAllGlobals();
});

const emit = (event: UploadEvent) =>
  act(async () => void FakeWorker.last!.dispatchEvent(new MessageEvent("message", { data: event })));

function createFile(path: string, text = "text"): File {
  const file = new File([text], path.split("/").at(-1)!, { lastModified: 1000 });
  Object.defineProperty(file, "webkitRelativePath", { value: `my model/${path}` });
  return file;
}

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
  await waitFor(() => expect(FakeWorker.last?.requests.at(-1)?.type).toBe("start"));
  return view;
}

const getTask = () => {
  const request = FakeWorker.last!.requests.at(-1)!;
  if (request.type !== "start") throw new Error("not started");
  return request.task;
};

const SENDING = { type: "sending", files: 1, bytes: 50, totalBytes: 200, sentBytes: 50 } as const;

it("shows what will be sent, added and left out", async () => {
  await chooseModel();
  expect(await screen.findByText(/^4 files, /)).toBeVisible();
  expect(screen.getByText("metadata_7.yml", { selector: "li" })).toBeVisible();
  expect(screen.getByText("Supporting/", { selector: "li" })).toBeVisible();
  expect(screen.getByText("Model_030000000001_Coverage.gdb.zip", { selector: "li" })).toBeVisible();
  expect(screen.getByText("my model/.DS_Store", { selector: "li" })).toBeVisible();
});

it("does not upload a model with errors", async () => {
  await chooseModel(["GIS/a.shp"]);
  expect(await screen.findByText(/The folder .*Model_Files" is missing/)).toBeVisible();
  expect(screen.getByRole("button", { name: /^Upload \d files$/ })).toBeDisabled();
});

it("sends the upload's own link and token to the worker, and no session token", async () => {
  await startUpload();
  expect(getTask()).toMatchObject({
    blobUrl:
      "https://store.example.com/ms2/twdb-region-03/6f1f/030000000001_Denton_Creek.zip?sp=racwlm&sig=abc%3D",
    uploadToken: "token-of-this-upload",
    completeUrl: expect.stringMatching(/\/vendors\/upload-complete$/),
  });
  expect(JSON.stringify(FakeWorker.last!.requests)).not.toContain("session-token");
  const members = FakeWorker.last!.requests.flatMap((one) => (one.type === "members" ? one.members : []));
  expect(members.map(({ path }) => path)).toContain("030000000001_Denton_Creek/Model_Files/a.txt");
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
  expect(screen.getByText(/^Your model has arrived: 4 of 4 files/)).toBeVisible();
  await emit({ type: "processing", stage: "extracting" });
  expect(screen.getByText(/The portal is extracting the files\./)).toBeVisible();
  await emit({ type: "done", messages: ["The portal received the model as v1."] });
  expect(await screen.findByText("The portal received the model as v1.")).toBeVisible();
  expect(FakeWorker.last!.isTerminated).toBe(true);
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Upload another version" }));
  expect(screen.getByRole("button", { name: "Upload a folder" })).toBeVisible();
});

it("pauses by ending the worker, and resumes with a new one", async () => {
  const { press } = await startUpload();
  await emit(SENDING);
  const first = FakeWorker.last!;
  await press("Pause");
  expect(first.isTerminated).toBe(true);
  await press("Resume");
  await waitFor(() => expect(FakeWorker.last).not.toBe(first));
});

it("lets the vendor leave out files that cannot be read", async () => {
  const { press } = await startUpload();
  const path = "030000000001_Denton_Creek/Model_Files/b.txt";
  await emit({ type: "unreadable", paths: [path] });
  expect(await screen.findByText("Some files could not be read")).toBeVisible();
  expect(screen.getByText(path)).toBeVisible();
  const first = FakeWorker.last!;
  await press("Upload without 1 file");
  await waitFor(() => expect(FakeWorker.last).not.toBe(first));
  await waitFor(() => expect(FakeWorker.last!.requests.at(-1)?.type).toBe("start"));
  const members = FakeWorker.last!.requests.flatMap((one) => (one.type === "members" ? one.members : []));
  expect(members.map((member) => member.path)).not.toContain(path);
});

it("requests a new link once when the link has expired", async () => {
  const { askedFor } = await startUpload();
  const first = FakeWorker.last!;
  await emit({ type: "link expired", message: "Expired." });
  await waitFor(() => expect(FakeWorker.last).not.toBe(first));
  expect(askedFor(endpoints.requestUpload.path)).toHaveLength(2);
  await waitFor(() => expect(FakeWorker.last!.requests.at(-1)?.type).toBe("start"));
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
