import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { formatChapter } from "../../../scripts/generate/dictionaryMarkdown.ts";
import { PreviewPane } from "../../../scripts/schema-studio/page/PreviewPane.tsx";
import { getSchema, type EntitySchema, type SchemaName } from "../../../src/contract/schema/fields.ts";
import { buildEntityComponent } from "../../../src/server/openapi/buildWireComponent.ts";
import { Page, references } from "../form/renderForm.tsx";

function renderPreview(name: SchemaName, schema: EntitySchema) {
  const shared = { references: references(), onEdit: vi.fn() };
  const [read, write] = (["read", "write"] as const).map((side) =>
    buildEntityComponent(schema, side, shared.references),
  );
  const view = { name, schema, hasForm: true, openApi: { read, write }, dictionary: formatChapter(schema) };
  const comparison = { baseline: "release 1", schemas: [], lists: [], documentCount: undefined };
  render(<PreviewPane {...shared} view={view} isLoading={false} comparison={comparison} />, {
    wrapper: Page,
  });
}

it.each([
  [true, "Loading the preview…"],
  [false, "The preview appears once the text can be read."],
])("names what the preview waits for: loading %s", (isLoading, text) => {
  render(
    <PreviewPane
      {...{ view: undefined, isLoading, comparison: undefined }}
      references={references()}
      onEdit={vi.fn()}
    />,
    { wrapper: Page },
  );
  expect(screen.getByText(text)).toBeVisible();
});

const listTabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

it.each<[string, string, string]>([
  ["Form", "textbox", "Gauge height (ft)"],
  ["Agency form", "textbox", "Gauge grade"],
  ["Table", "columnheader", "Gauge height (ft)"],
])("shows an added field of records with its label and unit: %s", async (tab, role, name) => {
  renderPreview("metadata", withGauge());
  await userEvent.click(screen.getByRole("tab", { name: tab }));
  expect(await screen.findByRole(role, { name })).toBeVisible();
});

it("shows an added field of records with its label and unit: Detail", async () => {
  renderPreview("metadata", withGauge());
  await userEvent.click(screen.getByRole("tab", { name: "Detail" }));
  expect(await screen.findByText("Gauge height", { selector: "dt" })).toBeVisible();
  expect(screen.getByText("12.5 ft")).toBeVisible();
});

it.each([
  ["YAML", "gauge_height: 12.5"],
  ["Wire", '"gauge_height": 12.5'],
  ["OpenAPI", "Unit: ft."],
  ["Dictionary", "### Gauge height"],
  ["STAC", '"flood:gauge": 12.5'],
])("writes an added field of records as the portal and its exports do: %s", async (tab, text) => {
  renderPreview("metadata", withGauge());
  await userEvent.click(screen.getByRole("tab", { name: tab }));
  expect(within(screen.getByRole("tabpanel")).getAllByText(text, { exact: false })[0]).toBeVisible();
});

/** With a field that the vendor edits, and one that the agency edits. */
function withGauge(): EntitySchema {
  const metadata = getSchema("metadata");
  const shared = { description: "At the main gauge.", "x-section": "Model details" };
  const gaugeHeight = {
    ...{ ...shared, title: "Gauge height", type: "number", "x-unit": "ft", examples: [12.5] },
    "x-wire": { read: "gauge_height", write: "gauge_height" },
    "x-export": { stac: "flood:gauge" },
  };
  const gaugeGrade = {
    ...{ ...shared, title: "Gauge grade", type: "string", examples: ["A"] },
    "x-access": { edit: ["admin" as const] },
  };
  return { ...metadata, properties: { ...metadata.properties, gaugeHeight, gaugeGrade } };
}

it.each<[SchemaName, string]>([
  ["contact", "Form"],
  ["message", "Composer"],
  ["rejection", "Agency form"],
  ["review-checklist", "Agency form"],
])("shows the one form of %s", async (name, label) => {
  renderPreview(name, getSchema(name));
  expect(listTabs()).toEqual([label, "Changes", "Wire", "OpenAPI", "Dictionary"]);
  const panel = screen.getByRole("tabpanel", { name: label });
  expect(await within(panel).findByRole("button", { name: "Check the values" })).toBeVisible();
});
