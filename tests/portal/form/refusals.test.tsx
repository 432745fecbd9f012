import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aMetadata, renderMetadata, renderTiny } from "./renderForm.tsx";

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

describe("what is wrong with the whole, and with no field of it", () => {
  const summary = () => screen.queryByRole("group", { name: "Please fix 1 error(s)." });

  it("is told above the form when it is submitted, and keeps it from being saved", async () => {
    const check = (values: object) =>
      "title" in values && "code" in values ? [] : [{ path: [], rule: "pair", message: "Give both." }];
    const fields = { title: { title: "Title", type: "string" }, code: { title: "Code", type: "string" } };
    const { user, save, onSubmit } = renderTiny(fields, { initial: { title: "One" }, check });
    expect(screen.queryByText("Give both.")).not.toBeInTheDocument();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(within(summary()!).getByText("Give both.")).toBeVisible();
    expect(summary()).toHaveFocus();
    await user.type(screen.getByRole("textbox", { name: "Code" }), "7");
    await save();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("is told of a refusal, until anything is changed", async () => {
    const { user, save, again } = renderMetadata();
    await save();
    again(refusing());
    expect(within(summary()!).getByText(WORDS)).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Model name" }), "!");
    await user.tab();
    expect(summary()).not.toBeInTheDocument();
  });
});
