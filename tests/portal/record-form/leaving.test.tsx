import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { discardDraftsOnSignOut } from "../../../src/portal/providers/drafts.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";
import { hasWholeText } from "../../support/hasWholeText.ts";
import { storeDraft } from "./storeDraft.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const drafts = (form = "7") => draftStore.list(anAccount().username, form);
const name = () => screen.findByRole("textbox", { name: /Model name/ });
const ids = () => screen.findByRole("textbox", { name: /Flood planning project IDs/ });

/** Without debounce or blur, so that the form does not get the text before the page closes. */
const typeWithoutDebounce = (input: HTMLElement, value: string) =>
  fireEvent.change(input, { target: { value } });

describe("values typed just before the form closes", () => {
  it("are kept as a draft", async () => {
    const { unmount } = renderRecordForm("7");
    typeWithoutDebounce(await name(), "Elizabeth Creek");
    unmount();
    const { modelPurpose } = aMetadata();
    expect(drafts()).toMatchObject([{ values: { modelName: "Elizabeth Creek", modelPurpose } }]);
  });

  it("are kept as a draft if they are a date of a time period", async () => {
    const { unmount, press } = renderRecordForm("7");
    await press("+ Add another time period");
    const starts = screen.getAllByRole("textbox", { name: /Start/ });
    typeWithoutDebounce(starts.at(-1)!, "2024-03-07");
    unmount();
    const [draft] = drafts();
    expect((draft!.values["timePeriodCovered"] as unknown[]).at(-1)).toEqual({ start: "2024-03-07" });
  });

  it("are kept as a draft if they are an option clicked just before", async () => {
    const { unmount, user } = renderRecordForm("7");
    const counties = await screen.findByRole("combobox", { name: /Counties/ });
    await user.click(counties);
    const options = await screen.findAllByRole("option");
    const before = (aMetadata() as unknown as { county: string[] }).county;
    fireEvent.click(options.find(({ textContent }) => !before.includes(textContent))!);
    unmount();
    expect(drafts()[0]!.values["county"]).toHaveLength(before.length + 1);
  });

  it("are kept as a draft if they are in the contact dialog", async () => {
    const { unmount, press } = renderRecordForm("7");
    await press("Create a new contact: Contact 1");
    typeWithoutDebounce(
      within(screen.getByRole("dialog")).getByRole("textbox", { name: "First name" }),
      "Nora",
    );
    unmount();
    expect(drafts()).toMatchObject([{ contactDialogValues: { create: { firstName: "Nora" } } }]);
  });

  it("are not kept as a draft after Logout", async () => {
    const stop = discardDraftsOnSignOut();
    const { unmount } = renderRecordForm("7");
    typeWithoutDebounce(await name(), "Elizabeth Creek");
    act(() => session.end(messages.loggedOut));
    unmount();
    stop();
    expect(drafts()).toEqual([]);
  });
});

it("a partly typed entry stays text when the user switches to another window or tab", async () => {
  const { user } = renderRecordForm("7");
  const input = await ids();
  await user.type(input, "0310");
  fireEvent.blur(input);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(input).toHaveValue("0310");
  expect(screen.queryByRole("button", { name: "0310" })).toBeNull();
});

describe("Restore and Discard of a draft", () => {
  const words = () => screen.queryByText(offer);
  const offer = hasWholeText(/Unsaved changes from .* were kept on this device\./);

  it("move the focus to the message that the changes are restored", async () => {
    storeDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Restore");
    await screen.findByDisplayValue("Elizabeth Creek");
    expect(words()).toBeNull();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(document.activeElement).toHaveAccessibleName(
      /^Your unsaved changes from March 2nd 2026, .* are back in the form\. They are not saved yet\.$/,
    );
  });

  it("move the focus to the message that the changes are discarded", async () => {
    storeDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
    const { press } = renderRecordForm("7");
    await press("Discard");
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(document.activeElement).toHaveAccessibleName("Your unsaved changes were discarded.");
  });
});
