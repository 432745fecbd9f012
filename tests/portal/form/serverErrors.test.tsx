import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderFields, renderSmallForm } from "./renderForm.tsx";

const IDS = ["031000012", "032000004", "033000009"];
const MESSAGE = "This ID is closed.";
const input = () => screen.getByRole("textbox", { name: "IDs" });
const chip = (id: string) => screen.getByRole("button", { name: id });
const isMarked = (id: string) => within(chip(id)).queryByText("!") !== null;

const withServerError = (...path: string[]) => ({
  serverErrors: [{ path, rule: "closed", message: MESSAGE }],
});

describe("a list entry with a server error", () => {
  it("is named and marked", async () => {
    const { save, rerender } = renderFields({ ids: IDS });
    await save();
    rerender(withServerError("ids", "1"));
    expect(screen.getByText("Entries to correct: 032000004")).toBeVisible();
    expect(IDS.map(isMarked)).toEqual([false, true, false]);
  });

  it("is not marked by index if the list changed during the save", async () => {
    const { user, save, rerender } = renderFields({ ids: IDS });
    await save();
    await user.click(chip(IDS[0]!).querySelector("svg")!);
    rerender(withServerError("ids", "1"));
    expect(screen.queryByText(/^Entries to correct/)).not.toBeInTheDocument();
    expect(IDS.slice(1).map(isMarked)).toEqual([false, false]);
    expect(input()).toHaveAccessibleDescription(new RegExp(MESSAGE));
    expect(screen.getByRole("link", { name: `IDs: ${MESSAGE}` })).toBeVisible();
  });

  it("stays marked if another field changed", async () => {
    const { user, save, rerender } = renderFields({ ids: IDS, name: "A" });
    await save();
    await user.type(screen.getByRole("textbox", { name: "Name" }), "!");
    await user.tab();
    rerender(withServerError("ids", "1"));
    expect(screen.getByText("Entries to correct: 032000004")).toBeVisible();
  });

  it("does not show on the card of another entry", async () => {
    const periods = ["2015-05-01", "2016-05-01"].map((day) => ({ start: day, end: day }));
    const { user, save, rerender } = renderFields({ periods });
    await save();
    await user.click(screen.getByRole("button", { name: "Remove Period 1" }));
    rerender(withServerError("periods", "0", "start"));
    expect(screen.getByRole("link", { name: `Periods: ${MESSAGE}` })).toBeVisible();
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
    const { user, save, rerender } = renderFields({ name: "A" });
    await save();
    rerender(withServerError());
    expect(within(summary()!).getByText(MESSAGE)).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Name" }), "!");
    await user.tab();
    expect(summary()).not.toBeInTheDocument();
  });
});
