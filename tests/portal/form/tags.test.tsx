import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { errorOf, renderTiny } from "./renderForm.tsx";

const input = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Files" });

const renderTags = (files: string[] = []) =>
  renderTiny(
    {
      files: {
        type: "array",
        title: "Files",
        "x-widget": "tags",
        items: { type: "string", pattern: "^[a-z.]+$", "x-messages": { pattern: "Small letters only." } },
      },
      other: { type: "string", title: "Other" },
    },
    { initial: { files } },
  );

describe("entries typed freely", () => {
  it.each([
    ["Enter", "{Enter}"],
    ["Tab", "{Tab}"],
    ["a comma", ","],
  ])("are added by %s, and the next can be typed at once", async (_, key) => {
    const { user, save, submitted } = renderTags();
    await user.type(input(), ` one ${key}two${key}`);
    expect(input()).toHaveFocus();
    expect(input()).toHaveValue("");
    await save();
    expect(submitted()).toEqual({ files: ["one", "two"] });
  });

  it("are added by leaving", async () => {
    const { user } = renderTags();
    await user.type(input(), "one");
    await user.click(screen.getByRole("textbox", { name: "Other" }));
    expect(screen.getByRole("button", { name: "one" })).toBeVisible();
    expect(input()).toHaveValue("");
  });

  it("are part of what is submitted while still being typed", async () => {
    const { user, submitted } = renderTags(["one"]);
    await user.type(input(), "two");
    expect(input()).toHaveFocus();
    act(() => input().form?.requestSubmit());
    expect(submitted()).toEqual({ files: ["one", "two"] });
  });

  it("stay half typed when it is the window that is left, or another tab that is looked at", async () => {
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
    await user.type(input(), "  {Enter} ,, ,{Enter}");
    await user.tab();
    await save();
    expect(submitted()?.["files"]).toEqual([]);
  });

  it("leave the field with Tab when nothing is typed", async () => {
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

  it("are numbers apart by spaces, too", async () => {
    const { user, save, submitted } = renderTiny({
      numbers: { type: "array", title: "Files", "x-widget": "tags", items: { type: "string" } },
    });
    await user.click(input());
    await user.paste("031000012 032000004");
    await save();
    expect(submitted()).toEqual({ numbers: ["031000012", "032000004"] });
  });

  it("take no key of a composition, though Safari tells of its Enter once it is over", async () => {
    const { user } = renderTags();
    await user.type(input(), "one");
    fireEvent.keyDown(input(), { key: "Enter", keyCode: 229 });
    expect(input()).toHaveValue("one");
    fireEvent.keyDown(input(), { key: "Enter", keyCode: 13 });
    expect(input()).toHaveValue("");
  });

  it("are pasted into the text like any other words when they hold no separator", async () => {
    const { user } = renderTags();
    await user.type(input(), "a");
    await user.paste("b.pdf");
    expect(input()).toHaveValue("ab.pdf");
  });

  it.each([
    ["in place of the selected text", "wrong", 0, 5, ["one", "two"]],
    ["where the caret stands", "headtail", 4, 4, ["headone", "twotail"]],
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

  it("go with Backspace, last first", async () => {
    const { user, save, submitted } = renderTags(["one", "two"]);
    await user.type(input(), "{Backspace}");
    await save();
    expect(submitted()).toEqual({ files: ["one"] });
  });

  it("say once what is wrong with several of them", async () => {
    const { user } = renderTags();
    await user.type(input(), "ONE,two,THREE,");
    expect(errorOf(input())).toBeUndefined();
    await user.tab();
    expect(errorOf(input())).toBe("Small letters only.");
  });
});
