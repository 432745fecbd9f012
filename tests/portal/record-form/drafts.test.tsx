import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { messages } from "../../../src/contract/messages.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { deviceDrafts, discardDraftsOnSignOut } from "../../../src/portal/providers/deviceDrafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ReadOnlyDrafts } from "../../../src/portal/record-form/ReadOnlyDrafts.tsx";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { anAccount } from "../../support/anAccount.ts";
import {
  draftService,
  findDrafts,
  findStoredValues,
  storeDeviceDraft,
  storeDraft,
  WITHOUT_DRAFTS,
} from "../../support/draftService.ts";
import { hasWholeText } from "../../support/hasWholeText.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import { formResponses } from "./formResponses.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const { saveDraft, getDraft, saveRecord, addRecord, listHistory, getRecord } = endpoints;
const { username } = anAccount();
const copies = (key = "7") => deviceDrafts.list(username, key);
const draftValues = (form = "7") => findDrafts(form)[0]?.values;
const edited = { ...aMetadata({ modelName: "Elizabeth Creek" }) };
const opened = hasWholeText(/The form shows your draft from March 2nd 2026, .*, which is not saved yet\./);
const serverStatus = /^Draft saved \d/;
const deviceStatus = /^Draft saved on this device \d/;
const otherWindow = hasWholeText(/You are also editing this in another window \(.*\)\./);
const leave = () => void window.dispatchEvent(new Event("pagehide"));
const name = () => screen.findByRole("textbox", { name: /Model name/ });

describe("typed values", () => {
  it("are sent as a draft after a few seconds, and this device keeps no copy", async () => {
    const { retype, askedFor } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    expect(await screen.findByText(serverStatus)).toBeVisible();
    expect(copies()).toEqual([]);
    expect(askedFor(saveDraft.path).at(-1)!.body).toMatchObject({
      key: "7",
      tdis_identifier: "7",
      summary: { title: "Elizabeth Creek", missing: 0 },
      content: {
        ...{ etag: '"v1"', schemaVersion: 1, contactSchemaVersion: 1 },
        values: { modelName: "Elizabeth Creek" },
      },
    });
  });

  it("are on this device at once when the page is left, and sent", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await name(), "!");
    leave();
    expect(copies()).toMatchObject([{ content: { values: { modelName: "Denton Creek!" } } }]);
    await waitFor(() => expect(copies()).toEqual([]));
    expect(draftValues()).toMatchObject({ modelName: "Denton Creek!" });
  });

  it("count the empty required fields of a new record, whose draft is then in the URL", async () => {
    const { user, askedFor } = renderRecordForm("new");
    await user.type(await name(), "New Creek");
    leave();
    await waitFor(() => expect(askedFor(saveDraft.path)).toHaveLength(1));
    const { key, summary } = askedFor(saveDraft.path)[0]!.body!;
    expect(summary).toMatchObject({ title: "New Creek", missing: expect.any(Number) });
    expect((summary as { missing: number }).missing).toBeGreaterThan(3);
    expect(location.search).toBe(`?draft=${String(key)}`);
  });

  it("are no draft if the record only lacks the defaults of a new record", async () => {
    const metadata = { modelUpdateFrequency: undefined, useConstraint: undefined };
    renderRecordForm("7", { [getRecord.path]: [aWireRecord({ id: "7", metadata })] });
    expect(await screen.findByRole("combobox", { name: /Model update frequency/ })).toHaveValue("");
    leave();
    expect(findDrafts("7")).toEqual([]);
  });

  it("are no longer a draft once they are undone", async () => {
    const { retype } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(findDrafts("7")).toHaveLength(1));
    leave();
    await screen.findByText(serverStatus);
    await retype(/Model name/, "Denton Creek");
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
    await waitFor(() => expect(screen.queryByText(serverStatus)).toBeNull());
  });

  it("are no longer a draft once they are saved", async () => {
    const { retype, press, path } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await screen.findByText(serverStatus);
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
  });

  it("in the contact dialog are part of the draft", async () => {
    const first = renderRecordForm("7");
    await first.press("Create a new contact: Contact 1");
    const dialog = () => within(screen.getByRole("dialog"));
    fireEvent.change(dialog().getByRole("textbox", { name: "First name" }), { target: { value: "Nora" } });
    first.unmount();
    await waitFor(() => expect(copies()).toEqual([]));
    expect(findDrafts("7")).toMatchObject([{ contactDialogValues: { create: { firstName: "Nora" } } }]);
    const { press } = renderRecordForm("7");
    expect(await screen.findByText(/It includes an unsaved contact/)).toBeVisible();
    await press("Create a new contact: Contact 1");
    expect(dialog().getByRole("textbox", { name: "First name" })).toHaveValue("Nora");
  });
});

