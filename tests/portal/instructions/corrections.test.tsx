import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { WorkerRequest } from "../../../src/portal/browser-upload/worker/workerMessages.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderInstructions } from "./renderInstructions.tsx";

const anUpload = (uploadVersion: number, archived = false) =>
  encode(
    getSchema("upload"),
    {
      ...{ path: `b${uploadVersion}/model.zip`, username: "vendor1", size: 1, sha256: "z" },
      ...{ uploadBatchId: `b${uploadVersion}`, uploadVersion, archived },
      uploaded: `2026-03-0${uploadVersion}T15:04:05.000Z`,
    },
    "read",
  );

const VERSION_PATHS = ["metadata_7.yml", "Model_Files/a.txt", "Model_Files/b.txt", "GIS/old/c.txt"];

/** Version 2 is current, except for b.txt, which was archived individually. */
const ANSWERS: Answers = {
  [endpoints.listArchive.path]: [anUpload(2), anUpload(1, true)],
  [endpoints.uploadReceipt.path]: [{ files: VERSION_PATHS.map((path) => ({ path, size: 1, sha256: path })) }],
  [endpoints.listFiles.path]: VERSION_PATHS.filter((path) => !path.endsWith("b.txt")).map((path) =>
    encode(
      getSchema("file"),
      {
        ...{ path: `b2/files/${path}`, pathInModel: path, uploadType: "file", mimeType: "text/plain" },
        ...{ size: 1, sha256: path, archived: false, uploadBatchId: "b2" },
      },
      "read",
    ),
  ),
};

const listSummaryLines = async () => {
  const summary = (await screen.findByText("Result")).closest<HTMLElement>("[role=status]")!;
  return (await within(summary).findAllByRole("listitem")).map(({ textContent }) => textContent);
};

async function chooseCorrection(version: number, answers: Answers = {}) {
  const view = renderInstructions({ ...ANSWERS, ...answers });
  await view.user.selectOptions(await screen.findByLabelText("Content of this upload"), `b${version}`);
  return view;
}

it("offers no correction before the first upload", async () => {
  renderInstructions({ [endpoints.listArchive.path]: [] });
  await screen.findByRole("list", { name: "Steps" });
  expect(screen.queryByLabelText("Content of this upload")).toBeNull();
});

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it("offers every version, newest first, and defaults to the whole model", async () => {
  const { press, user, askedFor } = renderInstructions(ANSWERS);
  const select = await screen.findByLabelText("Content of this upload");
  expect(select).toHaveDisplayValue("The whole model");
  expect(
    within(select)
      .getAllByRole("option")
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^A correction of v2, uploaded on March 2nd 2026, [^,]*$/),
    expect.stringMatching(/^A correction of v1, uploaded on March 1st 2026, .*, archived$/),
  ]);
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  await waitFor(() =>
    expect(askedFor(endpoints.requestUpload.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]),
  );
  expect(askedFor(endpoints.requestUpload.path)[0]!.body).not.toHaveProperty("corrected_upload_batch_id");
});

it("keeps the chosen version and the paths to delete over a reload", async () => {
  const { user, unmount } = await chooseCorrection(2);
  await user.type(screen.getByRole("combobox", { name: "Delete from v2" }), "old{ArrowDown}{Enter}");
  expect((await listSummaryLines()).slice(0, 2)).toEqual(["Files copied from v2: 1", "Files deleted: 2"]);
  unmount();
  renderInstructions(ANSWERS);
  expect((await listSummaryLines()).slice(0, 2)).toEqual(["Files copied from v2: 1", "Files deleted: 2"]);
});

it("forgets the chosen version once there is a newer one", async () => {
  const { unmount } = await chooseCorrection(2);
  unmount();
  const archive = [anUpload(3), ...(ANSWERS[endpoints.listArchive.path] as JsonObject[])];
  renderInstructions({ ...ANSWERS, [endpoints.listArchive.path]: archive });
  expect(await screen.findByLabelText("Content of this upload")).toHaveDisplayValue("The whole model");
});

it.each(["{not JSON", "17", '[{"path":"a"}]'])(
  "ignores damaged stored paths to delete: %s",
  async (stored) => {
    sessionStorage.setItem("flood-model-portal.correction.7.b2.version", "b2");
    sessionStorage.setItem("flood-model-portal.correction.7.b2.excluded", stored);
    renderInstructions(ANSWERS);
    expect((await listSummaryLines()).slice(0, 2)).toEqual(["Files copied from v2: 2", "Files deleted: 1"]);
  },
);

