import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { discardDraftsOnSignOut } from "../../../src/portal/providers/drafts.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { KeptDrafts } from "../../../src/portal/record-form/KeptDrafts.tsx";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { anAccount } from "../../support/anAccount.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import { reading } from "../../support/reading.ts";
import { formAnswers } from "./formAnswers.ts";
import { keepDraft } from "./keepDraft.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const { username } = anAccount();

// What found no room stands as long as the page does: here, that of all tests.
beforeEach(() => draftStore.discardAll(username));

const drafts = (form = "7") => draftStore.list(username, form);
const kept = (form = "7") => drafts(form)[0]?.values;
const offer = reading(/Unsaved changes from March 2nd 2026, .* were kept on this device\./);
const edited = { ...aMetadata({ modelName: "Elizabeth Creek" }) };

describe("what is typed", () => {
  it("is kept on this device for this user and record soon after", async () => {
    const { retype } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(kept()).toMatchObject({ modelName: "Elizabeth Creek" }));
    expect(draftStore.list("vendor2", "7")).toEqual([]);
    expect(kept("8")).toBeUndefined();
  });

  it("is kept at once when the page is left", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }), "!");
    window.dispatchEvent(new Event("pagehide"));
    expect(kept()).toMatchObject({ modelName: "Denton Creek!" });
  });

  it("is nothing yet in a record that lacks what a new one begins with", async () => {
    const metadata = { modelUpdateFrequency: undefined, useConstraint: undefined };
    renderRecordForm("7", { [endpoints.getRecord.path]: [aWireRecord({ id: "7", metadata })] });
    expect(await screen.findByRole("combobox", { name: /Model update frequency/ })).toHaveValue("");
    window.dispatchEvent(new Event("pagehide"));
    expect(drafts()).toEqual([]);
  });

  it("is kept no more once it is undone", async () => {
    const { retype } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(drafts()).toHaveLength(1));
    await retype(/Model name/, "Denton Creek");
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it("in the contact dialog is kept and restored with the form", async () => {
    const first = renderRecordForm("7");
    await first.press("Create a new contact: Contact 1");
    const dialog = () => within(screen.getByRole("dialog"));
    await first.user.type(dialog().getByRole("textbox", { name: "First name" }), "Nora");
    window.dispatchEvent(new Event("pagehide"));
    expect(drafts()).toMatchObject([{ contactTexts: { create: { firstName: "Nora" } } }]);
    first.unmount();
    const { press, user } = renderRecordForm("7");
    expect(await screen.findByText(/They include a contact that was not saved/)).toBeVisible();
    await press("Restore");
    await press("Create a new contact: Contact 1");
    expect(dialog().getByRole("textbox", { name: "First name" })).toHaveValue("Nora");
    await user.click(dialog().getByRole("button", { name: "Clear" }));
    expect(dialog().getByRole("textbox", { name: "First name" })).toHaveValue("");
    await waitFor(() => expect(drafts()).toEqual([]));
  }, 60_000);

  it("is not kept once it is saved", async () => {
    const { retype, press, path } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(kept()).toBeDefined());
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(kept()).toBeUndefined();
  });
});

describe("the offer of an earlier visit's changes", () => {
  const scrolledTo = () => {
    const scrollIntoView = vi.fn();
    Element.prototype.scrollIntoView = scrollIntoView;
    return () => scrollIntoView.mock.contexts;
  };

  it("is brought into sight, wherever in the page the browser's Forward leads", async () => {
    keepDraft("7", { values: edited });
    const contexts = scrolledTo();
    renderRecordForm("7");
    const alert = (await screen.findByText(offer)).closest('[role="alert"]');
    expect(contexts()).toEqual([alert]);
  });

  it("moves nothing under who types, where another tab leaves it meanwhile", async () => {
    keepDraft("7", { values: edited });
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

/** From now on no draft finds room. */
function fillStorage() {
  const setItem = Storage.prototype.setItem;
  return vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, name, text) {
    if (name.includes(".draft/")) throw new DOMException("full", "QuotaExceededError");
    setItem.call(this, name, text);
  });
}

describe("what is typed on a device that keeps nothing", () => {
  const notKept = /^Unsaved changes cannot be kept on this device/;

  it("is asked about before a link leads away from it", async () => {
    const { user, retype, path } = renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    fillStorage();
    await retype(/Model name/, "Elizabeth Creek");
    await screen.findByText(notKept);
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
    expect(path()).toBe("/app/form/7");
  });

  it("is said to be unkept, and no more once it is kept", async () => {
    const { retype } = renderRecordForm("7");
    const full = fillStorage();
    await retype(/Model name/, "Elizabeth Creek");
    expect(await screen.findByText(notKept)).toBeVisible();
    full.mockRestore();
    await retype(/Model name/, "Elizabeth Branch");
    await waitFor(() => expect(screen.queryByText(notKept)).toBeNull());
    expect(kept()).toMatchObject({ modelName: "Elizabeth Branch" });
  });

  it("is told to stand in this page alone once the session has expired, and comes back with the next", async () => {
    const { user } = await renderApp({ at: "/app/form/7", answers: formAnswers() });
    const name = await screen.findByRole("textbox", { name: /Model name/ }, { timeout: 15_000 });
    fillStorage();
    await user.type(name, "!");
    act(() => session.expire());
    expect(await screen.findByText(/Do not close or reload this page before/)).toBeVisible();
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await act(async () => session.start(anAccount()));
    await user.click(await screen.findByRole("button", { name: "Restore" }, { timeout: 15_000 }));
    expect(await screen.findByDisplayValue("Denton Creek!")).toBeVisible();
  });

  it("is offered all the same where another draft is restored in its place", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    const { retype, press } = renderRecordForm("7");
    await screen.findByText(offer);
    fillStorage();
    await retype(/Model name/, "Other Creek");
    await screen.findByText(notKept);
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: null })));
    await press("Restore");
    expect(await screen.findByDisplayValue("Other Creek")).toBeVisible();
  });
});

