import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const withRecords = (...records: Parameters<typeof aWireRecord>[0][]) => ({
  [endpoints.listRecords.path]: records.map((record) => aWireRecord(record)),
});
const warning = () => screen.findByText(/Change this first|Another record has this identifier/);
const sectionLink = (title: string) => screen.getByRole("link", { name: new RegExp(`^${title} `) });
const identifier = () => screen.getByRole("textbox", { name: /Model identifier/ });

describe("an identifier that another record of the vendor has", () => {
  it("shows in a copy that it must change first, with a link to the original", async () => {
    const { retype } = renderRecordForm("7", withRecords({ id: "7" }, { id: "5" }));
    expect(await warning()).toHaveTextContent(/^Change this first: this record is a copy/);
    expect(screen.getByRole("link", { name: "Denton Creek" })).toHaveAttribute("href", "/app/view/5");
    expect(identifier()).toHaveAccessibleDescription(/Change this first/);
    expect(sectionLink("Identifiers")).toHaveTextContent("Incomplete");
    await retype(/Model identifier/, "030000000002");
    await waitFor(() => expect(screen.queryByText(/Change this first/)).toBeNull());
    expect(sectionLink("Identifiers")).toHaveTextContent("Complete");
  });

  it("is no longer described as that of an unedited copy once another field is edited", async () => {
    const { retype } = renderRecordForm("7", withRecords({ id: "7" }, { id: "5" }));
    expect(await warning()).toHaveTextContent(/^Change this first: this record is a copy/);
    await retype(/Model name/, "Elm Fork");
    expect(await screen.findByText(/Another record has this identifier: /)).toHaveTextContent(
      "Denton Creek.",
    );
    expect(screen.queryByText(/Change this first/)).toBeNull();
  });

  it("shows a warning while typing and can be saved", async () => {
    const other = aWireRecord({
      id: "5",
      metadata: { modelIdentifier: "030000000009", modelName: "Elm Fork" },
    });
    const { retype, press, askedFor, path } = renderRecordForm("7", {
      [endpoints.listRecords.path]: [aWireRecord({ id: "7" }), other],
    });
    await retype(/Model identifier/, "030000000009");
    expect(await warning()).toHaveTextContent("Another record has this identifier: Elm Fork.");
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(endpoints.saveRecord.path)).toHaveLength(1);
  });
});
