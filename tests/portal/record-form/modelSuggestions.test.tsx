import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { modelSource, pecanBranch } from "../../support/modelTexts.ts";
import { pecanZip } from "../../support/pecanZip.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { aWireUpload } from "../record-detail/renderDetail.tsx";
import { renderRecordForm } from "./renderRecordForm.tsx";
import { slowUpload } from "./slowUpload.ts";

vi.mock(
  "../../../src/portal/model-report/listing/createListingWorker.ts",
  () => import("../../support/listingInPage.ts"),
);

const createModelFiles = (folder = "Pecan") =>
  Object.entries(pecanBranch).map(([path, text]) => {
    const file = new File([text], path.split("/").at(-1)!, { lastModified: Date.UTC(2024, 3, 17, 12) });
    Object.defineProperty(file, "webkitRelativePath", { value: `${folder}/${path}` });
    return file;
  });

async function openForm(of: "7" | "new", answers?: Answers) {
  const view = renderRecordForm(of, answers);
  const findFileInput = (name: string) => screen.findByLabelText(name, { selector: "input" });
  return {
    ...view,
    chooseFolder: async (files = createModelFiles()) =>
      view.user.upload(await findFileInput("Model folder"), files),
    chooseZip: async (zip: File) => view.user.upload(await findFileInput("Model zip"), zip),
  };
}

const getVersionInput = () => screen.getByRole("textbox", { name: /^Software version/ });
const findSuggestions = () => screen.findByRole("list", { name: "Values from the model" });

it("values from a chosen model are suggested at each field, applied by one click and undone by another", async () => {
  const { user, chooseFolder, askedFor, findButton, press } = await openForm("7", {
    [endpoints.getRecord.path]: {
      rows: [aWireRecord({ id: "7", metadata: { softwareVersion: "6.4.1", county: ["Wise"] } })],
      etag: '"v1"',
    },
  });
  await chooseFolder();
  const use = await findButton("Use it: Software version, 6.5");
  expect(screen.getByText("From Pecan.p02: 6.5")).toBeVisible();
  expect(getVersionInput()).toHaveValue("6.4.1");
  await user.click(use);
  await waitFor(() => expect(getVersionInput()).toHaveValue("6.5"));
  expect(getVersionInput()).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Undo: Software version" }));
  await waitFor(() => expect(getVersionInput()).toHaveValue("6.4.1"));
  await user.click(await screen.findByRole("button", { name: "Use it: Counties, Denton" }));
  await press("Save");
  await waitFor(() => expect(askedFor(endpoints.saveRecord.path)).toHaveLength(1));
  const { body } = askedFor(endpoints.saveRecord.path)[0]!;
  expect(body).toMatchObject({ counties: "Wise,Denton", software_version: "6.4.1" });
});

it("the folder's name fills in identifier, region and name", async () => {
  const { user, chooseFolder } = await openForm("new");
  await chooseFolder(createModelFiles("030000000042_Elm_Fork"));
  expect(await findSuggestions()).toHaveTextContent(/03 Trinity from 030000000042_Elm_Fork/);
  await user.click(screen.getByRole("button", { name: "Use all 8" }));
  await screen.findByText("The form already has all values from the model.");
  expect(screen.getByRole("textbox", { name: /^Model identifier/ })).toHaveValue("030000000042");
  expect(screen.getByRole("combobox", { name: "Flood planning region" })).toHaveValue("03 Trinity");
  expect(screen.getByRole("textbox", { name: /^Model name/ })).toHaveValue("Elm Fork");
});

