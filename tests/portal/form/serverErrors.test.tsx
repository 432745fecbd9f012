import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aMetadata, renderMetadata, renderSmallForm } from "./renderForm.tsx";

const IDS = ["031000012", "032000004", "033000009"];
const MESSAGE = "This ID is closed.";
const input = () => screen.getByRole("textbox", { name: "Flood planning project IDs" });
const chip = (id: string) => screen.getByRole("button", { name: id });
const isMarked = (id: string) => within(chip(id)).queryByText("!") !== null;

const withServerError = (...path: string[]) => ({
  serverErrors: [{ path, rule: "closed", message: MESSAGE }],
});

describe("a list entry with a server error", () => {
  it("is named and marked", async () => {
    const { save, rerender } = renderMetadata(aMetadata({ twdbFloodPlanningProjectID: IDS }));
    await save();
    rerender(withServerError("twdbFloodPlanningProjectID", "1"));
    expect(screen.getByText("Entries to correct: 032000004")).toBeVisible();
    expect(IDS.map(isMarked)).toEqual([false, true, false]);
  });

  it("is not marked by index if the list changed during the save", async () => {
    const { user, save, rerender } = renderMetadata(aMetadata({ twdbFloodPlanningProjectID: IDS }));
    await save();
    await user.click(chip(IDS[0]!).querySelector("svg")!);
    rerender(withServerError("twdbFloodPlanningProjectID", "1"));
    expect(screen.queryByText(/^Entries to correct/)).not.toBeInTheDocument();
    expect(IDS.slice(1).map(isMarked)).toEqual([false, false]);
    expect(input()).toHaveAccessibleDescription(new RegExp(MESSAGE));
    expect(screen.getByRole("link", { name: `Flood planning project IDs: ${MESSAGE}` })).toBeVisible();
  });

  it("stays marked if another field changed", async () => {
    const { user, save, rerender } = renderMetadata(aMetadata({ twdbFloodPlanningProjectID: IDS }));
    await save();
    await user.type(screen.getByRole("textbox", { name: "Model name" }), "!");
    await user.tab();
    rerender(withServerError("twdbFloodPlanningProjectID", "1"));
    expect(screen.getByText("Entries to correct: 032000004")).toBeVisible();
  });

  it("does not show on the card of another contact", async () => {
    const contacts = ["12", "40"].map((contactId) => ({ contactId, roleId: "1" }));
    const { user, save, rerender } = renderMetadata(aMetadata({ contacts: [...contacts, contacts[0]] }));
    await save();
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    rerender(withServerError("contacts", "1", "contactId"));
    expect(screen.getByRole("link", { name: `Contacts: ${MESSAGE}` })).toBeVisible();
  });
});

describe("an error of the whole form", () => {
  const summary = () => screen.queryByRole("group", { name: "Please fix 1 error(s)." });

  it("shows above the form on submit and blocks saving", async () => {
    const check = (values: object) =>
      "title" in values && "code" in values ? [] : [{ path: [], rule: "pair", message: "Give both." }];
    const fields = { title: { title: "Title", type: "string" }, code: { title: "Code", type: "string" } };
    const { user, save, onSubmit } = renderSmallForm(fields, {
      initialValues: { title: "One" },
      customValidate: check,
    });
    expect(screen.queryByText("Give both.")).not.toBeInTheDocument();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(within(summary()!).getByText("Give both.")).toBeVisible();
    expect(summary()).toHaveFocus();
    await user.type(screen.getByRole("textbox", { name: "Code" }), "7");
    await save();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("shows a server error until any value changes", async () => {
    const { user, save, rerender } = renderMetadata();
    await save();
    rerender(withServerError());
    expect(within(summary()!).getByText(MESSAGE)).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Model name" }), "!");
    await user.tab();
    expect(summary()).not.toBeInTheDocument();
  });
});