describe("while the services cannot be reached", () => {
  it("drafts are kept on this device and sent when the services are back", async () => {
    allowRefusals();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isDown = true;
    const send = draftService.answers[saveDraft.path]!;
    const { user } = renderRecordForm("7", {
      [saveDraft.path]: (options) => (isDown ? new ApiError("", 0) : send(options)),
    });
    await user.type(await name(), "!");
    leave();
    expect(await screen.findByText(deviceStatus)).toBeVisible();
    expect(copies()).toHaveLength(1);
    isDown = false;
    await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(await screen.findByText(serverStatus)).toBeVisible();
    expect(copies()).toEqual([]);
    expect(draftValues()).toMatchObject({ modelName: "Denton Creek!" });
    vi.useRealTimers();
  });

  it("the user is warned and asked before leaving if this device stores nothing either", async () => {
    allowRefusals();
    const { user, path } = renderRecordForm("7", { [saveDraft.path]: new ApiError("", 0) });
    await name();
    fillStorage();
    await user.type(await name(), "!");
    leave();
    expect(await screen.findByText(/^Your changes cannot be saved as a draft\./)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
    expect(path()).toBe("/app/form/7");
  });

  it("what a closed window could not send is sent when the portal is opened again", async () => {
    storeDeviceDraft("7", { values: edited });
    renderScreen(null, { answers: formResponses() });
    await waitFor(() => expect(copies()).toEqual([]));
    expect(draftValues()).toMatchObject({ modelName: "Elizabeth Creek" });
  });

  it("the form merges it with what another computer has saved since", async () => {
    allowRefusals();
    const other = { ...aMetadata({ modelPurpose: "Other computer" }) };
    storeDraft("7", { values: other, etag: '"v1"' }, { revision: 4 });
    storeDeviceDraft(
      "7",
      { values: edited, etag: '"v1"' },
      { revision: 3, exchangedValues: { ...aMetadata() } },
    );
    renderRecordForm("7");
    expect(await screen.findByDisplayValue("Other computer")).toBeVisible();
    expect(screen.getByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.getByText(otherWindow)).toBeVisible();
    await waitFor(() => expect(copies()).toEqual([]));
    expect(draftValues()).toMatchObject({ modelName: "Elizabeth Creek", modelPurpose: "Other computer" });
  });
});

describe("services without drafts", () => {
  it("leave the draft on this device, where the form opens it again", async () => {
    const first = renderRecordForm("7", {}, { config: WITHOUT_DRAFTS });
    await first.retype(/Model name/, "Elizabeth Creek");
    expect(await screen.findByText(deviceStatus)).toBeVisible();
    first.unmount();
    const { askedFor } = renderRecordForm("7", {}, { config: WITHOUT_DRAFTS });
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(askedFor(saveDraft.path)).toEqual([]);
    expect(askedFor(getDraft.path)).toEqual([]);
  });

  it("let the form merge the drafts of two windows", async () => {
    storeDeviceDraft("7", { values: edited }, { windowId: "first" });
    const second = { ...aMetadata({ modelPurpose: "Second window" }) };
    storeDeviceDraft("7", { values: second }, { windowId: "second", savedAt: "2026-03-02T15:05:00.000Z" });
    renderRecordForm("7", {}, { config: WITHOUT_DRAFTS });
    expect(await screen.findByDisplayValue("Second window")).toBeVisible();
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    await waitFor(() => expect(copies()).toHaveLength(1));
  });
});

describe("another window with the same draft", () => {
  beforeEach(allowRefusals);

  const saveInOtherWindow = (values: JsonObject, revision = 7) =>
    storeDraft(
      "7",
      { values: { ...aMetadata(values) }, etag: '"v1"' },
      { revision, savedAt: new Date().toISOString() },
    );

  it("is named, and its changes are added to this form", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await name(), "!");
    saveInOtherWindow({ modelPurpose: "Other window" });
    leave();
    expect(await screen.findByText(otherWindow)).toBeVisible();
    expect(screen.getByDisplayValue("Other window")).toBeVisible();
    expect(await name()).toHaveValue("Denton Creek!");
    await waitFor(() =>
      expect(draftValues()).toMatchObject({ modelName: "Denton Creek!", modelPurpose: "Other window" }),
    );
  });

  it("keeps its value of a field that both changed until the user decides", async () => {
    const { user, press } = renderRecordForm("7");
    await user.type(await name(), "!");
    saveInOtherWindow({ modelName: "Other Creek" });
    leave();
    expect(await screen.findByText(/Both windows changed Model name; this form keeps/)).toBeVisible();
    expect(await name()).toHaveValue("Denton Creek!");
    await waitFor(() => expect(findStoredValues("7")).toMatchObject({ modelName: "Denton Creek!" }));
    await press("Use the other window’s values");
    expect(await name()).toHaveValue("Other Creek");
    leave();
    await waitFor(() => expect(draftValues()).toMatchObject({ modelName: "Other Creek" }));
  });

  it("does not replace what only this one has changed", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await name(), "!");
    saveInOtherWindow({});
    leave();
    await waitFor(() => expect(findStoredValues("7")).toMatchObject({ modelName: "Denton Creek!" }));
  });

  it("does not revert what was saved since that window opened the record", async () => {
    renderRecordForm("7");
    await name();
    const baseValues = { ...aMetadata({ modelPurpose: "Before" }) };
    storeDraft("7", { values: { ...baseValues, modelName: "Other Creek" }, baseValues }, { revision: 7 });
    act(() => void window.dispatchEvent(new Event("focus")));
    expect(await screen.findByDisplayValue("Other Creek")).toBeVisible();
    expect(await screen.findByRole("textbox", { name: /Model purpose/ })).not.toHaveValue("Before");
  });

  it("is read when the user comes back to this one", async () => {
    renderRecordForm("7");
    await name();
    saveInOtherWindow({ modelName: "Other Creek" });
    act(() => void window.dispatchEvent(new Event("focus")));
    expect(await screen.findByDisplayValue("Other Creek")).toBeVisible();
    expect(screen.getByText(otherWindow)).toBeVisible();
  });

  it("is not mentioned if both hold the same values", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await name(), "!");
    saveInOtherWindow({ modelName: "Denton Creek!" });
    leave();
    await screen.findByText(serverStatus);
    expect(screen.queryByText(otherWindow)).toBeNull();
  });
});

