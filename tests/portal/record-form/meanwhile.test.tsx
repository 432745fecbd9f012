import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import type { VendorAnswer } from "../../../src/portal/providers/calls/vendorCall.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { anAccount } from "../../support/anAccount.ts";
import { keepDraft } from "./keepDraft.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";
import { slowUpload } from "./slowUpload.ts";

const { saveRecord, addRecord } = endpoints;
const drafts = (form: string) => draftStore.list(anAccount().username, form);
const note = /The record was saved\. What you changed since then is not saved yet\./;

/** An answer that comes when it is told to; later calls are answered at once. */
function slowAnswer(...answers: (Partial<VendorAnswer> | Error)[]) {
  let arrive: () => void = () => undefined;
  let calls = 0;
  const answer = async () => {
    const said = answers[Math.min(calls, answers.length - 1)]!;
    if (calls++ === 0) await new Promise<void>((resolve) => (arrive = resolve));
    return said;
  };
  return { answer, arrive: () => act(async () => arrive()) };
}

const slowSave = () => slowAnswer({ rows: [{}], etag: '"v2"' }, { rows: [{}], etag: '"v3"' });
const FAULT = { path: ["modelName"], rule: "known", message: "This name is taken." };
const isOnItsWay = () => screen.findByRole("button", { name: "Saving…" });
const purpose = () => screen.getByRole("textbox", { name: /Model purpose/ });

describe("what is typed while a save is on its way", () => {
  it("stays in the form and in a draft of the version just saved, and goes with the next save", async () => {
    const { answer, arrive } = slowSave();
    const { user, press, retype, askedFor, path } = renderRecordForm("7", { [saveRecord.path]: answer });
    await retype(/Model name/, "Elizabeth Creek");
    await press("Save");
    await isOnItsWay();
    await user.type(purpose(), " Typed meanwhile");
    await arrive();
    expect(await screen.findByText("Saved record!")).toBeVisible();
    expect(await screen.findByText(note)).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect((purpose() as HTMLInputElement).value).toMatch(/ Typed meanwhile$/);
    expect(drafts("7")).toMatchObject([{ etag: '"v2"', values: { modelName: "Elizabeth Creek" } }]);
    expect(drafts("7")[0]!.values["modelPurpose"]).toMatch(/ Typed meanwhile$/);
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)).toHaveLength(2);
    expect(askedFor(saveRecord.path)[1]).toMatchObject({
      headers: { "If-Match": '"v2"' },
      body: { model_name: "Elizabeth Creek", model_purpose: expect.stringMatching(/ Typed meanwhile$/) },
    });
    expect(drafts("7")).toEqual([]);
  });

  it("is saved to the record that was just made, which the address then names", async () => {
    const { answer, arrive } = slowAnswer({ rows: [{ tdis_identifier: 99 }], etag: '"v1"' });
    keepDraft("new", { values: { ...aMetadata() } });
    const { user, press, askedFor, path } = renderRecordForm("new", { [addRecord.path]: answer });
    await press("Restore");
    await press("Proceed to Upload");
    await isOnItsWay();
    await user.type(purpose(), " Typed meanwhile");
    await arrive();
    expect(await screen.findByText(note)).toBeVisible();
    expect(location.pathname).toBe("/metadata_app/app/form/99");
    expect(screen.getByRole("heading", { name: "Edit" })).toBeVisible();
    expect(drafts("new")).toEqual([]);
    expect(drafts("99")).toMatchObject([{ etag: '"v1"' }]);
    await press("Proceed to Upload");
    await waitFor(() => expect(path()).toBe("/app/instructions/99"));
    expect(askedFor(addRecord.path)).toHaveLength(1);
    expect(askedFor(saveRecord.path)).toMatchObject([
      { headers: { "If-Match": '"v1"' }, body: { tdis_identifier: "99" } },
    ]);
    expect(drafts("99")).toEqual([]);
  });

  it("leaves no draft of another new record to be restored into the one just made", async () => {
    const { answer, arrive } = slowAnswer({ rows: [{ tdis_identifier: 99 }], etag: '"v1"' });
    const other = { ...aMetadata({ modelName: "Other Creek" }) };
    keepDraft("new", { values: { ...aMetadata() } });
    keepDraft("new", { id: "other", values: other, keptAt: "2026-03-01T15:00:00.000Z" });
    const { user, press } = renderRecordForm("new", { [addRecord.path]: answer });
    await user.click((await screen.findAllByRole("button", { name: "Restore" }))[0]!);
    await press("Save");
    await isOnItsWay();
    await user.type(purpose(), " Typed meanwhile");
    expect(screen.getByRole("button", { name: "Restore" })).toBeDisabled();
    await arrive();
    await screen.findByText(note);
    expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
    expect(drafts("new")).toMatchObject([{ id: "other" }]);
  });

  it("in the contact dialog keeps the dialog open, and the contact among what is kept", async () => {
    const { answer, arrive } = slowSave();
    const { user, press, path } = renderRecordForm("7", { [saveRecord.path]: answer });
    await press("Proceed to Upload");
    await isOnItsWay();
    await press("Create a new contact: Contact 1");
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: "First name" }), "Nora");
    await arrive();
    expect(await screen.findByText("Saved record!")).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect(dialog.getByRole("textbox", { name: "First name" })).toHaveValue("Nora");
    expect(drafts("7")).toMatchObject([{ etag: '"v2"', contactTexts: { create: { firstName: "Nora" } } }]);
  });

  it("as half an entry of a list stays half typed", async () => {
    const { answer, arrive } = slowSave();
    const { user, press, path } = renderRecordForm("7", { [saveRecord.path]: answer });
    await press("Save");
    await isOnItsWay();
    const ids = screen.getByRole("textbox", { name: /Flood planning project IDs/ });
    await user.type(ids, "0310");
    await arrive();
    expect(await screen.findByText(note)).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect(ids).toHaveValue("0310");
    expect(drafts("7")).toMatchObject([{ halfTyped: { twdbFloodPlanningProjectID: "0310" } }]);
  });

  it.each([
    ["is refused", new VendorError("", 400, { faults: [FAULT] }), /This name is taken\./],
    ["fails", new VendorError("", 0), /Everything you typed is still here\./],
  ])("keeps its focus where the save %s", async (_, failure, words) => {
    allowRefusals();
    const { answer, arrive } = slowAnswer(failure);
    const { user, press } = renderRecordForm("7", { [saveRecord.path]: answer });
    await press("Save");
    await isOnItsWay();
    await user.type(purpose(), " Typed meanwhile");
    await arrive();
    expect((await screen.findAllByText(words))[0]).toBeVisible();
    expect(purpose()).toHaveFocus();
  });

  it("is kept as a draft of that version where the form was left before the answer", async () => {
    const { answer, arrive } = slowSave();
    const { user, press, path } = renderRecordForm("7", { [saveRecord.path]: answer });
    await press("Save");
    await isOnItsWay();
    await user.type(purpose(), " Typed meanwhile");
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(path()).toBe("/app/");
    await arrive();
    await waitFor(() => expect(drafts("7")).toMatchObject([{ etag: '"v2"' }]));
    expect(screen.queryByText("Saved record!")).toBeNull();
    expect(path()).toBe("/app/");
    expect(drafts("7")[0]!.values["modelPurpose"]).toMatch(/ Typed meanwhile$/);
  });
});

