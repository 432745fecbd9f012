import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { discardDraftsOnSignOut } from "../../../src/portal/providers/drafts.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { ReadOnlyDrafts } from "../../../src/portal/record-form/ReadOnlyDrafts.tsx";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { anAccount } from "../../support/anAccount.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import { hasWholeText } from "../../support/hasWholeText.ts";
import { formResponses } from "./formResponses.ts";
import { storeDraft } from "./storeDraft.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const { username } = anAccount();

// Drafts that did not fit in storage live as long as the page: here, in all tests of this file.
beforeEach(() => draftStore.discardAll(username));

const drafts = (form = "7") => draftStore.list(username, form);
const draftValues = (form = "7") => drafts(form)[0]?.values;
const offer = hasWholeText(/Unsaved changes from March 2nd 2026, .* were kept on this device\./);
const edited = { ...aMetadata({ modelName: "Elizabeth Creek" }) };

describe("typed values", () => {
  it("are stored as a draft for this user and record after a short time", async () => {
    const { retype } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(draftValues()).toMatchObject({ modelName: "Elizabeth Creek" }));
    expect(draftStore.list("vendor2", "7")).toEqual([]);
    expect(draftValues("8")).toBeUndefined();
  });

  it("are stored as a draft at once when the page is left", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }), "!");
    window.dispatchEvent(new Event("pagehide"));
    expect(draftValues()).toMatchObject({ modelName: "Denton Creek!" });
  });

  it("are not stored as a draft if the record only lacks the defaults of a new record", async () => {
    const metadata = { modelUpdateFrequency: undefined, useConstraint: undefined };
    renderRecordForm("7", { [endpoints.getRecord.path]: [aWireRecord({ id: "7", metadata })] });
    expect(await screen.findByRole("combobox", { name: /Model update frequency/ })).toHaveValue("");
    window.dispatchEvent(new Event("pagehide"));
    expect(drafts()).toEqual([]);
  });

  it("are no longer a draft once they are undone", async () => {
    const { retype } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(drafts()).toHaveLength(1));
    await retype(/Model name/, "Denton Creek");
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it("in the contact dialog are stored as a draft and restored with the form", async () => {
    const first = renderRecordForm("7");
    await first.press("Create a new contact: Contact 1");
    const dialog = () => within(screen.getByRole("dialog"));
    await first.user.type(dialog().getByRole("textbox", { name: "First name" }), "Nora");
    window.dispatchEvent(new Event("pagehide"));
    expect(drafts()).toMatchObject([{ contactDialogValues: { create: { firstName: "Nora" } } }]);
    first.unmount();
    const { press, user } = renderRecordForm("7");
    expect(await screen.findByText(/These changes include an unsaved contact/)).toBeVisible();
    await press("Restore");
    await press("Create a new contact: Contact 1");
    expect(dialog().getByRole("textbox", { name: "First name" })).toHaveValue("Nora");
    await user.click(dialog().getByRole("button", { name: "Clear" }));
    expect(dialog().getByRole("textbox", { name: "First name" })).toHaveValue("");
    await waitFor(() => expect(drafts()).toEqual([]));
  }, 300_000);

  it("are no longer stored as a draft once they are saved", async () => {
    const { retype, press, path } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(draftValues()).toBeDefined());
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(draftValues()).toBeUndefined();
  });
});

describe("the alert that offers a draft", () => {
  const scrolledTo = () => {
    const scrollIntoView = vi.fn();
    Element.prototype.scrollIntoView = scrollIntoView;
    return () => scrollIntoView.mock.contexts;
  };

  it("scrolls into view wherever the browser's Forward scrolls to", async () => {
    storeDraft("7", { values: edited });
    const contexts = scrolledTo();
    renderRecordForm("7");
    const alert = (await screen.findByText(offer)).closest('[role="alert"]');
    expect(contexts()).toEqual([alert]);
  });

  it("does not scroll while the user types, when another tab closes its form", async () => {
    storeDraft("7", { values: edited });
    let leave = () => undefined as void;
    const request = async (_: string, ...[options, hold]: [object, (() => void)?]) => {
      if (hold && "mode" in options) leave = hold;
    };
    vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: { request } } }));
    const { user } = renderRecordForm("7");
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }), "!");
    const contexts = scrolledTo();
    act(leave);
    expect(screen.getByText(offer)).toBeInTheDocument();
    expect(contexts()).toEqual([]);
  });
});