/** Makes every later write of a draft on this device fail. */
function fillStorage() {
  const setItem = Storage.prototype.setItem;
  return vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, text) {
    if (key.includes(".draft/")) throw new DOMException("full", "QuotaExceededError");
    setItem.call(this, key, text);
  });
}

describe("a draft from an earlier visit", () => {
  it("opens in the form, which lists its own changes", async () => {
    const older = { ...aMetadata({ modelPurpose: "Older" }) };
    storeDraft("7", { values: { ...older, modelName: "Elizabeth Creek" }, baseValues: older, etag: '"v1"' });
    renderRecordForm("7");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.getByText(opened)).toBeVisible();
    expect(screen.getByText(/Changed: Model name\./)).toBeVisible();
    expect(screen.queryByText(/saved this record/)).toBeNull();
  });

  it("opens with emptied fields instead of defaults", async () => {
    storeDraft("new", { values: { modelName: "New Creek" } });
    renderRecordForm("new");
    expect(await screen.findByDisplayValue("New Creek")).toBeVisible();
    expect(await screen.findByRole("combobox", { name: /Model update frequency/ })).toHaveValue("");
  });

  it("shows who saved the record since, and when", async () => {
    storeDraft("7", { values: edited, etag: '"v0"' });
    const saved = (day: number, firstName: string) => ({
      old_values: null,
      new_values: {
        user_first_name: firstName,
        user_last_name: "Dev",
        record_updated_date: `2026-03-0${day}T15:00:00Z`,
      },
    });
    renderRecordForm("7", { [listHistory.path]: [saved(3, "Eve"), saved(4, "Dana")] });
    expect(
      await screen.findByText(hasWholeText(/Since then Dana Dev saved this record on March 4th 2026/)),
    ).toBeVisible();
  });

  it("is saved against its base revision, so that it does not overwrite other users' changes", async () => {
    allowRefusals();
    storeDraft("7", {
      values: { ...edited, modelPurpose: "Mine" },
      baseValues: { ...aMetadata({ modelPurpose: "Older" }) },
      etag: '"v0"',
    });
    const conflict = new ApiError("Dana Dev saved this record since you opened it.", 409, {
      savedBy: { username: "vendor1", firstName: "Dana", lastName: "Dev" },
      savedAt: "2026-03-04T15:00:00.000Z",
      etag: '"v1"',
      current: [aWireRecord({ id: "7" })],
    });
    const { press, askedFor, path } = renderRecordForm("7", {
      [saveRecord.path]: ({ headers }) => (headers?.["If-Match"] === '"v0"' ? conflict : [{}]),
    });
    await press("Save");
    expect(await screen.findByText(/Both of you changed Model purpose\. Choose/)).toBeVisible();
    await press("Save with the chosen values");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)[1]!.headers!["If-Match"]).toBe('"v1"');
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
  });

  it("is discarded on request, and Undo brings it back", async () => {
    storeDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Discard");
    expect(await screen.findByDisplayValue("Denton Creek")).toBeVisible();
    expect(screen.queryByText(opened)).toBeNull();
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
    await press("Undo");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    await waitFor(() => expect(draftValues()).toMatchObject({ modelName: "Elizabeth Creek" }));
  });

  it("is deleted if it equals the saved record", async () => {
    storeDraft("7", { values: { ...aMetadata() }, etag: '"v1"' });
    renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    expect(screen.queryByText(opened)).toBeNull();
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
  });

  it("of a new record is sent again with the same idempotency key, so that no second record is created", async () => {
    storeDraft("new", { values: edited, idempotencyKey: "abc" });
    const { press, askedFor } = renderRecordForm("new");
    await press("Save");
    await waitFor(() => expect(askedFor(addRecord.path)).toHaveLength(1));
    expect(askedFor(addRecord.path)[0]!.headers!["Idempotency-Key"]).toBe("abc");
  });

  it("can be read and discarded on the record page if the record is no longer in progress", async () => {
    const extent = "0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3f_Other.gdb.zip";
    storeDraft("7", {
      values: { ...edited, spatialExtentShapefile: extent, modelDescription: "Older" },
      baseValues: { ...aMetadata({ modelDescription: "Older" }) },
      contactDialogValues: { create: { firstName: "Nora" } },
    });
    const record = {
      id: "7",
      currentMetadata: aMetadata(),
      statusInfo: { status: "pending", timeOfLastStatusChange: "2026-03-02T15:04:05.000Z" },
    } as never;
    const { user } = renderScreen(<ReadOnlyDrafts record={record} />, { answers: formResponses() });
    const offer = hasWholeText(/You have a draft from March 2nd 2026, .* you cannot save it\./);
    expect(await screen.findByText(offer)).toBeVisible();
    const text = screen.getByRole("group", { name: "Unsaved changes" });
    expect(text).toHaveTextContent("Model name: Elizabeth Creek");
    expect(text).toHaveTextContent("Spatial extent: Other.gdb.zip");
    expect(text).toHaveTextContent("First name: Nora");
    expect(text).not.toHaveTextContent("Model description");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByText(offer)).toBeNull();
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
    expect(screen.getByRole("group", { name: "Your draft was discarded." })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByText(offer)).toBeVisible();
    expect(draftValues()).toMatchObject({ modelName: "Elizabeth Creek" });
  });
});

