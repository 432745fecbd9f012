import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { VendorResponse } from "../../../src/portal/providers/calls/vendorResponse.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { findDrafts, storeDraft } from "../../support/draftService.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";
import { slowUpload } from "./slowUpload.ts";

const { saveRecord, addRecord } = endpoints;
const newerEditsNote = /The record was saved\. Your later changes are not saved yet\./;

/** The first response waits for `finish`; later ones come at once. */
function createSlowResponse(...responses: (Partial<VendorResponse> | Error)[]) {
  let finish: () => void = () => undefined;
  let calls = 0;
  const respond = async () => {
    const response = responses[Math.min(calls, responses.length - 1)]!;
    if (calls++ === 0) await new Promise<void>((resolve) => (finish = resolve));
    return response;
  };
  return { respond, finish: () => act(async () => finish()) };
}

const createSlowSave = () => createSlowResponse({ rows: [{}], etag: '"v2"' }, { rows: [{}], etag: '"v3"' });
const FIELD_ERROR = { path: ["modelName"], rule: "known", message: "This name is taken." };
const findSavingButton = () => screen.findByRole("button", { name: "Saving…" });
const purpose = () => screen.getByRole("textbox", { name: /Model purpose/ });

describe("values typed while a save is running", () => {
  it("stay in the form and in a draft, and are saved by the next save", async () => {
    const { respond, finish } = createSlowSave();
    const { user, press, retype, askedFor, path } = renderRecordForm("7", { [saveRecord.path]: respond });
    await retype(/Model name/, "Elizabeth Creek");
    await press("Save");
    await findSavingButton();
    await user.type(purpose(), " Typed meanwhile");
    await finish();
    expect(await screen.findByText("Saved record!")).toBeVisible();
    expect(await screen.findByText(newerEditsNote)).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect((purpose() as HTMLInputElement).value).toMatch(/ Typed meanwhile$/);
    expect(findDrafts("7")).toMatchObject([{ etag: '"v2"', values: { modelName: "Elizabeth Creek" } }]);
    expect(findDrafts("7")[0]!.values["modelPurpose"]).toMatch(/ Typed meanwhile$/);
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)).toHaveLength(2);
    expect(askedFor(saveRecord.path)[1]).toMatchObject({
      headers: { "If-Match": '"v2"' },
      body: { model_name: "Elizabeth Creek", model_purpose: expect.stringMatching(/ Typed meanwhile$/) },
    });
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
  });

  it("are saved to the new record, whose id is then in the URL", async () => {
    const { respond, finish } = createSlowResponse({ rows: [{ tdis_identifier: 99 }], etag: '"v1"' });
    storeDraft("new", { values: { ...aMetadata() } });
    const { user, press, askedFor, path } = renderRecordForm("new", { [addRecord.path]: respond });
    await press("Proceed to Upload");
    await findSavingButton();
    await user.type(purpose(), " Typed meanwhile");
    await finish();
    expect(await screen.findByText(newerEditsNote)).toBeVisible();
    expect(location.pathname).toBe("/metadata_app/app/form/99");
    expect(screen.getByRole("heading", { name: "Edit" })).toBeVisible();
    await waitFor(() => expect(findDrafts("new")).toEqual([]));
    expect(findDrafts("99")).toMatchObject([{ etag: '"v1"' }]);
    await press("Proceed to Upload");
    await waitFor(() => expect(path()).toBe("/app/instructions/99"));
    expect(askedFor(addRecord.path)).toHaveLength(1);
    expect(askedFor(saveRecord.path)).toMatchObject([
      { headers: { "If-Match": '"v1"' }, body: { tdis_identifier: "99" } },
    ]);
    await waitFor(() => expect(findDrafts("99")).toEqual([]));
  });

  it("in the contact dialog keep the dialog open and are kept in a draft", async () => {
    const { respond, finish } = createSlowSave();
    const { user, press, path } = renderRecordForm("7", { [saveRecord.path]: respond });
    await press("Proceed to Upload");
    await findSavingButton();
    await press("Create a new contact: Contact 1");
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: "First name" }), "Nora");
    await finish();
    expect(await screen.findByText("Saved record!")).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect(dialog.getByRole("textbox", { name: "First name" })).toHaveValue("Nora");
    expect(findDrafts("7")).toMatchObject([
      { etag: '"v2"', contactDialogValues: { create: { firstName: "Nora" } } },
    ]);
  });

  it("stay in the input if they are a partly typed entry", async () => {
    const { respond, finish } = createSlowSave();
    const { user, press, path } = renderRecordForm("7", { [saveRecord.path]: respond });
    await press("Save");
    await findSavingButton();
    const ids = screen.getByRole("textbox", { name: /Flood planning project IDs/ });
    await user.type(ids, "0310");
    await finish();
    expect(await screen.findByText(newerEditsNote)).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect(ids).toHaveValue("0310");
  });

  it.each([
    ["is rejected", new ApiError("", 400, { faults: [FIELD_ERROR] }), /This name is taken\./],
    ["fails", new ApiError("", 0), /Everything you typed is still in the form\./],
  ])("keep the focus when the save %s", async (_, failure, words) => {
    allowRefusals();
    const { respond, finish } = createSlowResponse(failure);
    const { user, press } = renderRecordForm("7", { [saveRecord.path]: respond });
    await press("Save");
    await findSavingButton();
    await user.type(purpose(), " Typed meanwhile");
    await finish();
    expect((await screen.findAllByText(words))[0]).toBeVisible();
    expect(purpose()).toHaveFocus();
  });

  it("are kept as a draft of the saved revision if the form was left before the response", async () => {
    const { respond, finish } = createSlowSave();
    const { user, press, path } = renderRecordForm("7", { [saveRecord.path]: respond });
    await press("Save");
    await findSavingButton();
    await user.type(purpose(), " Typed meanwhile");
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(path()).toBe("/app/");
    await finish();
    await waitFor(() => expect(findDrafts("7")).toMatchObject([{ etag: '"v2"' }]));
    expect(screen.queryByText("Saved record!")).toBeNull();
    expect(path()).toBe("/app/");
    expect(findDrafts("7")[0]!.values["modelPurpose"]).toMatch(/ Typed meanwhile$/);
  });
});