/** Makes every later write of a draft fail. */
function fillStorage() {
  const setItem = Storage.prototype.setItem;
  return vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, name, text) {
    if (name.includes(".draft/")) throw new DOMException("full", "QuotaExceededError");
    setItem.call(this, name, text);
  });
}

describe("typed values on a device without storage", () => {
  const storageWarning = /^Your changes cannot be saved on this device/;

  it("cause a question before a link leaves the page", async () => {
    const { user, retype, path } = renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    fillStorage();
    await retype(/Model name/, "Elizabeth Creek");
    await screen.findByText(storageWarning);
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
    expect(path()).toBe("/app/form/7");
  });

  it("show a warning until they can be stored", async () => {
    const { retype } = renderRecordForm("7");
    const full = fillStorage();
    await retype(/Model name/, "Elizabeth Creek");
    expect(await screen.findByText(storageWarning)).toBeVisible();
    full.mockRestore();
    await retype(/Model name/, "Elizabeth Branch");
    await waitFor(() => expect(screen.queryByText(storageWarning)).toBeNull());
    expect(draftValues()).toMatchObject({ modelName: "Elizabeth Branch" });
  });

  it("stay in the page after the session expires and return after the next login", async () => {
    const { user } = await renderApp({ at: "/app/form/7", answers: formResponses() });
    const name = await screen.findByRole("textbox", { name: /Model name/ }, { timeout: 120_000 });
    fillStorage();
    await user.type(name, "!");
    act(() => session.expire());
    expect(await screen.findByText(/Do not close or reload this page before/)).toBeVisible();
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await act(async () => session.start(anAccount()));
    await user.click(await screen.findByRole("button", { name: "Restore" }, { timeout: 120_000 }));
    expect(await screen.findByDisplayValue("Denton Creek!")).toBeVisible();
  });

  it("are offered after another draft is restored in their place", async () => {
    storeDraft("7", { values: edited, etag: '"v1"' });
    const { retype, press } = renderRecordForm("7");
    await screen.findByText(offer);
    fillStorage();
    await retype(/Model name/, "Other Creek");
    await screen.findByText(storageWarning);
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: null })));
    await press("Restore");
    expect(await screen.findByDisplayValue("Other Creek")).toBeVisible();
  });
});

