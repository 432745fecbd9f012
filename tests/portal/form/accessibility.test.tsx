import { screen } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import { aMetadata, renderMetadata, renderSchema } from "./renderForm.tsx";

/** Colour contrast cannot be measured without a real screen; everything else is. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false } },
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

it("finds nothing wrong with a valid form", async () => {
  renderMetadata(aMetadata({ hydrologicUnitCode: ["120301010101", "999999999999"] }));
  expect(await violations()).toEqual([]);
});

it("gives each id once, and names none that is not there", () => {
  renderMetadata();
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const described = screen.getAllByRole("checkbox").map((box) => box.closest("[aria-describedby]"));
  const named = described.flatMap((element) => element?.getAttribute("aria-describedby")?.split(" ") ?? []);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});

it("finds nothing wrong with a form full of errors", async () => {
  const { save } = renderMetadata({ contacts: [{}], timePeriodCovered: [{ start: "2024-01-01" }] });
  await save();
  expect(await violations()).toEqual([]);
});

it("finds nothing wrong with an open list", async () => {
  const { user } = renderMetadata();
  await user.click(screen.getByRole("combobox", { name: "Counties" }));
  expect(await violations()).toEqual([]);
});

it("finds nothing wrong with a password form", async () => {
  const { save } = renderSchema("change-password", {});
  await save();
  expect(await violations()).toEqual([]);
});
