import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import { schemaOf } from "../../../src/contract/schema/fields.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderInstructions } from "./renderInstructions.tsx";

const anUpload = (uploadVersion: number, archived = false) =>
  encode(
    schemaOf("upload"),
    {
      ...{ path: `b${uploadVersion}/model.zip`, username: "vendor1", size: 1, sha256: "z" },
      ...{ uploadBatchId: `b${uploadVersion}`, uploadVersion, archived },
      uploaded: `2026-03-0${uploadVersion}T15:04:05.000Z`,
    },
    "read",
  );

const HELD = ["metadata_7.yml", "Model_Files/a.txt", "Model_Files/b.txt", "GIS/old/c.txt"];

/** Version 2 stands, but for the file that was left out of it by hand. */
const ANSWERS: Answers = {
  [endpoints.listArchive.path]: [anUpload(2), anUpload(1, true)],
  [endpoints.uploadReceipt.path]: [{ files: HELD.map((path) => ({ path, size: 1, sha256: path })) }],
  [endpoints.listFiles.path]: HELD.filter((path) => !path.endsWith("b.txt")).map((path) =>
    encode(
      schemaOf("file"),
      {
        ...{ path: `b2/files/${path}`, pathInModel: path, uploadType: "file", mimeType: "text/plain" },
        ...{ size: 1, sha256: path, archived: false, uploadBatchId: "b2" },
      },
      "read",
    ),
  ),
};

const lines = async () => {
  const preview = (await screen.findByText("The version that comes of it")).closest<HTMLElement>(
    "[role=status]",
  )!;
  return (await within(preview).findAllByRole("listitem")).map(({ textContent }) => textContent);
};

async function chooseCorrection(version: number, answers: Answers = {}) {
  const view = renderInstructions({ ...ANSWERS, ...answers });
  await view.user.selectOptions(await screen.findByLabelText("This upload is"), `b${version}`);
  return view;
}

it("offers no correction before there is a version, or where versions are not numbered", async () => {
  renderInstructions({ [endpoints.listArchive.path]: [] });
  await screen.findByRole("list", { name: "Steps" });
  expect(screen.queryByLabelText("This upload is")).toBeNull();
});

it("offers every version, the newest first, and sends the whole model unless another is chosen", async () => {
  const { press, user, askedFor } = renderInstructions(ANSWERS);
  const select = await screen.findByLabelText("This upload is");
  expect(select).toHaveDisplayValue("The whole model");
  expect(
    within(select)
      .getAllByRole("option")
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^A correction of v2, uploaded on March 2nd 2026, /),
    expect.stringMatching(/^A correction of v1, uploaded on March 1st 2026, /),
  ]);
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  await waitFor(() =>
    expect(askedFor(endpoints.requestUpload.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]),
  );
  expect(askedFor(endpoints.requestUpload.path)[0]!.body).not.toHaveProperty("corrected_upload_batch_id");
});

it("shows the version that will come of a correction, and asks for it with what is to go", async () => {
  const { press, user, askedFor, container } = await chooseCorrection(2);
  // What somebody left out of the version does not come back by itself.
  expect(await lines()).toEqual([
    "Files taken over from v2: 2",
    "Files left out: 1",
    expect.stringContaining("Check the model first"),
  ]);
  const leftOut = screen.getByRole("combobox", { name: "Files and folders of v2 that are to go" });
  await user.type(leftOut, "old{ArrowDown}{Enter}");
  expect((await lines()).slice(0, 2)).toEqual(["Files taken over from v2: 1", "Files left out: 2"]);
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(screen.getByText(/^This script sends a correction of v2/)).toBeVisible();
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

it("counts what the chosen folder replaces and adds", async () => {
  const { user } = await chooseCorrection(1);
  expect((await lines()).slice(0, 2)).toEqual(["Files taken over from v1: 3", "Files left out: 0"]);
  const files = ["model_files/A.txt", "Model_Files/new.txt", "metadata_7.yml"].map((path) => {
    const file = new File(["text"], path.split("/").at(-1)!);
    Object.defineProperty(file, "webkitRelativePath", { value: `Root/${path}` });
    return file;
  });
  await user.upload(screen.getByLabelText("Folder of the model"), files);
  await waitFor(async () =>
    expect(await lines()).toEqual([
      "Files taken over from v1: 2",
      "Files left out: 0",
      "Files of yours that replace those of v1: 1",
      "New files: 1",
    ]),
  );
  expect(screen.getByText(/^Only the files chosen here were read/)).toBeVisible();
});

it("says why a correction cannot be asked for, and sends nothing else in its place", async () => {
  allowRefusals();
  const message = "The record has no such version to correct.";
  const { press, user, files } = await chooseCorrection(2, {
    [endpoints.requestUpload.path]: new VendorError(message, 404),
  });
  await lines();
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  expect(await screen.findByText(message)).toBeVisible();
  expect([...files.keys()]).toEqual([]);
});
