import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { RecordsPage } from "../../../src/portal/records/RecordsPage.tsx";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { recordAnswers } from "./recordAnswers.ts";

const buildRows = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aWireRecord({
      id: String(index + 1),
      timeOfLastStatusChange: `2026-03-${String(28 - index).padStart(2, "0")}T00:00:00.000Z`,
      metadata: { modelName: `Model ${index + 1}` },
    }),
  );

async function openTable(rows = buildRows(15)) {
  const view = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
  await view.user.click(await screen.findByRole("button", { name: "Table" }));
  await screen.findByRole("table");
  return view;
}

const bodyRows = () => screen.getAllByRole("row").slice(1);
const names = () => bodyRows().map((row) => within(row).getAllByRole("cell")[1]!.textContent);

describe("RecordsTable", () => {
  it("uses the schema's titles as column headers after an unnamed column", async () => {
    await openTable();
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers.slice(0, 4)).toEqual(["Open", "Model name", "Model identifier", "Flood planning region"]);
    expect(headers).toContain("Time periods covered");
    expect(headers).not.toContain("Contacts");
  });

  it("joins lists and shows labels of codes", async () => {
    await openTable([aWireRecord()]);
    const [row] = bodyRows();
    expect(within(row!).getByText("Denton, Wise")).toBeVisible();
    expect(await within(row!).findByText("Texas Water Development Board")).toBeVisible();
  });

  it("shows seven rows per page and paginates", async () => {
    const { user } = await openTable();
    const press = (name: string) => user.click(screen.getByRole("button", { name }));
    expect(names()).toHaveLength(7);
    expect(screen.getByText("page 1 of 3")).toBeVisible();
    expect(screen.getByRole("button", { name: "First page" })).toBeDisabled();
    await press("Next page");
    await waitFor(() => expect(names()[0]).toBe("Model 8"));
    await press("Last page");
    await waitFor(() => expect(names()).toEqual(["Model 15"]));
    expect(screen.getByText("page 3 of 3")).toBeVisible();
    expect(screen.getByRole("button", { name: "Next page" })).toBeDisabled();
    await press("Previous page");
    expect(await screen.findByText("page 2 of 3")).toBeVisible();
    await press("First page");
    await waitFor(() => expect(names()[0]).toBe("Model 1"));
  });

  it("searches every cell and returns to the first page", async () => {
    const rows = [
      ...buildRows(15),
      aWireRecord({ id: "16", metadata: { modelName: "Odd one", city: ["Roanoke"] } }),
    ];
    rows.slice(0, 15).forEach((row) => Object.assign(row, { cities: ["Justin"] }));
    const { user } = await openTable(rows);
    await user.click(screen.getByRole("button", { name: "Last page" }));
    await user.type(screen.getByRole("searchbox"), "o");
    expect(await screen.findByText("page 1 of 3")).toBeVisible();
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), "roanoke");
    await waitFor(() => expect(names()).toEqual(["Odd one"]));
    expect(screen.getByText("page 1 of 1")).toBeVisible();
  });

  it("has a search field that names what it searches", async () => {
    const { user } = await openTable();
    expect(screen.getByPlaceholderText("Search all columns")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cards" }));
    expect(await screen.findByPlaceholderText("Search by name or ID")).toBeVisible();
  });

  it("shows No records found if no row matches", async () => {
    const { user } = await openTable();
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(await screen.findByText("No records found")).toBeVisible();
  });

  it("links each row to the form or the view", async () => {
    await openTable([
      aWireRecord({ id: "1" }),
      aWireRecord({ id: "2", status: "rejected", metadata: { modelName: "Pecan Bayou" } }),
    ]);
    expect(screen.getByRole("link", { name: "Edit Denton Creek" })).toHaveAttribute("href", "/app/form/1");
    expect(screen.getByRole("link", { name: "View Pecan Bayou" })).toHaveAttribute("href", "/app/view/2");
  });

  it("highlights a row whose data is available", async () => {
    await openTable([
      aWireRecord({ id: "1", status: "accepted", dataIsAvailable: true }),
      aWireRecord({ id: "2", metadata: { modelName: "Pecan Bayou" } }),
    ]);
    const [available, other] = ["Denton Creek", "Pecan Bayou"].map((name) =>
      screen.getByText(name).closest("tr")!,
    );
    expect(available).toHaveTextContent("Data available");
    expect(available!.className).not.toBe(other!.className);
  });

  it("shows a geodatabase's file name without its storage id", async () => {
    const spatialExtentShapefile = "0f6d2f3e-1c7a-4f5b-9a3e-2b1c0d9e8f7a_Denton.gdb.zip";
    await openTable([aWireRecord({ metadata: { spatialExtentShapefile } })]);
    expect(screen.getByText("Denton.gdb.zip")).toBeVisible();
  });

  it("sorts by a column and sets aria-sort", async () => {
    const { user } = await openTable();
    await user.click(within(screen.getByRole("columnheader", { name: /Model name/ })).getByRole("button"));
    await waitFor(() => expect(names()[0]).toBe("Model 1"));
    const header = screen.getByRole("columnheader", { name: /Model name/ });
    await waitFor(() => expect(header).toHaveAttribute("aria-sort", "ascending"));
    await user.click(within(header).getByRole("button"));
    await waitFor(() => expect(names()[0]).toBe("Model 15"));
  });

  it("is shown again instead of the cards on the next visit", async () => {
    const { unmount } = await openTable();
    unmount();
    renderScreen(<RecordsPage />, { answers: recordAnswers(buildRows(1)) });
    expect(await screen.findByRole("table")).toBeVisible();
  });
});