it("summarizes a correction and requests it with the paths to delete", async () => {
  const { press, user, askedFor, container } = await chooseCorrection(2);
  // The file archived individually stays deleted.
  expect(await listSummaryLines()).toEqual([
    "Files copied from v2: 2",
    "Files deleted: 1",
    expect.stringContaining("Check the model first"),
  ]);
  const deleteField = screen.getByRole("combobox", { name: "Delete from v2" });
  await user.type(deleteField, "old{ArrowDown}{Enter}");
  expect((await listSummaryLines()).slice(0, 2)).toEqual(["Files copied from v2: 1", "Files deleted: 2"]);
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(screen.getByText(/^This script will upload a correction of v2/)).toBeVisible();
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  await waitFor(() =>
    expect(askedFor(endpoints.requestUpload.path)).toMatchObject([
      {
        body: {
          tdis_identifier: "7",
          corrected_upload_batch_id: "b2",
          left_out_paths: ["Model_Files/b.txt", "GIS/old"],
        },
      },
    ]),
  );
});

const aFolder = (...paths: string[]) => aFolderNamed("Root", ...paths);

const aFolderNamed = (name: string, ...paths: string[]) =>
  paths.map((path) => {
    const file = new File(["text"], path.split("/").at(-1)!);
    Object.defineProperty(file, "webkitRelativePath", { value: `${name}/${path}` });
    return file;
  });

const aReceipt = (...paths: string[]) => [{ files: paths.map((path) => ({ path, size: 1, sha256: path })) }];

it("counts the files that the chosen folder replaces and adds", async () => {
  const { user } = await chooseCorrection(1);
  expect((await listSummaryLines()).slice(0, 2)).toEqual(["Files copied from v1: 3", "Files deleted: 0"]);
  const files = aFolder("model_files/A.txt", "Model_Files/new.txt", "metadata_7.yml");
  await user.upload(screen.getByLabelText("Model folder"), files);
  await waitFor(async () =>
    expect(await listSummaryLines()).toEqual([
      "Files copied from v1: 2",
      "Files deleted: 0",
      "Files replaced: 1",
      "New files: 1",
    ]),
  );
  expect(screen.getByText(/^The files you chose were checked together with .* kept from v1/)).toBeVisible();
});

it("counts every file of a replaced geodatabase, and counts a deleted file that is sent again as replaced", async () => {
  const gdb = ["a1.gdbtable", "a2.gdbtable", "timestamps"].map((name) => `GIS/Area.gdb/${name}`);
  const { user } = await chooseCorrection(2, {
    [endpoints.uploadReceipt.path]: aReceipt(...VERSION_PATHS, ...gdb),
  });
  await listSummaryLines();
  const files = aFolder("GIS/Area.gdb.zip", "Model_Files/b.txt", "metadata_7.yml");
  await user.upload(screen.getByLabelText("Model folder"), files);
  await waitFor(async () =>
    expect(await listSummaryLines()).toEqual([
      "Files copied from v2: 2",
      "Files deleted: 0",
      "Files replaced: 4",
      "New files: 0",
    ]),
  );
});

const ROOT = "030000000001_Denton_Creek";

const getZipCommand = () => within(screen.getByRole("group", { name: "Zip command" })).getByRole("code");

/** A worker that finds these members changed. */
const aWorkerThatFinds = (...paths: string[]) =>
  class extends EventTarget {
    postMessage({ type }: WorkerRequest) {
      const data = { type: "compared", paths };
      if (type === "compare") this.dispatchEvent(new MessageEvent("message", { data }));
    }
    terminate = () => undefined;
  };

it("zips only the files that differ from the version with one command", async () => {
  vi.stubGlobal("Worker", aWorkerThatFinds("model/Model_Files/b.txt", "model/metadata_7.yml"));
  const { user } = await chooseCorrection(1);
  await listSummaryLines();
  const files = aFolder("Model_Files/a.txt", "Model_Files/b.txt", "metadata_7.yml");
  await user.upload(screen.getByLabelText("Model folder"), files);
  expect(
    await screen.findByText(/^1 file differs from v1\. This command zips only what changed/),
  ).toBeVisible();
  expect(getZipCommand()).toHaveTextContent(
    `rm -f '${ROOT}.zip' && zip -r '${ROOT}.zip' '${ROOT}/Model_Files/b.txt' '${ROOT}/metadata_7.yml'`,
  );
  expect(await listSummaryLines()).toContain("Files replaced: 1");
});

