import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";
import { errorOf, renderSmallForm } from "./renderForm.tsx";

const code: FieldSchema = {
  title: "Code",
  type: "string",
  pattern: "^[0-9]+$",
  "x-messages": { pattern: "Digits only" },
};
const name: FieldSchema = { title: "Name", type: "string" };
const field = (title: string) => screen.getByRole("textbox", { name: title });

describe("a field that the user cannot edit", () => {
  it.each(["readOnlyFields", "hiddenFields"])(
    "has no error while its value is unchanged (%s)",
    async (how) => {
      const { save, submitted } = renderSmallForm(
        { code, name },
        { initialValues: { code: "old one", name: "A" }, [how]: ["code"] },
      );
      await save();
      expect(submitted()).toEqual({ code: "old one", name: "A" });
    },
  );

  it.each(["readOnlyFields", "hiddenFields"])(
    "is not required if it was never filled in (%s)",
    async (how) => {
      const { save, submitted } = renderSmallForm(
        { code, name },
        { initialValues: { name: "A" }, required: ["code", "name"], [how]: ["code"] },
      );
      await save();
      expect(submitted()).toEqual({ name: "A" });
    },
  );

  it("does not change the rules of other fields", async () => {
    const { save, onSubmit } = renderSmallForm(
      { code, name },
      { initialValues: { code: "old one" }, required: ["code", "name"], readOnlyFields: ["code"] },
    );
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(field("Name"))).toBe("Required");
    expect(errorOf(field("Code"))).toBeUndefined();
  });

  it("has an error once its value changes, for example when another field clears it", async () => {
    const { user, save, onSubmit } = renderSmallForm(
      { code, name: { ...name, "x-clears": ["code"] } },
      { initialValues: { code: "old one", name: "A" }, required: ["code"], readOnlyFields: ["code"] },
    );
    await user.type(field("Name"), "B");
    await user.tab();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(field("Code"))).toBe("Required");
  });
});
