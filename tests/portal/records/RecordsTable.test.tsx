import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { RecordsPage } from "../../../src/portal/records/RecordsPage.tsx";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { recordAnswers } from "./recordAnswers.ts";

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aWireRecord({
      id: String(index + 1),
      timeOfLastStatusChange: `2026-03-${String(28 - index).padStart(2, "0")}T00:00:00.000Z`,
      metadata: { modelName: `Model ${index + 1}` },
    }),
  );

async function openTable(rows = many(15)) {
  const view = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
  await view.user.click(await screen.findByRole("button", { name: "Table" }));
  return view;
}

const bodyRows = () => screen.getAllByRole("row").slice(1);
const names = () => bodyRows().map((row) => within(row).getAllByRole("cell")[1]!.textContent);

describe("the records' table", () => {
  it("heads its columns with the titles of the schema, after one without a name", async () => {
    await openTable();
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers.slice(0, 3)).toEqual(["Model name", "Model identifier", "Flood planning region"]);
    expect(headers).toContain("Time periods covered");
    expect(headers).not.toContain("Contacts");
  });

  it("joins lists and names codes", async () => {
    await openTable([aWireRecord()]);
    const [row] = bodyRows();
    expect(within(row!).getByText("Denton, Wise")).toBeVisible();
    expect(await within(row!).findByText("Texas Water Development Board")).toBeVisible();
  });

  it("shows seven rows a page and leafs through them", async () => {
    const { user } = await openTable();
    const go = (name: string) => user.click(screen.getByRole("button", { name }));
    expect(names()).toHaveLength(7);
    expect(screen.getByText("page 1 of 3")).toBeVisible();
    expect(screen.getByRole("button", { name: "First page" })).toBeDisabled();
    await go("Next page");
    expect(names()[0]).toBe("Model 8");
    await go("Last page");
    expect(names()).toEqual(["Model 15"]);
    expect(screen.getByText("page 3 of 3")).toBeVisible();
    expect(screen.getByRole("button", { name: "Next page" })).toBeDisabled();
    await go("Previous page");
    expect(screen.getByText("page 2 of 3")).toBeVisible();
    await go("First page");
    expect(names()[0]).toBe("Model 1");
  });

  it("searches every cell, from the first page of what it found", async () => {
    const rows = [
      ...many(15),
      aWireRecord({ id: "16", metadata: { modelName: "Odd one", city: ["Roanoke"] } }),
    ];
    rows.slice(0, 15).forEach((row) => Object.assign(row, { cities: ["Justin"] }));
    const { user } = await openTable(rows);
    await user.click(screen.getByRole("button", { name: "Last page" }));
    await user.type(screen.getByRole("searchbox"), "o");
    expect(screen.getByText("page 1 of 3")).toBeVisible();
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), "roanoke");
    await waitFor(() => expect(names()).toEqual(["Odd one"]));
    expect(screen.getByText("page 1 of 1")).toBeVisible();
  });

  it("says so when no row is left", async () => {
    const { user } = await openTable();
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(await screen.findByText("No records found")).toBeVisible();
  });

  it("leads each row to the form or the view", async () => {
    await openTable([
      aWireRecord({ id: "1" }),
      aWireRecord({ id: "2", status: "rejected", metadata: { modelName: "Pecan Bayou" } }),
    ]);
    expect(screen.getByRole("link", { name: "Edit Denton Creek" })).toHaveAttribute("href", "/app/form/1");
    expect(screen.getByRole("link", { name: "View Pecan Bayou" })).toHaveAttribute("href", "/app/view/2");
  });

  it("makes a row stand out whose data is available, and says why", async () => {
    await openTable([
      aWireRecord({ id: "1", status: "accepted", dataIsAvailable: true }),
      aWireRecord({ id: "2", metadata: { modelName: "Pecan Bayou" } }),
    ]);
    const [available, other] = ["Denton Creek", "Pecan Bayou"].map((name) =>
      screen.getByText(name).closest("tr")!,
    );
    expect(available).toHaveClass("highlighted");
    expect(available).toHaveTextContent("Data available");
    expect(other).not.toHaveClass("highlighted");
  });

  it("is remembered as the user's choice in this browser", async () => {
    const { unmount } = await openTable();
    unmount();
    renderScreen(<RecordsPage />, { answers: recordAnswers(many(1)) });
    expect(await screen.findByRole("table")).toBeVisible();
  });
});
