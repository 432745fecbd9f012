import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { discardDraftsOnSignOut } from "../../../src/portal/providers/drafts.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";
import { reading } from "../../support/reading.ts";
import { keepDraft } from "./keepDraft.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const drafts = (form = "7") => draftStore.list(anAccount().username, form);
const name = () => screen.findByRole("textbox", { name: /Model name/ });
const ids = () => screen.findByRole("textbox", { name: /Flood planning project IDs/ });

/** At once: no pause, and no leaving of the input, passes the text on before the page goes away. */
const typeAtOnce = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

describe("what was typed in the last moment before the form goes away", () => {
  it("is kept", async () => {
    const { unmount } = renderRecordForm("7");
    typeAtOnce(await name(), "Elizabeth Creek");
    unmount();
    const { modelPurpose } = aMetadata();
    expect(drafts()).toMatchObject([{ values: { modelName: "Elizabeth Creek", modelPurpose } }]);
  });

  it("is kept of a date of a period", async () => {
    const { unmount, press } = renderRecordForm("7");
    await press("+ Add another time period");
    const starts = screen.getAllByRole("textbox", { name: /Start/ });
    typeAtOnce(starts.at(-1)!, "2024-03-07");
    unmount();
    const [draft] = drafts();
    expect((draft!.values["timePeriodCovered"] as unknown[]).at(-1)).toEqual({ start: "2024-03-07" });
  });

  it("is kept of a choice that is shown and not yet taken in", async () => {
    const { unmount, user } = renderRecordForm("7");
    const counties = await screen.findByRole("combobox", { name: /Counties/ });
    await user.click(counties);
    const options = await screen.findAllByRole("option");
    const before = (aMetadata() as unknown as { county: string[] }).county;
    fireEvent.click(options.find(({ textContent }) => !before.includes(textContent))!);
    expect(drafts()).toEqual([]);
    unmount();
    expect(drafts()[0]!.values["county"]).toHaveLength(before.length + 1);
  });

  it("is kept of the contact dialog", async () => {
    const { unmount, press } = renderRecordForm("7");
    await press("Create a new contact: Contact 1");
    typeAtOnce(within(screen.getByRole("dialog")).getByRole("textbox", { name: "First name" }), "Nora");
    unmount();
    expect(drafts()).toMatchObject([{ contactTexts: { create: { firstName: "Nora" } } }]);
  });

  it("is kept of an entry half typed, which comes back half typed", async () => {
    const first = renderRecordForm("7");
    typeAtOnce(await ids(), "0310");
    first.unmount();
    expect(drafts()).toMatchObject([{ halfTyped: { twdbFloodPlanningProjectID: "0310" } }]);
    const { press, user } = renderRecordForm("7");
    expect(await screen.findByText(/Changed: Flood planning project IDs\./)).toBeVisible();
    await press("Restore");
    await waitFor(async () => expect(await ids()).toHaveValue("0310"));
    await user.type(await ids(), "00077{Enter}");
    expect(screen.getByRole("button", { name: "031000077" })).toBeVisible();
    await waitFor(() => expect(drafts()[0]?.halfTyped).toEqual({}));
  });

  it("is not kept after a sign-out by choice", async () => {
    const stop = discardDraftsOnSignOut();
    const { unmount } = renderRecordForm("7");
    typeAtOnce(await name(), "Elizabeth Creek");
    act(() => session.end(messages.loggedOut));
    unmount();
    stop();
    expect(drafts()).toEqual([]);
  });
});

describe("an entry half typed", () => {
  it("is kept soon, whatever becomes of the page", async () => {
    renderRecordForm("7");
    typeAtOnce(await ids(), "0310");
    await waitFor(() =>
      expect(drafts()).toMatchObject([{ halfTyped: { twdbFloodPlanningProjectID: "0310" } }]),
    );
  });

  it("stays half typed while its user looks at another window or tab, and is kept at once", async () => {
    const { user } = renderRecordForm("7");
    const input = await ids();
    await user.type(input, "0310");
    fireEvent.blur(input);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(input).toHaveValue("0310");
    expect(screen.queryByRole("button", { name: "0310" })).toBeNull();
    expect(drafts()).toMatchObject([{ halfTyped: { twdbFloodPlanningProjectID: "0310" } }]);
  });
});

describe("the answer to an offer", () => {
  const words = () => screen.queryByText(offer);
  const offer = reading(/Unsaved changes from .* were kept on this device\./);

  it("moves the focus to what says that the changes are back", async () => {
    keepDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Restore");
    await screen.findByDisplayValue("Elizabeth Creek");
    expect(words()).toBeNull();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(document.activeElement).toHaveAccessibleName(
      /^Your unsaved changes from March 2nd 2026, .* are back in the form\. They are not saved yet\.$/,
    );
  });

  it("moves the focus to what says that they are discarded", async () => {
    keepDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Discard");
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(document.activeElement).toHaveAccessibleName("The unsaved changes were discarded.");
  });
});
