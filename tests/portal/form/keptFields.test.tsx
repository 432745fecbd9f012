import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";
import { errorOf, renderTiny } from "./renderForm.tsx";

const code: FieldSchema = {
  title: "Code",
  type: "string",
  pattern: "^[0-9]+$",
  "x-messages": { pattern: "Digits only" },
};
const name: FieldSchema = { title: "Name", type: "string" };
const field = (title: string) => screen.getByRole("textbox", { name: title });

describe("a field that a form does not let its user edit", () => {
  it.each(["locked", "omit"])("is not refused as it stands (%s)", async (how) => {
    const { save, submitted } = renderTiny(
      { code, name },
      { initial: { code: "old one", name: "A" }, [how]: ["code"] },
    );
    await save();
    expect(submitted()).toEqual({ code: "old one", name: "A" });
  });

  it.each(["locked", "omit"])("is not asked for where it was never given (%s)", async (how) => {
    const { save, submitted } = renderTiny(
      { code, name },
      { initial: { name: "A" }, required: ["code", "name"], [how]: ["code"] },
    );
    await save();
    expect(submitted()).toEqual({ name: "A" });
  });

  it("leaves the other fields their rules", async () => {
    const { save, onSubmit } = renderTiny(
      { code, name },
      { initial: { code: "old one" }, required: ["code", "name"], locked: ["code"] },
    );
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(field("Name"))).toBe("Required");
    expect(errorOf(field("Code"))).toBeUndefined();
  });

  it("is refused once it is another value, as through a field that clears it", async () => {
    const { user, save, onSubmit } = renderTiny(
      { code, name: { ...name, "x-clears": ["code"] } },
      { initial: { code: "old one", name: "A" }, required: ["code"], locked: ["code"] },
    );
    await user.type(field("Name"), "B");
    await user.tab();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(field("Code"))).toBe("Required");
  });
});
