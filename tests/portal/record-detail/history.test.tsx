import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { isShownIn, schemaOf, type JsonObject } from "../../../src/contract/schema/fields.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import {
  changedFields,
  listDifference,
  textDifference,
} from "../../../src/portal/record-detail/history/differences.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { someReferences } from "../../support/references.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderDetail } from "./renderDetail.tsx";

const schema = schemaOf("metadata");

/** One version as the vendor services answer it. */
const version = (day: number, overrides: JsonObject = {}): JsonObject => ({
  ...encode(schema, { ...aMetadata(overrides) }, "read", someReferences()),
  user_first_name: "Vera",
  user_last_name: "Vendor",
  user_id: 1,
  username: "vendor1",
  record_updated_date: `2026-03-0${day}T15:00:00.000Z`,
});

async function opened(entries: Answers[string]) {
  const page = renderDetail({ [endpoints.listHistory.path]: entries });
  await page.press("View History");
  const dialog = within(await screen.findByRole("dialog", { name: "Metadata History" }));
  return { ...page, dialog };
}

describe("the history", () => {
  it("tells of each save what it was, by whom and when", async () => {
    const { dialog, user } = await opened([
      { old_values: version(2), new_values: version(3) },
      { old_values: null, new_values: version(2) },
    ]);
    const entries = (await dialog.findAllByRole("listitem")).map(({ textContent }) => textContent);
    expect(entries[0]).toMatch(
      /^EditedVera Vendor \(user id 1, vendor1\)March 3rd 2026, .*Saved without a change$/,
    );
    expect(entries[1]).toMatch(/^CreatedVera Vendor \(user id 1, vendor1\)March 2nd 2026, /);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "View History" })).toHaveFocus();
  });

  it("has 400 pixels, and says when there is none", async () => {
    const { dialog } = await opened([]);
    expect(await dialog.findByText("Could not find history for given record.")).toBeVisible();
    expect(getComputedStyle(dialog.getByRole("region", { name: "History entries" })).height).toBe("400px");
  });

  it("ends with its close buttons too", async () => {
    const { dialog, user } = await opened([]);
    await user.click(dialog.getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says that it could not be loaded, and can be tried again", async () => {
    allowRefusals();
    let isDown = true;
    const created = [{ old_values: null, new_values: version(2) }];
    const { dialog, user } = await opened(() =>
      isDown ? new VendorError("The history is locked.", 500) : created,
    );
    expect(await dialog.findByText("The history could not be loaded", {}, { timeout: 15_000 })).toBeVisible();
    isDown = false;
    await user.click(dialog.getByRole("button", { name: "Retry" }));
    expect(await dialog.findByText("Created")).toBeVisible();
  });

  it("is read page by page, and dates the creation of a record with a long one", async () => {
    const page = (days: number[]) =>
      days.map((day) => ({
        id: String(day),
        old_values: day === 2 ? null : version(day - 1),
        new_values: version(day),
      }));
    const { dialog, user } = await opened(({ query }) =>
      page(query?.["first"] ? [2] : query?.["before"] === "5" ? [4, 3, 2] : [6, 5]),
    );
    expect(await dialog.findAllByRole("listitem")).toHaveLength(2);
    const creation = screen.getByText("Created").closest("li");
    await waitFor(() => expect(creation).toHaveTextContent("March 2nd 2026"));
    await user.click(dialog.getByRole("button", { name: "Show older versions" }));
    await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(5));
    expect(dialog.queryByRole("button", { name: "Show older versions" })).toBeNull();
  });

  it("shows what a save changed under the schema's titles, once that is asked for", async () => {
    const { dialog, user } = await opened([
      {
        old_values: version(2, { county: ["Denton", "Wise"], softwareVersion: "6.9", modelPurpose: "" }),
        new_values: version(3, { county: ["Denton", "Tarrant"], softwareVersion: "6.10" }),
      },
    ]);
    await dialog.findByText("Changed: Counties, Model purpose, Software version");
    expect(dialog.queryByText("Tarrant")).toBeNull();
    const button = dialog.getByRole("button", { name: "Show changes" });
    expect(button).toHaveAttribute("aria-expanded", "false");
    await user.click(button);
    const rowOf = (label: string) => dialog.getByText(label, { selector: "dt" }).nextElementSibling!;
    await dialog.findByText("Tarrant");
    expect(rowOf("Counties")).toHaveTextContent("Added: + TarrantRemoved: − Wise1 unchanged");
    expect(rowOf("Software version")).toHaveTextContent("Removed: 6.9 Added: 6.10");
    expect(rowOf("Model purpose").querySelector("del")).toBeNull();
    expect(dialog.queryByText("Cities", { selector: "dt" })).toBeNull();
  });

  it("names the first of many changed fields, and all when asked", async () => {
    const changes = { county: [], city: [], modelName: "Other", modelPurpose: "Other", softwareVersion: "7" };
    const { dialog, user } = await opened([{ old_values: version(2), new_values: version(3, changes) }]);
    await user.click(await dialog.findByRole("button", { name: "Show all 5 changed fields" }));
    expect(dialog.getByText(/^Changed: .+, Software version/)).toBeVisible();
  });

  it("shows the first of many entries that a save added, and all when asked", async () => {
    const county = Array.from({ length: 64 }, (_, index) => `Named ${index + 1}`);
    const { dialog, user } = await opened([{ old_values: version(2), new_values: version(3, { county }) }]);
    await user.click(await dialog.findByRole("button", { name: "Show changes" }));
    const more = await dialog.findByRole("button", { name: "Show all 64 that were added: Counties" });
    expect(more).toHaveTextContent("and 4 more");
    expect(dialog.queryByText("Named 61")).toBeNull();
    await user.click(more);
    expect(dialog.getByText("Named 64")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Show fewer that were added: Counties" }));
    expect(dialog.queryByText("Named 61")).toBeNull();
  });

  it("shows what the first version held", async () => {
    const { dialog, user } = await opened([{ old_values: null, new_values: version(2) }]);
    await user.click(await dialog.findByRole("button", { name: "Show values" }));
    expect(await dialog.findByText("03 Trinity")).toBeVisible();
    expect(dialog.getByText("2015-05-01 to 2015-06-30")).toBeVisible();
  });

  it("of a hundred versions formats none before it is opened", async () => {
    const entries = Array.from({ length: 100 }, (_, index) => ({
      old_values: version(2, { modelDescription: `Text ${index}` }),
      new_values: version(3, { modelDescription: `Text ${index + 1}` }),
    }));
    const { dialog } = await opened(entries);
    expect(await dialog.findAllByText("Changed: Model description")).toHaveLength(100);
    expect(document.querySelectorAll("[role=dialog] dd")).toHaveLength(0);
  });

  it("shows hostile values as the text they are", async () => {
    const markup = "<script>document.title='owned'</script>";
    const { dialog, user } = await opened([
      {
        old_values: version(2, { modelName: "Creek" }),
        new_values: version(3, { modelName: `${markup}\u202Ekeerc` }),
      },
    ]);
    await user.click(await dialog.findByRole("button", { name: "Show changes" }));
    expect(await dialog.findByText(`${markup}⟨U+202E⟩keerc`)).toBeVisible();
  });

  it("says so where another system wrote what cannot be read", async () => {
    const { dialog, user } = await opened([
      { old_values: version(2), new_values: { ...version(3), time_periods: "none" } },
    ]);
    await user.click(await dialog.findByRole("button", { name: "Show changes" }));
    expect(await dialog.findByText("This version holds values that cannot be read.")).toBeVisible();
  });
});