it("names the files inside the model if the folder above it was chosen, with an earlier zip", async () => {
  /** Finds each file changed. */
  class ComparingWorker extends EventTarget {
    private readonly paths: string[] = [];
    postMessage(request: WorkerRequest) {
      if (request.type === "members") this.paths.push(...request.members.map(({ path }) => path));
      const data = { type: "compared", paths: this.paths };
      if (request.type === "compare") this.dispatchEvent(new MessageEvent("message", { data }));
    }
    terminate = () => undefined;
  }
  vi.stubGlobal("Worker", ComparingWorker);
  const { user } = await chooseCorrection(1);
  await listSummaryLines();
  const paths = [`${ROOT}/Model_Files/b.txt`, `${ROOT}/metadata_7.yml`];
  const files = aFolderNamed("Deliveries", ...paths, `${ROOT}.zip`);
  await user.upload(screen.getByLabelText("Model folder"), files);
  await screen.findByText(/^1 file differs from v1\./);
  expect(getZipCommand()).toHaveTextContent(
    `zip -r '${ROOT}.zip' '${ROOT}/Model_Files/b.txt' '${ROOT}/metadata_7.yml'`,
  );
  expect((await listSummaryLines()).slice(2)).toEqual(["Files replaced: 1", "New files: 0"]);
  expect(screen.queryByText(/^None of these files is in v1\./)).toBeNull();
});

it("zips the whole folder if the worker fails before it compares the files", async () => {
  class FailingWorker extends EventTarget {
    postMessage({ type }: WorkerRequest) {
      if (type === "members") this.dispatchEvent(new Event("error"));
    }
    terminate = () => undefined;
  }
  vi.stubGlobal("Worker", FailingWorker);
  const { user } = await chooseCorrection(1);
  await listSummaryLines();
  await user.upload(screen.getByLabelText("Model folder"), aFolder("Model_Files/a.txt"));
  await waitFor(async () => expect(await listSummaryLines()).toContain("Files replaced: 1"));
  expect(
    await screen.findByText(
      /^Your folder could not be compared with v1, so this command zips the whole folder\./,
    ),
  ).toBeVisible();
  expect(getZipCommand()).toHaveTextContent(`rm -f '${ROOT}.zip' && zip -r '${ROOT}.zip' '${ROOT}'`);
});

it("warns if no chosen file is in the version", async () => {
  const { user } = await chooseCorrection(1);
  await listSummaryLines();
  const files = aFolder("Model_Files/other.txt", "metadata_7.yml");
  await user.upload(screen.getByLabelText("Model folder"), files);
  expect(await screen.findByText(/^None of these files is in v1\. Check that you chose/)).toBeVisible();
});

it.each([
  ["the receipt", endpoints.uploadReceipt.path, new ApiError("Not now.", 503)],
  ["the list of files", endpoints.listFiles.path, new ApiError("Not now.", 503)],
  ["any receipt", endpoints.uploadReceipt.path, []],
])("shows an error if %s cannot be loaded, and reloads on Retry", async (_, path, answer) => {
  allowRefusals();
  let isDown = true;
  const goodAnswer = ANSWERS[path] as JsonObject[];
  const { press } = await chooseCorrection(2, {
    [path]: () => {
      if (isDown && answer instanceof ApiError) throw answer;
      return isDown ? [] : goodAnswer;
    },
  });
  expect(await screen.findByText(/^The files of v2 could not be loaded\./)).toBeVisible();
  expect(screen.queryByText("Result")).toBeNull();
  expect(screen.getByRole("button", { name: /^Download upload_script/ })).toBeDisabled();
  isDown = false;
  await press("Retry");
  expect((await listSummaryLines())[0]).toBe("Files copied from v2: 2");
});

it("shows an error if the versions cannot be loaded, and reloads on Retry", async () => {
  allowRefusals();
  let isDown = true;
  const { press } = renderInstructions({
    ...ANSWERS,
    [endpoints.listArchive.path]: () => {
      if (isDown) throw new ApiError("Not now.", 503);
      return [anUpload(2)];
    },
  });
  expect(await screen.findByText(/^The list of versions to correct could not be loaded\./)).toBeVisible();
  isDown = false;
  await press("Retry");
  expect(await screen.findByLabelText("Content of this upload")).toBeVisible();
});

