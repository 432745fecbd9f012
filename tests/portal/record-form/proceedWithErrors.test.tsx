import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

it.each([
  ["7", endpoints.saveRecord.path],
  ["new", endpoints.addRecord.path],
] as const)(
  "Proceed to Upload shows the errors of record %s, sends nothing and stays on the form",
  async (of, path) => {
    const view = renderRecordForm(of);
    if (of === "7") await view.retype(/Model identifier/, "99");
    await view.press("Proceed to Upload");
    expect((await screen.findAllByText(/^Please fix \d+ error\(s\)\.$/))[0]).toBeVisible();
    expect(await screen.findByRole("textbox", { name: /Model identifier/ })).toBeInvalid();
    expect(view.askedFor(path)).toEqual([]);
    expect(view.path()).toBe(`/app/form/${of}`);
  },
);