it("a save that fails has the focus on what says so, and on Save while it is tried again", async () => {
  allowRefusals();
  const { answer, arrive } = slowAnswer(new VendorError("", 0));
  let isFirst = true;
  const { press, findButton } = renderRecordForm("7", {
    [saveRecord.path]: async () => {
      if (!isFirst) return answer();
      isFirst = false;
      return new VendorError("", 0);
    },
  });
  const failure = () => screen.findByRole("group", { name: /^The record was not saved\./ });
  await press("Save");
  expect(await failure()).toHaveFocus();
  await press("Retry");
  expect(await findButton("Saving…")).toHaveFocus();
  await arrive();
  expect(await failure()).toHaveFocus();
});

describe("a save that is merged after its form was left", () => {
  const conflict = new VendorError("Dana Dev saved this record since you opened it.", 409, {
    savedBy: { username: "vendor2", firstName: "Dana", lastName: "Dev" },
    savedAt: "2026-03-02T15:04:05.000Z",
    etag: '"v5"',
    current: [aWireRecord({ id: "7", metadata: { modelPurpose: "Theirs" } })],
  });

  /** The name is changed and saved, and the form left before the services say that Dana changed the purpose. */
  async function leaveBefore(typed = "") {
    allowRefusals();
    let arrive: () => void = () => undefined;
    const { user, press, retype, askedFor } = renderRecordForm("7", {
      [saveRecord.path]: async ({ headers }) => {
        if (headers?.["If-Match"] === '"v5"') return { rows: [{}], etag: '"v6"' };
        await new Promise<void>((resolve) => (arrive = resolve));
        return conflict;
      },
    });
    await retype(/Model name/, "Elizabeth Creek");
    await press("Save");
    await isOnItsWay();
    if (typed) await user.type(purpose(), typed);
    await user.click(screen.getByRole("link", { name: "Back" }));
    await act(async () => arrive());
    return () => askedFor(saveRecord.path);
  }

  it("leaves no draft, which would undo what the other changed", async () => {
    const saves = await leaveBefore();
    await waitFor(() => expect(saves()).toHaveLength(2));
    expect(saves()[1]!.body).toMatchObject({ model_name: "Elizabeth Creek", model_purpose: "Theirs" });
    await waitFor(() => expect(drafts("7")).toEqual([]));
  });

  it("leaves what both changed in a draft of the version it was typed over", async () => {
    const saves = await leaveBefore(" Mine");
    expect(saves()).toHaveLength(1);
    expect(drafts("7")).toMatchObject([{ etag: '"v1"', values: { modelName: "Elizabeth Creek" } }]);
    expect(drafts("7")[0]!.values["modelPurpose"]).toMatch(/ Mine$/);
  });
});

