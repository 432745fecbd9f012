import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { isVisibleIn, getSchema } from "../../../src/contract/schema/fields.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import {
  listChangedFields,
  diffLists,
  diffTexts,
} from "../../../src/portal/record-detail/history/differences.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { someReferences } from "../../support/references.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderDetail } from "./renderDetail.tsx";

const schema = getSchema("metadata");

/** The values of one history entry as sent by the server. */
const createEntryValues = (day: number, overrides: JsonObject = {}): JsonObject => ({
  ...encode(schema, { ...aMetadata(overrides) }, "read", someReferences()),
  user_first_name: "Vera",
  user_last_name: "Vendor",
  user_id: 1,
  username: "vendor1",
  record_updated_date: `2026-03-0${day}T15:00:00.000Z`,
});

async function openHistory(entries: Answers[string]) {
  const page = renderDetail({ [endpoints.listHistory.path]: entries });
  await page.press("View History");
  const dialog = within(await screen.findByRole("dialog", { name: "Metadata History" }));
  return { ...page, dialog };
}

describe("the history", () => {
  it("shows the action, user and date of each save", async () => {
    const { dialog, user } = await openHistory([
      { old_values: createEntryValues(2), new_values: createEntryValues(3) },
      { old_values: null, new_values: createEntryValues(2) },
    ]);
    const entries = (await dialog.findAllByRole("listitem")).map(({ textContent }) => textContent);
    expect(entries[0]).toMatch(
      /^EditedVera Vendor \(user id 1, vendor1\)March 3rd 2026, .*No fields changed$/,
    );
    expect(entries[1]).toMatch(/^CreatedVera Vendor \(user id 1, vendor1\)March 2nd 2026, /);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "View History" })).toHaveFocus();
  });

  it("is 400 pixels high and shows a message if it is empty", async () => {
    const { dialog } = await openHistory([]);
    expect(await dialog.findByText("Could not find history for given record.")).toBeVisible();
    expect(getComputedStyle(dialog.getByRole("region", { name: "History entries" })).height).toBe("400px");
  });

  it("closes with its Close button", async () => {
    const { dialog, user } = await openHistory([]);
    await user.click(dialog.getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows an error if it fails to load, and loads on Retry", async () => {
    allowRefusals();
    let isDown = true;
    const created = [{ old_values: null, new_values: createEntryValues(2) }];
    const { dialog, user } = await openHistory(() =>
      isDown ? new ApiError("The history is locked.", 500) : created,
    );
    expect(
      await dialog.findByText("The history could not be loaded", {}, { timeout: 120_000 }),
    ).toBeVisible();
    isDown = false;
    await user.click(dialog.getByRole("button", { name: "Retry" }));
    expect(await dialog.findByText("Created")).toBeVisible();
  });

  it("loads page by page, and the timeline shows the creation date from the last page", async () => {
    const page = (days: number[]) =>
      days.map((day) => ({
        id: String(day),
        old_values: day === 2 ? null : createEntryValues(day - 1),
        new_values: createEntryValues(day),
      }));
    const { dialog, user } = await openHistory(({ query }) =>
      page(query?.["first"] ? [2] : query?.["before"] === "5" ? [4, 3, 2] : [6, 5]),
    );
    expect(await dialog.findAllByRole("listitem")).toHaveLength(2);
    const creation = screen.getByText("Created").closest("li");
    await waitFor(() => expect(creation).toHaveTextContent("Mar 2nd, 2026"));
    await user.click(dialog.getByRole("button", { name: "Show older changes" }));
    await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(5));
    expect(dialog.queryByRole("button", { name: "Show older changes" })).toBeNull();
  });

  it("shows the changed fields by title on Show changes", async () => {
    const { dialog, user } = await openHistory([
      {
        old_values: createEntryValues(2, {
          county: ["Denton", "Wise"],
          softwareVersion: "6.9",
          modelPurpose: "",
        }),
        new_values: createEntryValues(3, { county: ["Denton", "Tarrant"], softwareVersion: "6.10" }),
      },
    ]);
    await dialog.findByText("Changed: Counties, Model purpose, Software version");
    expect(dialog.queryByText("Tarrant")).toBeNull();
    const button = dialog.getByRole("button", { name: "Show changes" });
    expect(button).toHaveAttribute("aria-expanded", "false");
    await user.click(button);
    const getRow = (label: string) => dialog.getByText(label, { selector: "dt" }).nextElementSibling!;
    await dialog.findByText("Tarrant");
    expect(getRow("Counties")).toHaveTextContent("Added: + TarrantRemoved: − Wise1 unchanged");
    expect(getRow("Software version")).toHaveTextContent("Removed: 6.9 Added: 6.10");
    expect(getRow("Model purpose").querySelector("del")).toBeNull();
    expect(dialog.queryByText("Cities", { selector: "dt" })).toBeNull();
  });

  it("shows the first changed fields, and all of them after a click", async () => {
    const changes = { county: [], city: [], modelName: "Other", modelPurpose: "Other", softwareVersion: "7" };
    const { dialog, user } = await openHistory([
      { old_values: createEntryValues(2), new_values: createEntryValues(3, changes) },
    ]);
    await user.click(await dialog.findByRole("button", { name: "and 1 more changed fields" }));
    expect(dialog.getByText(/^Changed: .+, Software version/)).toBeVisible();
  });

  it("shows the first added entries, and all of them after a click", async () => {
    const county = Array.from({ length: 64 }, (_, index) => `Named ${index + 1}`);
    const { dialog, user } = await openHistory([
      { old_values: createEntryValues(2), new_values: createEntryValues(3, { county }) },
    ]);
    await user.click(await dialog.findByRole("button", { name: "Show changes" }));
    const more = await dialog.findByRole("button", { name: "and 4 more that were added: Counties" });
    expect(more).toHaveTextContent("and 4 more");
    expect(dialog.queryByText("Named 61")).toBeNull();
    await user.click(more);
    expect(dialog.getByText("Named 64")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Show fewer that were added: Counties" }));
    expect(dialog.queryByText("Named 61")).toBeNull();
  });

  it("shows the values of the first entry", async () => {
    const { dialog, user } = await openHistory([{ old_values: null, new_values: createEntryValues(2) }]);
    await user.click(await dialog.findByRole("button", { name: "Show values" }));
    expect(await dialog.findByText("03 Trinity")).toBeVisible();
    expect(dialog.getByText("2015-05-01 to 2015-06-30")).toBeVisible();
  });

  it("formats no values before an entry is opened", async () => {
    const entries = Array.from({ length: 100 }, (_, index) => ({
      old_values: createEntryValues(2, { modelDescription: `Text ${index}` }),
      new_values: createEntryValues(3, { modelDescription: `Text ${index + 1}` }),
    }));
    const { dialog } = await openHistory(entries);
    expect(await dialog.findAllByText("Changed: Model description")).toHaveLength(100);
    expect(document.querySelectorAll("[role=dialog] dd")).toHaveLength(0);
  });

  it("shows markup and invisible characters as text", async () => {
    const markup = "<script>document.title='owned'</script>";
    const { dialog, user } = await openHistory([
      {
        old_values: createEntryValues(2, { modelName: "Creek" }),
        new_values: createEntryValues(3, { modelName: `${markup}\u202Ekeerc` }),
      },
    ]);
    await user.click(await dialog.findByRole("button", { name: "Show changes" }));
    expect(await dialog.findByText(`${markup}⟨U+202E⟩keerc`)).toBeVisible();
  });

  it("shows a message if stored values cannot be decoded", async () => {
    const { dialog, user } = await openHistory([
      { old_values: createEntryValues(2), new_values: { ...createEntryValues(3), time_periods: "none" } },
    ]);
    await user.click(await dialog.findByRole("button", { name: "Show changes" }));
    expect(
      await dialog.findByText("This change cannot be shown because some of its values could not be read."),
    ).toBeVisible();
  });
});