describe("a draft from an earlier visit", () => {
  /** A record that is edited no more. */
  const createPendingRecord = () =>
    ({
      id: "7",
      currentMetadata: aMetadata(),
      statusInfo: { status: "pending", timeOfLastStatusChange: "2026-03-02T15:04:05.000Z" },
    }) as never;

  it("stays unchanged while other values are typed and saved", async () => {
    storeDraft("7", { values: edited, etag: '"v1"' });
    const { retype, press, path } = renderRecordForm("7");
    await screen.findByText(offer);
    await retype(/Model name/, "Other Creek");
    await waitFor(() => expect(drafts()).toHaveLength(2));
    expect(drafts().map(({ values }) => values["modelName"])).toEqual(["Other Creek", "Elizabeth Creek"]);
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(drafts()).toMatchObject([{ id: "earlier", values: { modelName: "Elizabeth Creek" } }]);
  });

  it("lists its own changes, without later changes by other users", async () => {
    const older = { ...aMetadata({ modelPurpose: "Older" }) };
    storeDraft("7", { values: { ...older, modelName: "Elizabeth Creek" }, baseValues: older, etag: '"v0"' });
    renderRecordForm("7");
    expect(await screen.findByText(/Changed: Model name\./)).toBeVisible();
  });

  it("is restored, and the values typed before are offered in its place", async () => {
    storeDraft("7", { values: edited, etag: '"v1"' });
    const { retype, press } = renderRecordForm("7");
    await screen.findByText(offer);
    await retype(/Model name/, "Other Creek");
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.queryByText(offer)).toBeNull();
    await press("Restore");
    expect(await screen.findByDisplayValue("Other Creek")).toBeVisible();
  });

  it("can be restored or discarded independently of others", async () => {
    storeDraft("new", { values: edited });
    const later = { ...aMetadata({ modelName: "Later Creek" }) };
    storeDraft("new", { id: "later", values: later, savedAt: "2026-03-03T15:00:00.000Z" });
    const { user } = renderRecordForm("new");
    const [newest, older] = await screen.findAllByRole("group", { name: /^Unsaved changes from/ });
    expect(newest).toHaveTextContent("Later Creek");
    expect(older).toHaveTextContent("Elizabeth Creek");
    await user.click(within(older!).getByRole("button", { name: "Discard" }));
    expect(drafts("new").map(({ id }) => id)).toEqual(["later"]);
    await user.click(screen.getByRole("button", { name: "Restore" }));
    expect(await screen.findByDisplayValue("Later Creek")).toBeVisible();
  });

  it("is no longer offered once another tab restored or discarded it", async () => {
    storeDraft("7", { values: edited, etag: '"v1"' });
    renderRecordForm("7");
    await screen.findByText(offer);
    const key = Object.keys(localStorage).find((name) => name.includes(".draft/"))!;
    draftStore.discard(username, "7", "earlier");
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
    expect(screen.queryByText(offer)).toBeNull();
  });

  it("warns about a later save without its author and offers Retry", async () => {
    allowRefusals();
    storeDraft("7", { values: edited, etag: '"v0"' });
    let isDown = true;
    const version = {
      user_first_name: "Dana",
      user_last_name: "Dev",
      record_updated_date: "2026-03-04T15:00:00Z",
    };
    const { press } = renderRecordForm("7", {
      [endpoints.listHistory.path]: () =>
        isDown ? new ApiError("Broken", 500) : [{ old_values: null, new_values: version }],
    });
    expect(
      await screen.findByText(/This record was saved again after you made these changes\./),
    ).toBeVisible();
    expect(
      await screen.findByText(/The name of the user who saved the record could not be loaded\./),
    ).toBeVisible();
    isDown = false;
    await press("Retry");
    expect(
      await screen.findByText(hasWholeText(/Since then Dana Dev saved this record on March 4th 2026/)),
    ).toBeVisible();
  });

  it("can be read and discarded on the record page if the record is no longer in progress", async () => {
    const extent = "0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3f_Other.gdb.zip";
    storeDraft("7", {
      values: { ...edited, spatialExtentShapefile: extent, modelDescription: "Older" },
      baseValues: { ...aMetadata({ modelDescription: "Older" }) },
      contactDialogValues: { create: { firstName: "Nora" } },
    });
    const { user } = renderScreen(<ReadOnlyDrafts record={createPendingRecord()} />, {
      answers: formResponses(),
    });
    expect(await screen.findByText(offer)).toBeVisible();
    const text = screen.getByRole("group", { name: "Unsaved changes" });
    expect(text).toHaveTextContent("Model name: Elizabeth Creek");
    expect(text).toHaveTextContent("Spatial extent: Other.gdb.zip");
    expect(text).toHaveTextContent("First name: Nora");
    expect(text).not.toHaveTextContent("Model purpose");
    expect(text).not.toHaveTextContent("Model description");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByText(offer)).toBeNull();
    expect(drafts()).toEqual([]);
    expect(screen.getByRole("group", { name: "Your unsaved changes were discarded." })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByText(offer)).toBeVisible();
    expect(drafts()).toMatchObject([{ id: "earlier" }]);
  });

  it("is offered and restored", async () => {
    storeDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    expect(await screen.findByText(offer)).toBeVisible();
    expect(await screen.findByDisplayValue("Denton Creek")).toBeVisible();
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.queryByText(offer)).toBeNull();
    expect(draftValues()).toBeDefined();
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
      [endpoints.saveRecord.path]: ({ headers }) => (headers?.["If-Match"] === '"v0"' ? conflict : [{}]),
    });
    expect(await screen.findByText(/If you restore your changes, you can compare/)).toBeVisible();
    await press("Restore");
    await press("Save");
    expect(await screen.findByText(/Both of you changed Model purpose\. Choose/)).toBeVisible();
    expect(screen.getByDisplayValue("Elizabeth Creek")).toBeVisible();
    await press("Save with the chosen values");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(endpoints.saveRecord.path)[1]!.headers!["If-Match"]).toBe('"v1"');
    expect(drafts()).toEqual([]);
  });

  it("is restored without the server errors that other values had caused", async () => {
    allowRefusals();
    storeDraft("7", { values: edited, etag: '"v1"' });
    const faults = [{ path: ["modelName"], rule: "known", message: "This name is taken." }];
    const { press } = renderRecordForm("7", {
      [endpoints.saveRecord.path]: new ApiError("Please fix 1 error(s).", 400, { faults }),
    });
    await press("Save");
    expect((await screen.findAllByText(/This name is taken\./))[0]).toBeVisible();
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.queryByText(/This name is taken\./)).toBeNull();
  });

  it("is restored with emptied fields instead of defaults", async () => {
    const first = renderRecordForm("new");
    const frequency = () => screen.findByRole("combobox", { name: /Model update frequency/ });
    expect(await frequency()).toHaveValue("None");
    await first.user.clear(await frequency());
    await first.user.tab();
    first.unmount();
    const { press } = renderRecordForm("new");
    expect(await frequency()).toHaveValue("None");
    await press("Restore");
    expect(await frequency()).toHaveValue("");
  });

  it("is not created for a list that was filled and emptied again", async () => {
    const { user } = renderRecordForm("7", {
      [endpoints.getRecord.path]: {
        rows: [aWireRecord({ id: "7", metadata: { documentationFilenames: undefined } })],
        etag: '"v1"',
      },
    });
    const files = await screen.findByRole("textbox", { name: /Documentation/ });
    await user.type(files, "report.pdf{Enter}");
    await waitFor(() => expect(drafts()).toHaveLength(1));
    await user.type(files, "{Backspace}");
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it("is discarded on request", async () => {
    storeDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Discard");
    expect(screen.queryByText(offer)).toBeNull();
    expect(draftValues()).toBeUndefined();
  });

  it("is offered again after its discarding is undone", async () => {
    storeDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Discard");
    await press("Undo");
    expect(drafts()).toMatchObject([
      { id: "earlier", etag: '"v1"', values: { modelName: "Elizabeth Creek" } },
    ]);
    expect(screen.queryByText("Your unsaved changes were discarded.")).toBeNull();
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
  });

  it("is not offered if it equals the saved record", async () => {
    storeDraft("7", { values: { ...aMetadata() }, etag: '"v1"' });
    renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    expect(screen.queryByText(offer)).toBeNull();
  });

  it("shows who saved the record since, and when", async () => {
    storeDraft("7", { values: edited, etag: '"v0"' });
    const saved = (day: number, name: string) => ({
      old_values: null,
      new_values: {
        user_first_name: name,
        user_last_name: "Dev",
        record_updated_date: `2026-03-0${day}T15:00:00Z`,
      },
    });
    renderRecordForm("7", { [endpoints.listHistory.path]: [saved(3, "Eve"), saved(4, "Dana")] });
    expect(
      await screen.findByText(hasWholeText(/Since then Dana Dev saved this record on March 4th 2026/)),
    ).toBeVisible();
  });

  it("of a new record is sent again with the same idempotency key, so that no second record is created", async () => {
    storeDraft("new", { values: edited, idempotencyKey: "abc" });
    const { press, askedFor } = renderRecordForm("new");
    await press("Restore");
    await press("Save");
    await waitFor(() => expect(askedFor(endpoints.addRecord.path)).toHaveLength(1));
    expect(askedFor(endpoints.addRecord.path)[0]!.headers!["Idempotency-Key"]).toBe("abc");
  });
});