describe("a draft of an earlier visit", () => {
  /** A record that is edited no more. */
  const aPending = () =>
    ({
      id: "7",
      currentMetadata: aMetadata(),
      statusInfo: { status: "pending", timeOfLastStatusChange: "2026-03-02T15:04:05.000Z" },
    }) as never;

  it("stays as it was kept while something else is typed and saved", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    const { retype, press, path } = renderRecordForm("7");
    await screen.findByText(offer);
    await retype(/Model name/, "Other Creek");
    await waitFor(() => expect(drafts()).toHaveLength(2));
    expect(drafts().map(({ values }) => values["modelName"])).toEqual(["Other Creek", "Elizabeth Creek"]);
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(drafts()).toMatchObject([{ id: "earlier", values: { modelName: "Elizabeth Creek" } }]);
  });

  it("is told by what was changed in it, and not by what others have changed since", async () => {
    const older = { ...aMetadata({ modelPurpose: "Older" }) };
    keepDraft("7", { values: { ...older, modelName: "Elizabeth Creek" }, typedOver: older, etag: '"v0"' });
    renderRecordForm("7");
    expect(await screen.findByText(/Changed: Model name\./)).toBeVisible();
  });

  it("is restored without losing what was typed before the answer, which is offered in its place", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    const { retype, press } = renderRecordForm("7");
    await screen.findByText(offer);
    await retype(/Model name/, "Other Creek");
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.queryByText(offer)).toBeNull();
    await press("Restore");
    expect(await screen.findByDisplayValue("Other Creek")).toBeVisible();
  });

  it("is one of several, each restored or discarded by itself", async () => {
    keepDraft("new", { values: edited });
    const later = { ...aMetadata({ modelName: "Later Creek" }) };
    keepDraft("new", { id: "later", values: later, keptAt: "2026-03-03T15:00:00.000Z" });
    const { user } = renderRecordForm("new");
    const [newest, older] = await screen.findAllByRole("group", { name: /^Unsaved changes from/ });
    expect(newest).toHaveTextContent("Later Creek");
    expect(older).toHaveTextContent("Elizabeth Creek");
    await user.click(within(older!).getByRole("button", { name: "Discard" }));
    expect(drafts("new").map(({ id }) => id)).toEqual(["later"]);
    await user.click(screen.getByRole("button", { name: "Restore" }));
    expect(await screen.findByDisplayValue("Later Creek")).toBeVisible();
  });

  it("is offered no more once another tab took or discarded it", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    renderRecordForm("7");
    await screen.findByText(offer);
    const key = Object.keys(localStorage).find((name) => name.includes(".draft/"))!;
    draftStore.discard(username, "7", "earlier");
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
    expect(screen.queryByText(offer)).toBeNull();
  });

  it("warns of the later save even where nobody can tell whose it was, and asks again", async () => {
    allowRefusals();
    keepDraft("7", { values: edited, etag: '"v0"' });
    let isDown = true;
    const version = {
      user_first_name: "Dana",
      user_last_name: "Dev",
      record_updated_date: "2026-03-04T15:00:00Z",
    };
    const { press } = renderRecordForm("7", {
      [endpoints.listHistory.path]: () =>
        isDown ? new VendorError("Broken", 500) : [{ old_values: null, new_values: version }],
    });
    expect(await screen.findByText(/This record was saved since then;/)).toBeVisible();
    expect(await screen.findByText(/Who saved it, and when, could not be loaded\./)).toBeVisible();
    isDown = false;
    await press("Retry");
    expect(
      await screen.findByText(reading(/Since then Dana Dev saved this record on March 4th 2026/)),
    ).toBeVisible();
  });

  it("of a record no longer in progress is shown on the record's page, to be read and discarded", async () => {
    const extent = "0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3f_Other.gdb.zip";
    keepDraft("7", {
      values: { ...edited, spatialExtentShapefile: extent, modelDescription: "Older" },
      typedOver: { ...aMetadata({ modelDescription: "Older" }) },
      contactTexts: { create: { firstName: "Nora", halfTyped: { agency: "Trin" } } },
      halfTyped: { twdbFloodPlanningProjectID: "0310", modelOriginatorAgencyId: "City" },
    });
    const { user } = renderScreen(<KeptDrafts record={aPending()} />, { answers: formAnswers() });
    expect(await screen.findByText(offer)).toBeVisible();
    const text = screen.getByRole("group", { name: "Unsaved changes" });
    expect(text).toHaveTextContent("Model name: Elizabeth Creek");
    expect(text).toHaveTextContent("Spatial extent: Other.gdb.zip");
    expect(text).toHaveTextContent("First name: Nora");
    expect(text).toHaveTextContent("Affiliation: Trin");
    expect(text).toHaveTextContent(/Flood planning project IDs: .*, 0310/);
    expect(text).toHaveTextContent("Originating agency: City");
    expect(text).not.toHaveTextContent("Model purpose");
    expect(text).not.toHaveTextContent("Model description");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByText(offer)).toBeNull();
    expect(drafts()).toEqual([]);
    expect(screen.getByRole("group", { name: "The unsaved changes were discarded." })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByText(offer)).toBeVisible();
    expect(drafts()).toMatchObject([{ id: "earlier" }]);
  });

  it("is half a role on a contact's card, too", async () => {
    const halfRole = { values: { ...aMetadata() }, halfTyped: { "contacts.0.roleId": "Cura" } };
    keepDraft("7", halfRole);
    renderRecordForm("7");
    expect(await screen.findByText(/Changed: Contacts\./)).toBeVisible();
    cleanup();
    renderScreen(<KeptDrafts record={aPending()} />, { answers: formAnswers() });
    const text = await screen.findByRole("group", { name: "Unsaved changes" });
    await waitFor(() => expect(text).toHaveTextContent(/^Contacts: Sam Submitter \(Cura\)/));
  });

  it("is offered back and restored", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    expect(await screen.findByText(offer)).toBeVisible();
    expect(await screen.findByDisplayValue("Denton Creek")).toBeVisible();
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.queryByText(offer)).toBeNull();
    expect(kept()).toBeDefined();
  });

  it("is saved over the version it was typed over, so that others' changes are not undone unseen", async () => {
    allowRefusals();
    keepDraft("7", {
      values: { ...edited, modelPurpose: "Mine" },
      typedOver: { ...aMetadata({ modelPurpose: "Older" }) },
      etag: '"v0"',
    });
    const conflict = new VendorError("Dana Dev saved this record since you opened it.", 409, {
      savedBy: { username: "vendor1", firstName: "Dana", lastName: "Dev" },
      savedAt: "2026-03-04T15:00:00.000Z",
      etag: '"v1"',
      current: [aWireRecord({ id: "7" })],
    });
    const { press, askedFor, path } = renderRecordForm("7", {
      [endpoints.saveRecord.path]: ({ headers }) => (headers?.["If-Match"] === '"v0"' ? conflict : [{}]),
    });
    expect(
      await screen.findByText(/before restored changes replace that version you are told/),
    ).toBeVisible();
    await press("Restore");
    await press("Save");
    expect(await screen.findByText(/Both of you changed Model purpose: choose/)).toBeVisible();
    expect(screen.getByDisplayValue("Elizabeth Creek")).toBeVisible();
    await press("Save with these choices");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(endpoints.saveRecord.path)[1]!.headers!["If-Match"]).toBe('"v1"');
    expect(drafts()).toEqual([]);
  });

  it("is not restored with what was refused of other values", async () => {
    allowRefusals();
    keepDraft("7", { values: edited, etag: '"v1"' });
    const faults = [{ path: ["modelName"], rule: "known", message: "This name is taken." }];
    const { press } = renderRecordForm("7", {
      [endpoints.saveRecord.path]: new VendorError("Please fix 1 error(s).", 400, { faults }),
    });
    await press("Save");
    expect((await screen.findAllByText(/This name is taken\./))[0]).toBeVisible();
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.queryByText(/This name is taken\./)).toBeNull();
  });

  it("is restored with what was emptied in it, and no default in its place", async () => {
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

  it("is not left by a list that was filled and emptied again", async () => {
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

  it("is discarded when told so", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Discard");
    expect(screen.queryByText(offer)).toBeNull();
    expect(kept()).toBeUndefined();
  });

  it("is kept and offered again where it was discarded by mistake", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Discard");
    await press("Undo");
    expect(drafts()).toMatchObject([
      { id: "earlier", etag: '"v1"', values: { modelName: "Elizabeth Creek" } },
    ]);
    expect(screen.queryByText("The unsaved changes were discarded.")).toBeNull();
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
  });

  it("is not offered when it holds what is saved already", async () => {
    keepDraft("7", { values: { ...aMetadata() }, etag: '"v1"' });
    renderRecordForm("7");
    await screen.findByDisplayValue("Denton Creek");
    expect(screen.queryByText(offer)).toBeNull();
  });

  it("says who saved the record since it was kept, and when", async () => {
    keepDraft("7", { values: edited, etag: '"v0"' });
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
      await screen.findByText(reading(/Since then Dana Dev saved this record on March 4th 2026/)),
    ).toBeVisible();
  });

  it("repeats the create it was once sent with, so that no second record is made", async () => {
    keepDraft("new", { values: edited, idempotencyKey: "abc" });
    const { press, askedFor } = renderRecordForm("new");
    await press("Restore");
    await press("Save");
    await waitFor(() => expect(askedFor(endpoints.addRecord.path)).toHaveLength(1));
    expect(askedFor(endpoints.addRecord.path)[0]!.headers!["Idempotency-Key"]).toBe("abc");
  });
});