it("the focus is on the error message after a failed save, and on Saving… during a retry", async () => {
  allowRefusals();
  const { respond, finish } = createSlowResponse(new ApiError("", 0));
  let isFirst = true;
  const { press, findButton } = renderRecordForm("7", {
    [saveRecord.path]: async () => {
      if (!isFirst) return respond();
      isFirst = false;
      return new ApiError("", 0);
    },
  });
  const failure = () => screen.findByRole("group", { name: /^The record may not have been saved\./ });
  await press("Save");
  expect(await failure()).toHaveFocus();
  await press("Retry");
  expect(await findButton("Saving…")).toHaveFocus();
  await finish();
  expect(await failure()).toHaveFocus();
});

describe("a save that is merged after its form was left", () => {
  const conflict = new ApiError("Dana Dev saved this record since you opened it.", 409, {
    savedBy: { username: "vendor2", firstName: "Dana", lastName: "Dev" },
    savedAt: "2026-03-02T15:04:05.000Z",
    etag: '"v5"',
    current: [aWireRecord({ id: "7", metadata: { modelPurpose: "Theirs" } })],
  });

  /** The name is changed and saved, and the form left before the services say that Dana changed the purpose. */
  async function leaveBefore(typed = "") {
    allowRefusals();
    let finish: () => void = () => undefined;
    const { user, press, retype, askedFor } = renderRecordForm("7", {
      [saveRecord.path]: async ({ headers }) => {
        if (headers?.["If-Match"] === '"v5"') return { rows: [{}], etag: '"v6"' };
        await new Promise<void>((resolve) => (finish = resolve));
        return conflict;
      },
    });
    await retype(/Model name/, "Elizabeth Creek");
    await press("Save");
    await findSavingButton();
    if (typed) await user.type(purpose(), typed);
    await user.click(screen.getByRole("link", { name: "Back" }));
    await act(async () => finish());
    return () => askedFor(saveRecord.path);
  }

  it("leaves no draft that would undo the other user's changes", async () => {
    const saves = await leaveBefore();
    await waitFor(() => expect(saves()).toHaveLength(2));
    expect(saves()[1]!.body).toMatchObject({ model_name: "Elizabeth Creek", model_purpose: "Theirs" });
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
  });

  it("leaves conflicting fields in a draft with its base revision", async () => {
    const saves = await leaveBefore(" Mine");
    expect(saves()).toHaveLength(1);
    expect(findDrafts("7")).toMatchObject([{ etag: '"v1"', values: { modelName: "Elizabeth Creek" } }]);
    expect(findDrafts("7")[0]!.values["modelPurpose"]).toMatch(/ Mine$/);
  });
});

