import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { aMetadata, renderMetadata } from "./renderMetadata.tsx";

const listErrors = () =>
  within(screen.getByRole("group", { name: /^Please fix/ }))
    .getAllByRole("link")
    .map((link) => link.textContent);

it("shows Required for missing values and asks for an entry in empty lists", async () => {
  const { save } = renderMetadata({ contacts: [] });
  await save();
  const { properties, required = [] } = getSchema("metadata");
  const words = required.map((name) => {
    const { title, type } = properties[name]!;
    return `${title}: ${type === "array" ? "Required, must add at least one entry" : "Required"}`;
  });
  expect(listErrors().toSorted()).toEqual(words.toSorted());
  expect(screen.getByText(`Please fix ${required.length} error(s).`)).toBeVisible();
});

it("shows the spec's message for every other rule", async () => {
  const { save } = renderMetadata(
    aMetadata({
      modelIdentifier: "230000000001",
      twdbFloodPlanningProjectID: ["034000001"],
      hydrologicUnitCode: ["120301010101", "12x"],
      timePeriodCovered: [
        { start: "2020-01-01" },
        { start: "2020-02-01", end: "2020-01-01" },
        { start: "2020-02-30", end: "2020-03-01" },
      ],
      modelCreationDate: "2023-02-29",
      contacts: [{ roleId: "1" }, { contactId: "12" }],
    }),
  );
  await save();
  const pair =
    "Start date & end date must both be defined or both be empty. If you'd like to represent a single date, simply use the same start & end date.";
  expect(listErrors()).toEqual([
    "Model identifier: Must be a 12-digit number where first 2-digits are the Flood Planning Region identifier, followed by regionally-unique 10-digit number.",
    expect.stringMatching(
      /^Flood planning project IDs: Each entry must be a 9-digit number: .* \(034000001\)$/,
    ),
    "Hydrologic units: Each entry must be a 12 digit number (12x)",
    `Time periods covered, End date 1: ${pair}`,
    "Time periods covered, End date 2: End date cannot be before the start date.",
    "Time periods covered, Start date 3: At least one date is invalid",
    "Model creation date: Date is invalid",
    "Contacts, Contact 1: Must specify a contact",
    "Contacts, Role 2: Must specify a role",
  ]);
});