describe("the end of the session", () => {
  function endSession(words: string | undefined) {
    session.start(anAccount());
    const stop = discardDraftsOnSignOut();
    storeDraft("7", { values: edited });
    storeDraft("new", { values: edited });
    storeDraft("7", {}, anAccount({ username: "vendor2" }));
    act(() => session.end(words));
    stop();
  }

  it("by Logout deletes the user's own drafts only", () => {
    endSession(messages.loggedOut);
    expect([draftValues(), draftValues("new")]).toEqual([undefined, undefined]);
    expect(draftStore.list("vendor2", "7")).toHaveLength(1);
  });

  /** Another tab of the browser ended the session. */
  function endSessionInOtherTab(reason: string) {
    localStorage.setItem("flood-model-portal.session-ended", reason);
    localStorage.removeItem("flood-model-portal.session");
    window.dispatchEvent(new StorageEvent("storage", { key: "flood-model-portal.session" }));
  }

  it("by Logout in another tab deletes the draft of this tab's form", async () => {
    const { retype, unmount } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    act(() => endSessionInOtherTab(messages.loggedOut));
    unmount();
    expect(draftValues()).toBeUndefined();
  });

  it("by expiry in another tab keeps the values just typed in this one", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }), "!");
    act(() => endSessionInOtherTab(messages.sessionExpired));
    expect(draftValues()).toMatchObject({ modelName: "Denton Creek!" });
  });

  it("does not show the end message before the login page", () => {
    endSession(messages.loggedOut);
    expect(session.getEndMessage()).toBe("Logged out");
  });

  it("by expiry keeps the drafts", () => {
    endSession(messages.sessionExpired);
    expect(draftValues()).toMatchObject({ modelName: "Elizabeth Creek" });
  });

  it("does not let a form that closes afterwards save a draft", () => {
    endSession(messages.loggedOut);
    expect(draftStore.save(username, "7", { id: "late", values: edited, savedAt: "" })).toBe(false);
    expect(drafts()).toEqual([]);
  });

  it("by Logout deletes the values just typed in the open form", async () => {
    const { retype, unmount } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    act(() => session.end(messages.loggedOut));
    unmount();
    expect(draftValues()).toBeUndefined();
  });

  it("by expiry keeps the values just typed in the open form", async () => {
    const { retype, unmount } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    act(() => session.end(messages.sessionExpired));
    unmount();
    expect(draftValues()).toMatchObject({ modelName: "Elizabeth Creek" });
  });

  it("by Logout asks first if the device has no storage", async () => {
    const { user } = await renderApp({ at: "/app/form/7", answers: formResponses() });
    const name = await screen.findByRole("textbox", { name: /Model name/ }, { timeout: 120_000 });
    fillStorage();
    await user.type(name, "!");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByRole("dialog", { name: "Log out with unsaved changes?" })).toBeVisible();
  });

  it("by Logout deletes the open form's draft, and the login page shows Logged out", async () => {
    const { user } = await renderApp({ at: "/app/form/7", answers: formResponses() });
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }, { timeout: 120_000 }), "!");
    await waitFor(() => expect(draftValues()).toBeDefined());
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(draftValues()).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Log out and discard the changes" }));
    expect(await screen.findByText("Logged out")).toBeVisible();
    expect(draftValues()).toBeUndefined();
  });
});