it("all values for a new record are applied at once and undone at once", async () => {
  const { user, chooseFolder } = await openForm("new");
  await chooseFolder();
  expect(within(await findSuggestions()).getAllByRole("listitem")).toHaveLength(6);
  await user.dblClick(screen.getByRole("button", { name: "Use all 6" }));
  expect(await screen.findByText("The form already has all values from the model.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: /^Model name/ })).toHaveValue("Pecan Branch");
  // A file's time is the time it was copied.
  expect(screen.getByRole("textbox", { name: /^Model creation date/ })).toHaveValue("");
  expect(screen.getByRole("checkbox", { name: "2D" })).toBeChecked();
  expect(getVersionInput()).toHaveValue("6.5");
  const undo = screen.getByRole("button", { name: "Undo all 6" });
  expect(undo).toHaveFocus();
  await user.click(undo);
  expect(within(await findSuggestions()).getAllByRole("listitem")).toHaveLength(6);
  expect(screen.getByRole("textbox", { name: /^Model name/ })).toHaveValue("");
});

it("Undo does not remove what was edited after the suggestion was used, at one field or for all fields", async () => {
  const { user, chooseFolder } = await openForm("new");
  await chooseFolder();
  await user.dblClick(await screen.findByRole("button", { name: "Use it: Model name, Pecan Branch" }));
  await screen.findByRole("button", { name: "Undo: Model name" });
  const name = screen.getByRole("textbox", { name: /^Model name/ });
  await user.type(name, " at Justin");
  await screen.findByRole("button", { name: "Use it: Model name, Pecan Branch" });
  expect(screen.queryByRole("button", { name: "Undo: Model name" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Use all 6" }));
  await screen.findByRole("button", { name: "Undo all 6" });
  await user.click(screen.getByRole("checkbox", { name: "Coastal" }));
  await user.click(await screen.findByRole("button", { name: "Undo all 5" }));
  await findSuggestions();
  expect(name).toHaveValue("Pecan Branch at Justin");
  expect(screen.getByRole("checkbox", { name: "Coastal" })).toBeChecked();
});

it("every difference is listed, the name included, with the value it replaces", async () => {
  const { chooseFolder } = await openForm("7", {
    [endpoints.getRecord.path]: {
      rows: [aWireRecord({ id: "7", metadata: { modelName: "Denton Creek", softwareVersion: "6.4.1" } })],
      etag: '"v1"',
    },
  });
  await chooseFolder(createModelFiles("110000000042_Pecan_Branch"));
  const texts = within(await findSuggestions())
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  expect(texts).toContain("Model namePecan Branch from 110000000042_Pecan_Branch, replaces Denton Creek");
  expect(texts).toContain("Software version6.5 from Pecan.p02, replaces 6.4.1");
  expect(texts).toContain(
    "Flood planning region11 Guadalupe from 110000000042_Pecan_Branch, replaces 03 Trinity",
  );
});

it("a second folder starts over: values used from the first are undone, values edited since stay", async () => {
  const { user, chooseFolder } = await openForm("new");
  await chooseFolder(createModelFiles("030000000042_Elm_Fork"));
  await user.click(await screen.findByRole("button", { name: "Use all 8" }));
  await screen.findByRole("button", { name: "Undo all 8" });
  await user.type(getVersionInput(), " beta");
  const notes = new File(["notes"], "notes.txt");
  Object.defineProperty(notes, "webkitRelativePath", { value: "110000000001_Blanco_River/notes.txt" });
  await chooseFolder([notes]);
  expect(await findSuggestions()).toHaveTextContent(/Blanco River/);
  expect(within(await findSuggestions()).getAllByRole("listitem")).toHaveLength(3);
  expect(screen.getByRole("textbox", { name: /^Model identifier/ })).toHaveValue("");
  expect(screen.getByRole("checkbox", { name: "2D" })).not.toBeChecked();
  expect(getVersionInput()).toHaveValue("6.5 beta");
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

it("a second selection that is no model keeps the values used from the first", async () => {
  const { user, chooseFolder, chooseZip } = await openForm("new");
  await chooseFolder();
  await user.click(await screen.findByRole("button", { name: "Use all 6" }));
  await chooseZip(new File(["no zip"], "Pecan.zip"));
  const error = await screen.findByText(/^The file is not a zip\./);
  const dataTransfer = { types: ["text/plain"], items: [{ webkitGetAsEntry: () => null }] };
  expect(fireEvent.dragOver(error, { dataTransfer })).toBe(true);
  expect(fireEvent.drop(error, { dataTransfer })).toBe(true);
  expect(error).toBeVisible();
  expect(getVersionInput()).toHaveValue("6.5");
  expect(screen.getByRole("button", { name: "Undo all 6" })).toBeVisible();
});

it("a second folder also undoes values used after its picker was opened", async () => {
  let pick: (handle: object) => void = () => undefined;
  vi.stubGlobal("showDirectoryPicker", () => new Promise<object>((resolve) => (pick = resolve)));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { chooseFolder, press } = await openForm("new");
  await chooseFolder();
  await screen.findByRole("button", { name: "Use all 6" });
  await press("Choose folder");
  await press("Use all 6");
  await screen.findByRole("button", { name: "Undo all 6" });
  const notes = { kind: "file", name: "notes.txt", getFile: async () => new File(["notes"], "notes.txt") };
  const values = async function* () {
    yield notes;
  };
  pick({ kind: "directory", name: "110000000001_Blanco_River", values });
  await screen.findByText("The model can fill in 3 fields:");
  expect(getVersionInput()).toHaveValue("");
});

const COVERAGE_AREA = {
  type: "Feature",
  geometry: {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [-97.4, 33.1],
          [-97.2, 33.1],
          [-97.2, 33.3],
          [-97.4, 33.1],
        ],
      ],
    ],
  },
  properties: { feature_classes: [], counties: ["Denton", "Wise"], regions: [] },
};
const COVERAGE = "Model_030000000042_Coverage.gdb.zip";
const STORED = `0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3e_${COVERAGE}`;

/** Uses all values of a folder with a coverage geodatabase, whose upload starts. */
async function openCoverage(answer: Answers[string] = [COVERAGE_AREA]) {
  const view = await openForm("new", { [endpoints.uploadedExtent.path]: answer });
  const upload = slowUpload(view.container);
  const zip = new File([new Uint8Array(readFileSync("tests/fixtures/coverage.gdb.zip"))], COVERAGE);
  Object.defineProperty(zip, "webkitRelativePath", { value: `030000000042_Elm_Fork/${zip.name}` });
  await view.chooseFolder([...createModelFiles("030000000042_Elm_Fork"), zip]);
  await view.user.click(await screen.findByRole("button", { name: "Use all 9" }));
  await screen.findByText(`Uploading ${COVERAGE}: 0%`);
  await waitFor(() => expect(upload.isAborted()).toBe(false));
  return { ...view, upload };
}

it("the coverage geodatabase is uploaded as the spatial extent, then its counties are suggested", async () => {
  const { user, upload } = await openCoverage();
  expect(screen.getByText("The coverage geodatabase is uploading.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Use it: Spatial extent/ })).toBeNull();
  await upload.finish(STORED);
  expect(await screen.findByRole("button", { name: "Remove the file" })).toBeVisible();
  expect(await findSuggestions()).toHaveTextContent(`CountiesWise from ${COVERAGE}`);
  await user.click(screen.getByRole("button", { name: "Use it" }));
  await user.click(await screen.findByRole("button", { name: "Undo all 9" }));
  expect(within(await findSuggestions()).getAllByRole("listitem")).toHaveLength(9);
  expect(screen.queryByRole("button", { name: "Remove the file" })).toBeNull();
  expect(await findSuggestions()).toHaveTextContent(`CountiesDenton, Wise from ${COVERAGE}`);
});

it("the list waits for the counties of the uploaded coverage geodatabase", async () => {
  let answer!: (rows: (typeof COVERAGE_AREA)[]) => void;
  const { upload } = await openCoverage(() => new Promise((resolve) => (answer = resolve)));
  await upload.finish(STORED);
  expect(
    await screen.findByText("The portal is reading the counties of the coverage geodatabase."),
  ).toBeVisible();
  answer([COVERAGE_AREA]);
  expect(await findSuggestions()).toHaveTextContent(`CountiesWise from ${COVERAGE}`);
});

it("a second folder cancels the upload of the first folder's coverage geodatabase", async () => {
  const { chooseFolder, upload } = await openCoverage();
  await chooseFolder();
  await waitFor(() => expect(upload.isAborted()).toBe(true));
  expect(await findSuggestions()).toHaveTextContent("Pecan Branch");
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByText(`The upload of ${COVERAGE} was canceled.`)).toHaveAttribute("role", "status");
});

it("Undo all cancels the upload of the coverage geodatabase", async () => {
  const { user, upload } = await openCoverage();
  await user.click(screen.getByRole("button", { name: "Undo all 8" }));
  expect(upload.isAborted()).toBe(true);
  expect(within(await findSuggestions()).getAllByRole("listitem")).toHaveLength(9);
});

it("Undo of the region restores the hydrologic units that it cleared", async () => {
  const { user, chooseFolder, press, findButton, askedFor } = await openForm("7");
  await chooseFolder(createModelFiles("110000000042_Pecan_Branch"));
  await user.click(await findButton("Use it: Flood planning region, 11 Guadalupe"));
  expect(await screen.findByText(/^Flood planning region was changed, which cleared/)).toBeVisible();
  await user.click(await findButton("Undo: Flood planning region"));
  await press("Save");
  await waitFor(() => expect(askedFor(endpoints.saveRecord.path)).toHaveLength(1));
  expect(askedFor(endpoints.saveRecord.path)[0]!.body).toMatchObject({ huc: "120301010101,120301010102" });
});

it("the region has no Undo once the user has filled in the hydrologic units that it cleared", async () => {
  const { user, chooseFolder, press, findButton } = await openForm("7");
  await chooseFolder(createModelFiles("110000000042_Pecan_Branch"));
  await press("Use it: Flood planning region, 11 Guadalupe");
  await findButton("Undo: Flood planning region");
  await user.type(screen.getByRole("combobox", { name: /^Hydrologic units/ }), "121002010101{Enter}");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo: Flood/ })).toBeNull());
});

it("the values from a chosen model are announced once to screen readers, not at each field", async () => {
  const { chooseFolder } = await openForm("new");
  await chooseFolder();
  await findSuggestions();
  const statusTexts = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(statusTexts.filter((text) => /Pecan|The model can/.test(text))).toEqual([
    "The model can fill in 6 fields:",
  ]);
});

it("a chosen zip gives the same suggestions as its folder, and nothing is uploaded", async () => {
  const { chooseZip } = await openForm("new");
  await screen.findByRole("textbox", { name: /^Model name/ });
  const { buffer, name } = await pecanZip();
  const fetched = vi.spyOn(globalThis, "fetch").mockClear();
  await chooseZip(new File([new Uint8Array(buffer)], name));
  expect(within(await findSuggestions()).getByText(/^6\.5/)).toBeVisible();
  expect(fetched).not.toHaveBeenCalled();
});

it("the number of missing files opens their list, and closes it", async () => {
  const { user, chooseFolder } = await openForm("new");
  await chooseFolder(createModelFiles().filter(({ name }) => name !== "Pecan.g01"));
  const count = await screen.findByRole("button", { name: "1 missing-file problem" });
  expect(screen.queryByText(/Send the missing file/)).toBeNull();
  await user.click(count);
  expect(screen.getByText(/Send the missing file "Model_Files\/Pecan\.g01"/)).toBeVisible();
  await user.click(count);
  expect(screen.queryByText(/Send the missing file/)).toBeNull();
});

it("files without a model show that they contain no values", async () => {
  const { chooseFolder } = await openForm("new");
  await chooseFolder([new File(["notes"], "notes.txt")]);
  expect(await screen.findByText("These files contain no values for this form.")).toBeVisible();
});

it("a file that is not a zip shows an error", async () => {
  const { chooseZip } = await openForm("new");
  await chooseZip(new File(["no zip"], "Pecan.zip"));
  expect(await screen.findByText(/^The file is not a zip\./)).toBeVisible();
});

it("the record's latest upload is suggested by default, and choosing a model does not change the record", async () => {
  const report = await buildModelReport(modelSource(pecanBranch));
  const { chooseFolder, findButton } = await openForm("7", {
    [endpoints.getRecord.path]: {
      rows: [aWireRecord({ id: "7", metadata: { softwareVersion: "6.4.1" } })],
      etag: '"v1"',
    },
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: [encode(getSchema("model-report"), { ...report }, "read")],
  });
  expect(await findButton("Use it: Software version, 6.5")).toBeVisible();
  await chooseFolder();
  await findSuggestions();
  expect(screen.queryByText(/Not saved|kept as a draft/)).toBeNull();
});

/** Pecan with a second project, whose only file is named Elm. */
async function chooseTwoProjects() {
  const view = await openForm("new");
  const elm = new File(["Proj Title=Elm Fork\n"], "Elm.prj");
  Object.defineProperty(elm, "webkitRelativePath", { value: "Pecan/Model_Files/Elm.prj" });
  await view.chooseFolder([...createModelFiles(), elm]);
  const select = await screen.findByRole("combobox", { name: "Fill in from this project" });
  return { ...view, select };
}

it("fills in the form from the chosen one of two projects, by default from the first", async () => {
  const { user, select } = await chooseTwoProjects();
  expect(
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Elm Fork (Model_Files/Elm.prj)", "Pecan Branch (Model_Files/Pecan.prj)"]);
  expect(await findSuggestions()).toHaveTextContent(/Elm Fork/);
  await user.selectOptions(select, "Model_Files/Pecan.prj");
  expect(await findSuggestions()).toHaveTextContent(/Pecan Branch/);
  expect(await findSuggestions()).not.toHaveTextContent(/Elm Fork/);
});

it("another project undoes used lists; other used values keep the name of their file", async () => {
  const { user, select } = await chooseTwoProjects();
  await user.selectOptions(select, "Model_Files/Pecan.prj");
  await user.click(await screen.findByRole("button", { name: /^Use all/ }));
  await screen.findByRole("button", { name: /^Undo all/ });
  expect(screen.getByRole("checkbox", { name: "2D" })).toBeChecked();
  await user.selectOptions(select, "Model_Files/Elm.prj");
  await findSuggestions();
  expect(screen.getByRole("checkbox", { name: "2D" })).not.toBeChecked();
  expect(getVersionInput()).toHaveValue("6.5");
  expect(screen.getByText("Filled in from Pecan.prj.")).toBeVisible();
  expect(screen.queryByText("Filled in from Elm.prj.")).toBeNull();
});