describe("a file on its way", () => {
  it("that was chosen during a save keeps the form open, and goes with the next save", async () => {
    const { answer, arrive } = slowSave();
    const { container, press, askedFor, path } = renderRecordForm("7", { [saveRecord.path]: answer });
    await press("Save");
    await isOnItsWay();
    const upload = slowUpload(container);
    await upload.choose();
    await arrive();
    expect(await screen.findByText("Saved record!")).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect(upload.isAborted()).toBe(false);
    await upload.arrive("new.gdb.zip");
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)[1]!.body).toMatchObject({ spatial_extent_shapefile: "new.gdb.zip" });
  });

  it("is asked about before a link leads away from it", async () => {
    const { container, user, path } = renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    const upload = slowUpload(container);
    await upload.choose();
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(await screen.findByText("A file is still being sent, and would not arrive.")).toBeVisible();
    expect(path()).toBe("/app/form/7");
    expect(upload.isAborted()).toBe(false);
    await user.click(screen.getByRole("button", { name: "Leave" }));
    expect(path()).toBe("/app/");
  });

  it.each([
    [
      "has come",
      "The file has arrived. It is kept on this device with what you have typed, and not saved yet.",
    ],
    ["has failed", /^The file did not arrive\. .+ What you have typed is kept on this device\.$/],
  ])("is still asked about when it %s meanwhile, and the question says so", async (what, words) => {
    allowRefusals();
    const { container, user, path } = renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    const upload = slowUpload(container);
    await upload.choose();
    await user.click(screen.getByRole("link", { name: "Back" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    await (what === "has come" ? upload.arrive("new.gdb.zip") : upload.fail());
    expect(await dialog.findByText(words)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Stay" }));
    expect(path()).toBe("/app/form/7");
    await user.click(screen.getByRole("link", { name: "Back" }));
    await waitFor(() => expect(path()).toBe("/app/"));
  });

  it("keeps a draft from being restored until it has come", async () => {
    keepDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
    const { container } = renderRecordForm("7");
    const restore = await screen.findByRole("button", { name: "Restore" });
    await screen.findByDisplayValue("Denton Creek");
    const upload = slowUpload(container);
    await upload.choose();
    expect(restore).toBeDisabled();
    await upload.arrive("new.gdb.zip");
    expect(restore).toBeEnabled();
  });
});

it("leaves no draft of a save during which nothing was typed, and offers a closed dialog's contact again", async () => {
  const { user, press, path } = renderRecordForm("7");
  await press("Create a new contact: Contact 1");
  await user.type(within(screen.getByRole("dialog")).getByRole("textbox", { name: "First name" }), "Nora");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("Save");
  await waitFor(() => expect(path()).toBe("/app/"));
  expect(drafts("7")).toMatchObject([{ etag: '"v2"', contactTexts: { create: { firstName: "Nora" } } }]);
});

it("no draft is restored into a form whose values are on their way", async () => {
  keepDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
  const { answer, arrive } = slowSave();
  const { press, path } = renderRecordForm("7", { [saveRecord.path]: answer });
  await screen.findByRole("button", { name: "Restore" });
  await press("Save");
  await isOnItsWay();
  expect(screen.getByRole("button", { name: "Restore" })).toBeDisabled();
  await arrive();
  await waitFor(() => expect(path()).toBe("/app/"));
  expect(drafts("7")).toMatchObject([{ id: "earlier" }]);
});

it("an answer that comes when the form was left leads nobody away, and claims nothing of a page that is gone", async () => {
  const { answer, arrive } = slowSave();
  const { user, press, path } = renderRecordForm("7", { [saveRecord.path]: answer });
  await press("Proceed to Upload");
  await isOnItsWay();
  await user.click(screen.getByRole("link", { name: "Back" }));
  await arrive();
  expect(path()).toBe("/app/");
  expect(screen.queryByText("Saved record!")).toBeNull();
  expect(drafts("7")).toEqual([]);
});