describe("the end of the session", () => {
  function endWith(words: string | undefined) {
    session.start(anAccount());
    const stop = discardDraftsOnSignOut();
    keepDraft("7", { values: edited });
    keepDraft("new", { values: edited });
    keepDraft("7", {}, anAccount({ username: "vendor2" }));
    act(() => session.end(words));
    stop();
  }

  it("takes the user's drafts along when they sign out by choice, and nobody else's", () => {
    endWith(messages.loggedOut);
    expect([kept(), kept("new")]).toEqual([undefined, undefined]);
    expect(draftStore.list("vendor2", "7")).toHaveLength(1);
  });

  /** Another tab of the browser ended the session. */
  function endElsewhere(reason: string) {
    localStorage.setItem("flood-model-portal.session-ended", reason);
    localStorage.removeItem("flood-model-portal.session");
    window.dispatchEvent(new StorageEvent("storage", { key: "flood-model-portal.session" }));
  }

  it("by choice in another tab leaves nothing of what this one had open", async () => {
    const { retype, unmount } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    act(() => endElsewhere(messages.loggedOut));
    unmount();
    expect(kept()).toBeUndefined();
  });

  it("by expiry in another tab keeps what was just typed in this one", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }), "!");
    act(() => endElsewhere(messages.sessionExpired));
    expect(kept()).toMatchObject({ modelName: "Denton Creek!" });
  });

  it("leaves the farewell to the sign-in page", () => {
    endWith(messages.loggedOut);
    expect(session.farewell()).toBe("Logged out");
  });

  it("leaves the drafts when the session has expired", () => {
    endWith(messages.sessionExpired);
    expect(kept()).toMatchObject({ modelName: "Elizabeth Creek" });
  });

  it("lets no form that closes afterwards keep its text", () => {
    endWith(messages.loggedOut);
    expect(draftStore.keep(username, "7", { id: "late", values: edited, keptAt: "" })).toBe(false);
    expect(drafts()).toEqual([]);
  });

  it("of an open form by choice leaves nothing of what was just typed", async () => {
    const { retype, unmount } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    act(() => session.end(messages.loggedOut));
    unmount();
    expect(kept()).toBeUndefined();
  });

  it("of an open form by expiry keeps what was just typed", async () => {
    const { retype, unmount } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    act(() => session.end(messages.sessionExpired));
    unmount();
    expect(kept()).toMatchObject({ modelName: "Elizabeth Creek" });
  });

  it("by Logout is asked about, too, where the device keeps nothing", async () => {
    const { user } = await renderApp({ at: "/app/form/7", answers: formAnswers() });
    const name = await screen.findByRole("textbox", { name: /Model name/ }, { timeout: 15_000 });
    fillStorage();
    await user.type(name, "!");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByRole("dialog", { name: "Log out with unsaved changes?" })).toBeVisible();
  });

  it("by Logout takes the open form's draft along, and the sign-in page says Logged out", async () => {
    const { user } = await renderApp({ at: "/app/form/7", answers: formAnswers() });
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }, { timeout: 15_000 }), "!");
    await waitFor(() => expect(kept()).toBeDefined());
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(kept()).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Log out and discard them" }));
    expect(await screen.findByText("Logged out")).toBeVisible();
    expect(kept()).toBeUndefined();
  });
});
