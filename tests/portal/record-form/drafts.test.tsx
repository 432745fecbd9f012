import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { discardDraftsOnSignOut } from "../../../src/portal/providers/discardDraftsOnSignOut.ts";
import { draftStore } from "../../../src/portal/providers/draftStore.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";
import { renderApp } from "../../support/renderApp.tsx";
import { formAnswers } from "./formAnswers.ts";
import { keepDraft } from "./keepDraft.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const { username } = anAccount();
const kept = (form = "7") => draftStore.read(username, form)?.values;
const offer = /Unsaved changes from March 2nd 2026, .* were kept on this device\./;
const edited = { ...aMetadata({ modelName: "Elizabeth Creek" }) };

describe("what is typed", () => {
  it("is kept on this device for this user and record soon after", async () => {
    const { retype } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(kept()).toMatchObject({ modelName: "Elizabeth Creek" }));
    expect(draftStore.read("vendor2", "7")).toBeUndefined();
    expect(kept("8")).toBeUndefined();
  });

  it("is kept at once when the page is left", async () => {
    const { user } = renderRecordForm("7");
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }), "!");
    window.dispatchEvent(new Event("pagehide"));
    expect(kept()).toMatchObject({ modelName: "Denton Creek!" });
  });

  it("is not kept once it is saved", async () => {
    const { retype, press, path } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await waitFor(() => expect(kept()).toBeDefined());
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(kept()).toBeUndefined();
  });
});

describe("a draft of an earlier visit", () => {
  it("is offered back and restored", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    expect(await screen.findByText(offer)).toBeVisible();
    expect(screen.getByDisplayValue("Denton Creek")).toBeVisible();
    await press("Restore");
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.queryByText(offer)).toBeNull();
    expect(kept()).toBeDefined();
  });

  it("is discarded when told so", async () => {
    keepDraft("7", { values: edited, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Discard");
    expect(screen.queryByText(offer)).toBeNull();
    expect(kept()).toBeUndefined();
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
    expect(await screen.findByText(/Since then Dana Dev saved this record on March 4th 2026/)).toBeVisible();
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
    kept(); // a form is opened
    const stop = discardDraftsOnSignOut();
    keepDraft("7", { values: edited });
    keepDraft("new", { values: edited });
    draftStore.keep("vendor2", "7", { values: {}, keptAt: "" });
    session.end(words);
    stop();
  }

  it("takes the user's drafts along when they sign out by choice, and nobody else's", () => {
    endWith(messages.loggedOut);
    expect([kept(), kept("new")]).toEqual([undefined, undefined]);
    expect(draftStore.read("vendor2", "7")).toBeDefined();
  });

  it("leaves the farewell to the sign-in page", () => {
    endWith(messages.loggedOut);
    expect(session.takeFarewell()).toBe("Logged out");
  });

  it("leaves the drafts when the session has expired", () => {
    endWith(messages.sessionExpired);
    expect(kept()).toMatchObject({ modelName: "Elizabeth Creek" });
  });

  it("lets no form that closes afterwards keep its text", () => {
    endWith(messages.loggedOut);
    expect(keepDraft("7", { values: edited })).toBe(false);
  });

  it("of an open form by choice leaves nothing of what was just typed", async () => {
    const { retype, unmount } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    session.end(messages.loggedOut);
    unmount();
    expect(kept()).toBeUndefined();
  });

  it("of an open form by expiry keeps what was just typed", async () => {
    const { retype, unmount } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    session.end(messages.sessionExpired);
    unmount();
    expect(kept()).toMatchObject({ modelName: "Elizabeth Creek" });
  });

  it("by Logout takes the open form's draft along, and the sign-in page says Logged out", async () => {
    const { user } = await renderApp({ at: "/app/form/7", answers: formAnswers() });
    await user.type(await screen.findByRole("textbox", { name: /Model name/ }, { timeout: 15_000 }), "!");
    await waitFor(() => expect(kept()).toBeDefined());
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logged out")).toBeVisible();
    expect(kept()).toBeUndefined();
  });
});
