import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { discardDraftsOnSignOut } from "../../../src/portal/providers/deviceDrafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { findDrafts, storeDraft } from "../../support/draftService.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

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
    expect(findDrafts("7")).toMatchObject([{ values: { modelName: "Elizabeth Creek", modelPurpose } }]);
  });

  it("are kept as a draft if they are a date of a time period", async () => {
    const { unmount, press } = renderRecordForm("7");
    await press("+ Add another time period");
    const starts = screen.getAllByRole("textbox", { name: /Start/ });
    typeWithoutDebounce(starts.at(-1)!, "2024-03-07");
    unmount();
    const [draft] = findDrafts("7");
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
    expect(findDrafts("7")[0]!.values["county"]).toHaveLength(before.length + 1);
  });

  it("are kept as a draft if they are in the contact dialog", async () => {
    const { unmount, press } = renderRecordForm("7");
    await press("Create a new contact: Contact 1");
    typeWithoutDebounce(
      within(screen.getByRole("dialog")).getByRole("textbox", { name: "First name" }),
      "Nora",
    );
    unmount();
    expect(findDrafts("7")).toMatchObject([{ contactDialogValues: { create: { firstName: "Nora" } } }]);
  });

  it("are not kept as a draft after Logout", async () => {
    const stop = discardDraftsOnSignOut();
    const { unmount } = renderRecordForm("7");
    typeWithoutDebounce(await name(), "Elizabeth Creek");
    act(() => session.end(messages.loggedOut));
    unmount();
    stop();
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
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

it("Discard of a draft moves the focus to the message that it is discarded", async () => {
  storeDraft("7", { values: { ...aMetadata({ modelName: "Elizabeth Creek" }) }, etag: '"v1"' });
  const { press } = renderRecordForm("7");
  await press("Discard");
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement).toHaveAccessibleName("Your draft was discarded.");
});