describe("a file that is uploading", () => {
  it("that was chosen during a save keeps the form open and is saved by the next save", async () => {
    const { respond, finish } = createSlowSave();
    const { container, press, askedFor, path } = renderRecordForm("7", { [saveRecord.path]: respond });
    await press("Save");
    await findSavingButton();
    const upload = slowUpload(container);
    await upload.choose();
    await finish();
    expect(await screen.findByText("Saved record!")).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect(upload.isAborted()).toBe(false);
    await upload.finish("new.gdb.zip");
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)[1]!.body).toMatchObject({ spatial_extent_shapefile: "new.gdb.zip" });
  });

  it("causes a question before a link leaves the page", async () => {
    const { container, user, path } = renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    const upload = slowUpload(container);
    await upload.choose();
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(
      await screen.findByText("The geodatabase is still uploading. If you leave now, the upload stops."),
    ).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect(upload.isAborted()).toBe(false);
    await user.click(screen.getByRole("button", { name: "Leave" }));
    expect(path()).toBe("/app/");
  });

  it.each([
    [
      "is finished",
      "The geodatabase was uploaded. Save the record to use it; until then, your changes are kept as a draft.",
    ],
    [
      "has failed",
      /^The upload of the geodatabase failed\. .+ Choose the file again\. Your other changes are kept as a draft\.$/,
    ],
  ])("updates the open question when it %s", async (what, words) => {
    allowRefusals();
    const { container, user, path } = renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    const upload = slowUpload(container);
    await upload.choose();
    await user.click(screen.getByRole("link", { name: "Back" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    await (what === "is finished" ? upload.finish("new.gdb.zip") : upload.fail());
    expect(await dialog.findByText(words)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Stay" }));
    expect(path()).toBe("/app/form/7");
    await user.click(screen.getByRole("link", { name: "Back" }));
    await waitFor(() => expect(path()).toBe("/app/"));
  });

  it("blocks discarding a draft until the upload is finished", async () => {
    storeDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
    const { container } = renderRecordForm("7");
    const discard = await screen.findByRole("button", { name: "Discard" });
    await screen.findByDisplayValue("Elizabeth Creek");
    const upload = slowUpload(container);
    await upload.choose();
    expect(discard).toBeDisabled();
    await upload.finish("new.gdb.zip");
    expect(discard).toBeEnabled();
  });
});

it("a save without later edits leaves no draft and keeps the closed contact dialog's values", async () => {
  const { user, press, path } = renderRecordForm("7");
  await press("Create a new contact: Contact 1");
  await user.type(within(screen.getByRole("dialog")).getByRole("textbox", { name: "First name" }), "Nora");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("Save");
  await waitFor(() => expect(path()).toBe("/app/"));
  expect(findDrafts("7")).toMatchObject([
    { etag: '"v2"', contactDialogValues: { create: { firstName: "Nora" } } },
  ]);
});

it("a draft cannot be discarded while the form is being saved, and is gone afterwards", async () => {
  storeDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
  const { respond, finish } = createSlowSave();
  const { press, path } = renderRecordForm("7", { [saveRecord.path]: respond });
  await screen.findByRole("button", { name: "Discard" });
  await press("Save");
  await findSavingButton();
  expect(screen.getByRole("button", { name: "Discard" })).toBeDisabled();
  await finish();
  await waitFor(() => expect(path()).toBe("/app/"));
  await waitFor(() => expect(findDrafts("7")).toEqual([]));
});

it("a response after the form was left causes no redirect and no toast", async () => {
  const { respond, finish } = createSlowSave();
  const { user, press, path } = renderRecordForm("7", { [saveRecord.path]: respond });
  await press("Proceed to Upload");
  await findSavingButton();
  await user.click(screen.getByRole("link", { name: "Back" }));
  await finish();
  expect(path()).toBe("/app/");
  expect(screen.queryByText("Saved record!")).toBeNull();
  await waitFor(() => expect(findDrafts("7")).toEqual([]));
});
