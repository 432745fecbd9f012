import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ChangesView } from "../../../scripts/schema-studio/page/ChangesView.tsx";
import type { SchemaComparison } from "../../../scripts/schema-studio/protocol.ts";

const choice = (label: string) => ({ label, edits: [{ path: ["properties", label], value: true }] });

function renderChanges(changed: Partial<SchemaComparison>) {
  const schema: SchemaComparison = {
    name: "contact",
    state: "changed",
    groups: [],
    migrations: [],
    stored: undefined,
    ...changed,
  };
  const onEdit = vi.fn();
  render(
    <ChangesView
      comparison={{ baseline: "release 1", schemas: [schema], lists: [], documentCount: undefined }}
      onEdit={onEdit}
    />,
  );
  return onEdit;
}

it("names the stored documents that become invalid, and each difference", () => {
  renderChanges({
    groups: [{ heading: "Narrowed", lines: ["`fax`: new rule: has at most 3 characters."] }],
    stored: { summary: "1 of 4 records becomes invalid.", documents: ["record 7: `fax`: Too long."] },
  });
  const warning = screen.getByRole("alert");
  expect(warning).toHaveTextContent("1 of 4 records becomes invalid.record 7: fax: Too long.");
  expect(screen.getByRole("heading", { name: "Narrowed" })).toBeVisible();
  expect(screen.getByText(/has at most 3/)).toHaveTextContent("fax: new rule: has at most 3 characters.");
});

it("shows no list if no stored document becomes invalid", () => {
  renderChanges({ stored: { summary: "Of 4 stored documents, none becomes invalid.", documents: [] } });
  expect(screen.getByRole("alert")).toHaveTextContent("none becomes invalid.");
  expect(screen.queryByRole("list")).not.toBeInTheDocument();
});

it.each([
  ["a button", ["Renamed to phone", "Removed"]],
  ["a list", ["Renamed to phone", "Renamed to mobile", "Renamed to pager", "Removed"]],
])("writes the missing x-changes with %s", async (kind, labels) => {
  const choices = labels.map(choice);
  const onEdit = renderChanges({ migrations: [{ message: "Stored contacts have `fax`.", choices }] });
  if (kind === "a list") await userEvent.click(screen.getByRole("combobox", { name: "Choose" }));
  await userEvent.click(screen.getByRole(kind === "a list" ? "option" : "button", { name: "Removed" }));
  expect(onEdit).toHaveBeenCalledWith("contact", choices.at(-1)!.edits);
});