describe("the comparison", () => {
  it("lists every field that is shown in the history if all differ", () => {
    const compared = Object.keys(schema.properties).filter((name) =>
      isVisibleIn("history", schema.properties[name]!),
    );
    const filled = createEntryValues(2);
    expect(listChangedFields(schema, {}, filled)).toEqual(compared);
    expect(listChangedFields(schema, filled, filled)).toEqual([]);
    expect(listChangedFields(schema, { ...filled, cities: [] }, { ...filled, cities: "" })).toEqual([]);
  });

  it("of lists counts duplicate entries", () => {
    expect(diffLists(["a", "b", "b"], ["b", "c"])).toEqual({
      added: ["c"],
      removed: ["a", "b"],
      kept: 1,
      isReordered: false,
    });
    expect(diffLists(["a", "b"], ["b", "a"])).toMatchObject({
      added: [],
      removed: [],
      isReordered: true,
    });
  });

  it("of long texts is word by word and omits distant unchanged text", () => {
    const same = "same words here ".repeat(100);
    const parts = diffTexts(`${same}old end`, `${same}new end`)!;
    expect(parts.map(({ kind }) => kind)).toEqual(["gap", "kept", "removed", "added", "kept"]);
    expect(parts.find(({ kind }) => kind === "added")!.text).toBe("new");
    expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(200);
  });

  it("of long texts with little in common is not made word by word", () => {
    const letters = (seed: number) =>
      Array.from({ length: 1500 }, (_, index) => `w${(index * seed) % 9973}`).join(" ");
    expect(diffTexts(letters(7), letters(31))).toBeUndefined();
  });
});