describe("the end of the session", () => {
  const openFormInApp = async () => {
    const view = await renderApp({ at: "/app/form/7", answers: formResponses() });
    await screen.findByRole("textbox", { name: /Model name/ }, { timeout: 120_000 });
    return view;
  };

  it("by Logout asks nothing if the services have the draft", async () => {
    const { user } = await openFormInApp();
    await user.type(await name(), "!");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logged out")).toBeVisible();
    expect(draftValues()).toMatchObject({ modelName: "Denton Creek!" });
    expect(copies()).toEqual([]);
  });

  it("by Logout asks first, and discards what could not be sent", async () => {
    allowRefusals();
    const answers = formResponses({ [saveDraft.path]: new ApiError("", 0) });
    const { user } = await renderApp({ at: "/app/form/7", answers });
    await user.type(await name(), "!");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await user.click(await screen.findByRole("button", { name: "Log out and discard the changes" }));
    expect(await screen.findByText("Logged out")).toBeVisible();
    expect(copies()).toEqual([]);
  });

  it("by Logout deletes this user's drafts on this device only", () => {
    session.start(anAccount());
    const stop = discardDraftsOnSignOut();
    storeDeviceDraft("7", { values: edited });
    localStorage.setItem("flood-model-portal.draft/vendor2/7/a", "{}");
    act(() => session.end(messages.loggedOut));
    stop();
    expect(copies()).toEqual([]);
    expect(localStorage.getItem("flood-model-portal.draft/vendor2/7/a")).toBe("{}");
    localStorage.clear();
  });

  /** Another tab of the browser ended the session. */
  function endSessionInOtherTab(reason: string) {
    localStorage.setItem("flood-model-portal.session-ended", reason);
    localStorage.removeItem("flood-model-portal.session");
    window.dispatchEvent(new StorageEvent("storage", { key: "flood-model-portal.session" }));
  }

  it("by Logout in another tab deletes the copy of this tab's form", async () => {
    const { user, unmount } = renderRecordForm("7");
    await user.type(await name(), "!");
    act(() => endSessionInOtherTab(messages.loggedOut));
    unmount();
    expect(copies()).toEqual([]);
  });

  it("by expiry in another tab keeps the values just typed in this one", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await name(), "!");
    act(() => endSessionInOtherTab(messages.sessionExpired));
    expect(draftValues()).toMatchObject({ modelName: "Denton Creek!" });
  });

  it("by a 401 of the draft call keeps the values on this device", async () => {
    allowRefusals();
    const { user } = renderRecordForm("7", { [saveDraft.path]: new ApiError("who are you?", 401) });
    await user.type(await name(), "!");
    leave();
    await waitFor(() => expect(session.getAccount()).toBeUndefined());
    expect(copies()).toMatchObject([{ content: { values: { modelName: "Denton Creek!" } } }]);
  });

  it("by expiry keeps the values just typed, and the form opens with them after the next login", async () => {
    const { user } = await openFormInApp();
    await user.type(await name(), "!");
    act(() => session.expire());
    expect(await screen.findByText("Session expired")).toBeVisible();
    await act(async () => session.start(anAccount()));
    expect(await screen.findByDisplayValue("Denton Creek!", {}, { timeout: 120_000 })).toBeVisible();
  });
});