it("recomputes the files to delete when the version is chosen again", async () => {
  let currentFiles = ANSWERS[endpoints.listFiles.path] as JsonObject[];
  const { user, press, askedFor } = await chooseCorrection(2, {
    [endpoints.listFiles.path]: () => currentFiles,
  });
  expect(await listSummaryLines()).toContain("Files deleted: 1");
  currentFiles = currentFiles.slice(0, 2);
  await user.selectOptions(screen.getByLabelText("Content of this upload"), "b1");
  await user.selectOptions(screen.getByLabelText("Content of this upload"), "b2");
  await waitFor(async () => expect(await listSummaryLines()).toContain("Files deleted: 2"));
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  await waitFor(() =>
    expect(askedFor(endpoints.requestUpload.path)).toMatchObject([
      { body: { left_out_paths: ["Model_Files/b.txt", "GIS/old/c.txt"] } },
    ]),
  );
});

it("shows the last 30 of 101 paths to delete, and a button for the other 71", async () => {
  const many = Array.from({ length: 100 }, (_, at) => `Model_Files/many${at}.txt`);
  await chooseCorrection(2, { [endpoints.uploadReceipt.path]: aReceipt(...VERSION_PATHS, ...many) });
  expect(await listSummaryLines()).toContain("Files deleted: 101");
  expect(screen.getByRole("button", { name: "Show 71 more" })).toBeVisible();
  expect(screen.queryByText("Model_Files/many69.txt")).toBeNull();
});

it("explains that a newer current version will be compared with the correction", async () => {
  const { user } = await chooseCorrection(1);
  expect(
    await screen.findByText(/^A newer version is current\. If its files differ from this correction/),
  ).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Content of this upload"), "b2");
  await listSummaryLines();
  expect(screen.queryByText(/^A newer version is current/)).toBeNull();
});

it("warns, and clears the script's path, if the script was downloaded for another version", async () => {
  const { user, press } = await chooseCorrection(1);
  await listSummaryLines();
  await user.type(screen.getByLabelText("Script path"), "/tmp/one.sh");
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  expect(await screen.findByText(/^This script uploads a correction of v1/)).toBeVisible();
  expect(screen.queryByText(/use only the new one/)).toBeNull();
  await user.type(screen.getByRole("combobox", { name: /^Delete from v1/ }), "old{ArrowDown}{Enter}");
  expect(await screen.findByText(/use only the new one/)).toBeVisible();
  expect(screen.getByLabelText("Script path")).toHaveValue("");
  await user.selectOptions(screen.getByLabelText("Content of this upload"), "The whole model");
  expect(await screen.findByText(/use only the new one/)).toBeVisible();
  expect(screen.getByLabelText("Script path")).toHaveValue("");
});

it("shows why a correction is refused and downloads no other script", async () => {
  allowRefusals();
  const message = "The version to correct does not exist. Reload the page and choose a version.";
  const { press, user, files } = await chooseCorrection(2, {
    [endpoints.requestUpload.path]: new ApiError(message, 404),
  });
  await listSummaryLines();
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  expect(await screen.findByText(message)).toBeVisible();
  expect([...files.keys()]).toEqual([]);
});

it("counts files of the corrected version as present, except the deleted ones", async () => {
  const { user } = await chooseCorrection(1, {
    [endpoints.uploadReceipt.path]: aReceipt("metadata_7.yml", "Model_Files/a.prj", "Model_Files/a.g01"),
  });
  await listSummaryLines();
  const plan = new File(["Plan Title=1\nGeom File=g01\n"], "a.p01");
  Object.defineProperty(plan, "webkitRelativePath", { value: "Root/Model_Files/a.p01" });
  await user.upload(screen.getByLabelText("Model folder"), [...aFolder("metadata_7.yml"), plan]);
  expect(await screen.findByText(/1 of 1 file reference found/)).toBeVisible();
  expect(screen.queryByText(/a\.prj|a\.g01|"Root\/(GIS|Supporting)"/)).toBeNull();
  await user.type(screen.getByRole("combobox", { name: "Delete from v1" }), "a.prj{ArrowDown}{Enter}");
  await user.upload(screen.getByLabelText("Model folder"), [...aFolder("metadata_7.yml"), plan]);
  expect(await screen.findByText(/missing project file "Model_Files\/a\.prj"/)).toBeVisible();
});
