import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const withRecords = (...records: Parameters<typeof aWireRecord>[0][]) => ({
  [endpoints.listRecords.path]: records.map((record) => aWireRecord(record)),
});
const warning = () => screen.findByText(/Change this first|Used by your record/);
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
    expect(await screen.findByText(/Used by your record/)).toHaveTextContent("Denton Creek.");
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
    expect(await warning()).toHaveTextContent("Used by your record Elm Fork. You can still save it.");
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(endpoints.saveRecord.path)).toHaveLength(1);
  });
});

describe("an identifier that the services check", () => {
  const use = (answer: JsonObject) => ({ [endpoints.checkIdentifier.path]: [answer] });

  it("shows that another vendor uses it, without the record", async () => {
    const { retype, askedFor } = renderRecordForm("7", use({ records: [], used_by_others: true }));
    await retype(/Model identifier/, "030000000009");
    expect(await screen.findByText(/already used by another vendor/)).toBeVisible();
    const asked = askedFor(endpoints.checkIdentifier.path).at(-1);
    expect(asked).toMatchObject({ params: { identifier: "030000000009" }, query: { tdis_identifier: "7" } });
  });

  it("names the user's own record that the loaded list lacks", async () => {
    const own = { id: "5", name: "Elm Fork", vendor: "vendor1", status: "accepted" };
    renderRecordForm("7", use({ records: [own], used_by_others: false }));
    expect(await warning()).toHaveTextContent("Used by your record Elm Fork.");
    expect(screen.getByRole("link", { name: "Elm Fork" })).toHaveAttribute("href", "/app/view/5");
  });

  it("is not checked before it is complete", async () => {
    const { retype, askedFor } = renderRecordForm("new");
    await retype(/Model identifier/, "0300");
    expect(askedFor(endpoints.checkIdentifier.path)).toEqual([]);
  });

  it("shows in a new version which record it keeps the identifier of", async () => {
    renderRecordForm("7", withRecords({ id: "7", previousRecordId: "5" }, { id: "5", status: "accepted" }));
    expect(await screen.findByText(/new version of/)).toHaveTextContent(
      "This record is a new version of Denton Creek, so it keeps its identifier.",
    );
    expect(screen.queryByText(/Change this first|Used by/)).toBeNull();
  });
});
