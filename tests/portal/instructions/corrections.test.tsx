import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import { schemaOf, type JsonObject } from "../../../src/contract/schema/fields.ts";
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
    expect.stringMatching(/^A correction of v2, uploaded on March 2nd 2026, [^,]*$/),
    expect.stringMatching(/^A correction of v1, uploaded on March 1st 2026, .*, put aside$/),
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
  expect(screen.getByText(/^Download the script for a correction of v2/)).toBeVisible();
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

const aFolder = (...paths: string[]) =>
  paths.map((path) => {
    const file = new File(["text"], path.split("/").at(-1)!);
    Object.defineProperty(file, "webkitRelativePath", { value: `Root/${path}` });
    return file;
  });

const aReceipt = (...paths: string[]) => [{ files: paths.map((path) => ({ path, size: 1, sha256: path })) }];

it("counts what the chosen folder replaces and adds", async () => {
  const { user } = await chooseCorrection(1);
  expect((await lines()).slice(0, 2)).toEqual(["Files taken over from v1: 3", "Files left out: 0"]);
  const files = aFolder("model_files/A.txt", "Model_Files/new.txt", "metadata_7.yml");
  await user.upload(screen.getByLabelText("Folder of the model"), files);
  await waitFor(async () =>
    expect(await lines()).toEqual([
      "Files taken over from v1: 2",
      "Files left out: 0",
      "Files of v1 that yours replace: 1",
      "New files: 1",
    ]),
  );
  await user.click(screen.getByRole("button", { name: "Show these files" }));
  const rows = within(screen.getByRole("tree")).getAllByRole("treeitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "GIS",
    "old",
    "Model_Files",
    "a.txt replaced",
    "b.txt taken over",
    "new.txt new",
  ]);
  expect(screen.getByText(/^Only the files chosen here were read/)).toBeVisible();
});

it("counts every file of a geodatabase that is replaced, and once what is sent anew though it is to go", async () => {
  const gdb = ["a1.gdbtable", "a2.gdbtable", "timestamps"].map((name) => `GIS/Area.gdb/${name}`);
  const { user } = await chooseCorrection(2, {
    [endpoints.uploadReceipt.path]: aReceipt(...HELD, ...gdb),
  });
  await lines();
  const files = aFolder("GIS/Area.gdb.zip", "Model_Files/b.txt", "metadata_7.yml");
  await user.upload(screen.getByLabelText("Folder of the model"), files);
  await waitFor(async () =>
    expect(await lines()).toEqual([
      "Files taken over from v2: 2",
      "Files left out: 0",
      "Files of v2 that yours replace: 4",
      "New files: 0",
    ]),
  );
});

it.each([
  ["the receipt", endpoints.uploadReceipt.path, new VendorError("Not now.", 503)],
  ["the list of files", endpoints.listFiles.path, new VendorError("Not now.", 503)],
  ["any receipt", endpoints.uploadReceipt.path, []],
])("says that %s could not be had, and tries again", async (_, path, answer) => {
  allowRefusals();
  let isDown = true;
  const good = ANSWERS[path] as JsonObject[];
  const { press } = await chooseCorrection(2, {
    [path]: () => {
      if (isDown && answer instanceof VendorError) throw answer;
      return isDown ? [] : good;
    },
  });
  expect(await screen.findByText(/^What v2 holds could not be loaded\./)).toBeVisible();
  expect(screen.queryByText("The version that comes of it")).toBeNull();
  expect(screen.getByRole("button", { name: /^Download upload_script/ })).toBeDisabled();
  isDown = false;
  await press("Retry");
  expect((await lines())[0]).toBe("Files taken over from v2: 2");
});

it("says that the versions could not be loaded, and tries again", async () => {
  allowRefusals();
  let isDown = true;
  const { press } = renderInstructions({
    ...ANSWERS,
    [endpoints.listArchive.path]: () => {
      if (isDown) throw new VendorError("Not now.", 503);
      return [anUpload(2)];
    },
  });
  expect(await screen.findByText(/^The versions that can be corrected could not be loaded\./)).toBeVisible();
  isDown = false;
  await press("Retry");
  expect(await screen.findByLabelText("This upload is")).toBeVisible();
});

it("leaves out what is put aside now, not what was when the version was last looked at", async () => {
  let standing = ANSWERS[endpoints.listFiles.path] as JsonObject[];
  const { user, press, askedFor } = await chooseCorrection(2, {
    [endpoints.listFiles.path]: () => standing,
  });
  expect(await lines()).toContain("Files left out: 1");
  standing = standing.slice(0, 2);
  await user.selectOptions(screen.getByLabelText("This upload is"), "b1");
  await user.selectOptions(screen.getByLabelText("This upload is"), "b2");
  await waitFor(async () => expect(await lines()).toContain("Files left out: 2"));
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  await waitFor(() =>
    expect(askedFor(endpoints.requestUpload.path)).toMatchObject([
      { body: { left_out_paths: ["Model_Files/b.txt", "GIS/old/c.txt"] } },
    ]),
  );
});

it("draws only the last of many files that are to go, and counts the others", async () => {
  const many = Array.from({ length: 100 }, (_, at) => `Model_Files/many${at}.txt`);
  await chooseCorrection(2, { [endpoints.uploadReceipt.path]: aReceipt(...HELD, ...many) });
  expect(await lines()).toContain("Files left out: 101");
  expect(screen.getByRole("button", { name: "Show 71 more" })).toBeVisible();
  expect(screen.queryByText("Model_Files/many69.txt")).toBeNull();
});

it("says what becomes of a correction beside a newer version that stands", async () => {
  const { user } = await chooseCorrection(1);
  expect(await screen.findByText(/^A newer version stands: its files and those of this/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText("This upload is"), "b2");
  await lines();
  expect(screen.queryByText(/^A newer version stands/)).toBeNull();
});

it("warns of a script that was downloaded for another choice, and forgets where that lies", async () => {
  const { user, press } = await chooseCorrection(1);
  await lines();
  await user.type(screen.getByLabelText("Script path"), "/tmp/one.sh");
  await press(/^Download upload_script/);
  await user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await press("Download");
  expect(await screen.findByText(/^This script sends a correction of v1/)).toBeVisible();
  expect(screen.queryByText(/not an earlier one/)).toBeNull();
  await user.type(
    screen.getByRole("combobox", { name: /^Files and folders of v1/ }),
    "old{ArrowDown}{Enter}",
  );
  expect(await screen.findByText(/use that script, not an earlier one/)).toBeVisible();
  expect(screen.getByLabelText("Script path")).toHaveValue("");
  await user.selectOptions(screen.getByLabelText("This upload is"), "The whole model");
  expect(await screen.findByText(/use that script, not an earlier one/)).toBeVisible();
  expect(screen.getByLabelText("Script path")).toHaveValue("");
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