describe("the difference", () => {
  it("names every field that readers of the history see, where all of them differ", () => {
    const compared = Object.keys(schema.properties).filter((name) =>
      isShownIn("history", schema.properties[name]!),
    );
    const filled = version(2);
    expect(changedFields(schema, {}, filled)).toEqual(compared);
    expect(changedFields(schema, filled, filled)).toEqual([]);
    expect(changedFields(schema, { ...filled, cities: [] }, { ...filled, cities: "" })).toEqual([]);
  });

  it("of lists counts entries that are there twice", () => {
    expect(listDifference(["a", "b", "b"], ["b", "c"])).toEqual({
      added: ["c"],
      removed: ["a", "b"],
      kept: 1,
      isReordered: false,
    });
    expect(listDifference(["a", "b"], ["b", "a"])).toMatchObject({
      added: [],
      removed: [],
      isReordered: true,
    });
  });

  it("of long texts is told in words, without what stayed the same far from it", () => {
    const same = "same words here ".repeat(100);
    const parts = textDifference(`${same}old end`, `${same}new end`)!;
    expect(parts.map(({ kind }) => kind)).toEqual(["gap", "kept", "removed", "added", "kept"]);
    expect(parts.find(({ kind }) => kind === "added")!.text).toBe("new");
    expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(200);
  });

  it("of texts that have little in common is none", () => {
    const letters = (seed: number) =>
      Array.from({ length: 1500 }, (_, index) => `w${(index * seed) % 9973}`).join(" ");
    expect(textDifference(letters(7), letters(31))).toBeUndefined();
  });
});
