import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aMetadata, renderMetadata } from "./renderForm.tsx";

const IDS = ["031000012", "032000004", "033000009"];
const WORDS = "This ID is closed.";
const input = () => screen.getByRole("textbox", { name: "Flood planning project IDs" });
const chip = (id: string) => screen.getByRole("button", { name: id });
const isMarked = (id: string) => within(chip(id)).queryByText("!") !== null;

const refusing = (...path: string[]) => ({ faults: [{ path, rule: "closed", message: WORDS }] });

describe("an entry that the server refused", () => {
  it("is named and marked", async () => {
    const { save, again } = renderMetadata(aMetadata({ twdbFloodPlanningProjectID: IDS }));
    await save();
    again(refusing("twdbFloodPlanningProjectID", "1"));
    expect(screen.getByText("To be corrected: 032000004")).toBeVisible();
    expect(IDS.map(isMarked)).toEqual([false, true, false]);
  });

  it("is no longer known by its place once the list was changed while it was saved", async () => {
    const { user, save, again } = renderMetadata(aMetadata({ twdbFloodPlanningProjectID: IDS }));
    await save();
    await user.click(chip(IDS[0]!).querySelector("svg")!);
    again(refusing("twdbFloodPlanningProjectID", "1"));
    expect(screen.queryByText(/^To be corrected/)).not.toBeInTheDocument();
    expect(IDS.slice(1).map(isMarked)).toEqual([false, false]);
    expect(input()).toHaveAccessibleDescription(new RegExp(WORDS));
    expect(screen.getByRole("link", { name: `Flood planning project IDs: ${WORDS}` })).toBeVisible();
  });

  it("keeps its place while another field was changed", async () => {
    const { user, save, again } = renderMetadata(aMetadata({ twdbFloodPlanningProjectID: IDS }));
    await save();
    await user.type(screen.getByRole("textbox", { name: "Model name" }), "!");
    await user.tab();
    again(refusing("twdbFloodPlanningProjectID", "1"));
    expect(screen.getByText("To be corrected: 032000004")).toBeVisible();
  });

  it("is not looked for on the card of another contact", async () => {
    const contacts = ["12", "40"].map((contactId) => ({ contactId, roleId: "1" }));
    const { user, save, again } = renderMetadata(aMetadata({ contacts: [...contacts, contacts[0]] }));
    await save();
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    again(refusing("contacts", "1", "contactId"));
    expect(screen.getByRole("link", { name: `Contacts: ${WORDS}` })).toBeVisible();
  });
});
