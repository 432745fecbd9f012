import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { errorOf, renderSmallForm } from "./renderForm.tsx";

const input = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Files" });

const renderTags = (files: string[] = []) =>
  renderSmallForm(
    {
      files: {
        type: "array",
        title: "Files",
        "x-widget": "tags",
        items: { type: "string", pattern: "^[a-z.]+$", "x-messages": { pattern: "Small letters only." } },
      },
      other: { type: "string", title: "Other" },
    },
    { initialValues: { files } },
  );

describe("free-text entries", () => {
  it.each([
    ["Enter", "{Enter}"],
    ["Tab", "{Tab}"],
  ])("are added by %s, and the input is empty for the next entry", async (_, key) => {
    const { user, save, submitted } = renderTags();
    await user.type(input(), ` one ${key}two${key}`);
    expect(input()).toHaveFocus();
    expect(input()).toHaveValue("");
    await save();
    expect(submitted()).toEqual({ files: ["one", "two"] });
  });

  it("are added by a comma if they are numbers", async () => {
    const { user, save, submitted } = renderSmallForm({
      numbers: {
        ...{ type: "array", title: "Files", "x-widget": "tags" },
        items: { type: "string", pattern: "^[0-9]{9}$" },
      },
    });
    await user.type(input(), "031000012,032000004,");
    expect(input()).toHaveValue("");
    await save();
    expect(submitted()).toEqual({ numbers: ["031000012", "032000004"] });
  });

  it.each(["2019, final report.pdf", "Smith, Jones and Co."])(
    "keep a typed comma where the field allows it: %s",
    async (typed) => {
      const { user, save, submitted } = renderSmallForm({
        names: { type: "array", title: "Files", "x-widget": "tags", items: { type: "string" } },
      });
      await user.type(input(), `${typed}{Enter}`);
      await save();
      expect(submitted()).toEqual({ names: [typed] });
    },
  );

  it("keep a typed comma in the input with an error where the field does not allow it", async () => {
    const { user, save, onSubmit } = renderTags();
    await user.type(input(), "report, final.pdf{Enter}");
    expect(input()).toHaveValue("report, final.pdf");
    expect(errorOf(input())).toBe("Small letters only.");
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("are added on blur", async () => {
    const { user } = renderTags();
    await user.type(input(), "one");
    await user.click(screen.getByRole("textbox", { name: "Other" }));
    expect(screen.getByRole("button", { name: "one" })).toBeVisible();
    expect(input()).toHaveValue("");
  });

  it("are submitted even while still being typed", async () => {
    const { user, submitted } = renderTags(["one"]);
    await user.type(input(), "two");
    expect(input()).toHaveFocus();
    act(() => input().form?.requestSubmit());
    expect(submitted()).toEqual({ files: ["one", "two"] });
  });

  it("stay uncommitted when the window loses focus or another tab is shown", async () => {
    const { user, save, submitted } = renderTags(["one"]);
    await user.type(input(), "tw");
    fireEvent.blur(input());
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(input()).toHaveValue("tw");
    await user.type(input(), "o");
    await save();
    expect(submitted()).toEqual({ files: ["one", "two"] });
  });

  it("are ignored when empty", async () => {
    const { user, save, submitted } = renderTags();
    await user.type(input(), "  {Enter} {Enter}");
    await user.tab();
    await save();
    expect(submitted()?.["files"]).toEqual([]);
  });

  it("let Tab leave the field if nothing is typed", async () => {
    const { user } = renderTags();
    await user.click(input());
    await user.tab();
    expect(screen.getByRole("textbox", { name: "Other" })).toHaveFocus();
  });

  it.each([["one,two , three"], ["one\ntwo\r\nthree\n"], ["one\ttwo\tthree"], ['"one"; "two"; "three"']])(
    "are split when a list is pasted: %j",
    async (pasted) => {
      const { user, save, submitted } = renderTags();
      await user.click(input());
      await user.paste(pasted);
      await save();
      expect(submitted()).toEqual({ files: ["one", "two", "three"] });
    },
  );

  it("split numbers at spaces", async () => {
    const { user, save, submitted } = renderSmallForm({
      numbers: { type: "array", title: "Files", "x-widget": "tags", items: { type: "string" } },
    });
    await user.click(input());
    await user.paste("031000012 032000004");
    await save();
    expect(submitted()).toEqual({ numbers: ["031000012", "032000004"] });
  });

  it("ignore keys of an IME composition, including Safari's late Enter", async () => {
    const { user } = renderTags();
    await user.type(input(), "one");
    fireEvent.keyDown(input(), { key: "Enter", keyCode: 229 });
    expect(input()).toHaveValue("one");
    fireEvent.keyDown(input(), { key: "Enter", keyCode: 13 });
    expect(input()).toHaveValue("");
  });

  it("are pasted as plain text if they contain no separator", async () => {
    const { user } = renderTags();
    await user.type(input(), "a");
    await user.paste("b.pdf");
    expect(input()).toHaveValue("ab.pdf");
  });

  it.each([
    ["in place of the selected text", "wrong", 0, 5, ["one", "two"]],
    ["at the caret", "headtail", 4, 4, ["headone", "twotail"]],
  ])("are pasted %s", async (_, typed, start, end, files) => {
    const { user, save, submitted } = renderTags();
    await user.type(input(), typed);
    input().setSelectionRange(start, end);
    await user.paste("one\ntwo");
    await save();
    expect(submitted()).toEqual({ files });
  });

  it("are pasted after the typed text when an entry has the focus", async () => {
    const { user, save, submitted } = renderTags(["first"]);
    await user.type(input(), "head{ArrowLeft}");
    fireEvent.paste(screen.getByRole("button", { name: "first" }), {
      clipboardData: { getData: () => "one\ntwo" },
    });
    await save();
    expect(submitted()).toEqual({ files: ["first", "headone", "two"] });
  });

  it("are removed with Backspace, last first", async () => {
    const { user, save, submitted } = renderTags(["one", "two"]);
    await user.type(input(), "{Backspace}");
    await save();
    expect(submitted()).toEqual({ files: ["one"] });
  });

  it("show one error for several invalid entries", async () => {
    const { user } = renderTags();
    await user.type(input(), "ONE{Enter}two{Enter}THREE{Enter}");
    expect(errorOf(input())).toBeUndefined();
    await user.tab();
    expect(errorOf(input())).toBe("Small letters only.");
  });
});
