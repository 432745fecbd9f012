import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium, launchChromium } from "../scripts/dev/lib/chromium.ts";
import { projectCopy, type ProjectCopy } from "../scripts/dev/lib/projectCopy.ts";
import { startProduct, type Product } from "../scripts/dev/lib/startProduct.ts";
import { editSchema } from "../scripts/dev/prove-edits/schemaEdits.ts";
import { editAll, EXCLUSIVE, SINGLE_EDITS } from "../scripts/dev/prove-edits/singleEdits.ts";
import { readReferences } from "../scripts/validate/readReferences.ts";
import type { JsonObject } from "../src/contract/json.ts";
import type { EntitySchema, FieldSchema } from "../src/contract/schema/fields.ts";
import { CONTACT_ID_KEY, RECORD_ID_KEY } from "../src/contract/schema/product.ts";
import { endpoints } from "../src/contract/wire/endpoints.ts";
import { decode, encode } from "../src/contract/wire/wire.ts";
import { fillInLogin } from "./support/fillInLogin.ts";
import { openVendorSession } from "./support/openVendorSession.ts";

const LONG = 400_000;

/** Values of the added fields, and of one that became required. */
const ENTERED = {
  verticalDatum: "NAVD 88",
  coordinateSystem: "EPSG:2277",
  gridCellSize: 12.5,
  isCalibrated: true,
  fieldSurveys: [{ surveyDate: "2024-02-29", surveyorName: "R. Ortiz", points: 40 }],
  stormKinds: ["d", "h"],
  projectPage: "https://example.com/project",
  surveyNotes: "Dry.",
  mainGauge: "justin",
  city: ["Justin"],
};

/** A number from the text that is also split in two. */
const RELEASE_NUMBER: FieldSchema = {
  title: "Release number",
  description: "Of the software.",
  type: "number",
  "x-section": "Software details",
  "x-clears": ["softwareVersionText"],
  "x-changes": {
    converted: [
      {
        version: 1,
        from: "softwareVersion",
        yaml: "software_version",
        by: "number",
        rest: "softwareVersionText",
      },
    ],
  },
  examples: [6.5],
};

/** A copy of the project with the usual edits of its schemas, built and started. */
let copy: ProjectCopy;
let product: Product;
let vendor: Awaited<ReturnType<typeof openVendorSession>>;
let recordId: string;
let metadata: EntitySchema;
let references: Awaited<ReturnType<typeof readReferences>>;

beforeAll(async () => {
  copy = projectCopy();
  editAll(copy.folder, EXCLUSIVE);
  SINGLE_EDITS["split in two"]!(copy.folder);
  editSchema(copy.folder, "metadata", ({ properties }) => (properties["releaseNumber"] = RELEASE_NUMBER));
  copy.run("npm", "run", "generate");
  metadata = readSchema("metadata");
  references = await readReferences();
  product = await startProduct({}, copy.folder);
  vendor = await openVendorSession(product.url);
  recordId = await vendor.copyOf("Denton Creek");
}, LONG);

afterAll(async () => {
  await product?.remove();
  copy?.remove();
}, LONG);

const readSchema = (name: string) =>
  JSON.parse(
    readFileSync(join(copy.folder, `src/contract/generated/schemas/${name}.json`), "utf8"),
  ) as EntitySchema;

const titleOf = (name: string) => metadata.properties[name]!.title!;

const readRecord = async () => decode(metadata, await vendor.read(recordId), "read", references);

async function save(changes: JsonObject) {
  const body = encode(metadata, { ...(await readRecord()), ...changes }, "write", references);
  return vendor.call(endpoints.saveRecord, {}, { ...body, [RECORD_ID_KEY]: recordId });
}

it("carries the values of renamed, split and converted fields over", async () => {
  expect(await readRecord()).toMatchObject({
    purposeOfModel: "Flood hazard mapping for the regional flood plan.",
    majorRelease: "6",
    minorRelease: "5",
    releaseNumber: 6.5,
  });
  const rows = await vendor.records();
  const unconverted = rows.find((row) => row["software_version_text"] === "6.4.1");
  expect(unconverted).toMatchObject({ major_release: "6", minor_release: "4.1" });
  for (const name of ["software_version", "custody_chain"])
    expect(await vendor.read(recordId)).not.toHaveProperty(name);
});

it("stores and returns a value of each added field", async () => {
  await save(ENTERED);
  expect(await readRecord()).toMatchObject(ENTERED);
});

it.each<[string, JsonObject, string]>([
  ["another form than the pattern", { coordinateSystem: "2277" }, "Enter an EPSG code"],
  ["a number out of its bounds", { gridCellSize: 5001 }, "A cell has at most 5000 feet."],
  [
    "no value where another field requires one",
    { gridCellSize: undefined },
    '"gridCellSize"],"rule":"required"',
  ],
  ["no value of a field that became required", { city: [] }, '"city"],"rule":"required"'],
  ["no value of a part of a split field", { majorRelease: undefined }, '"majorRelease"],"rule":"required"'],
  ["too long a text", { surveyNotes: "x".repeat(4001) }, "Keep the notes short."],
  ["no web address", { projectPage: "the page" }, '"projectPage"'],
  ["an unknown choice", { stormKinds: ["x"] }, '"stormKinds","0"'],
  ["a deprecated choice", { modelUpdateFrequency: "Biannually" }, '"modelUpdateFrequency"'],
  ["no required part of an entry", { fieldSurveys: [{ points: 1 }] }, '"surveyDate"],"rule":"required"'],
  ["an option of another county", { county: ["Wise"], mainGauge: "justin" }, '"mainGauge"'],
])("rejects %s", async (_, changes, error) => {
  await expect(save({ ...ENTERED, ...changes })).rejects.toThrow(error);
});

it("requires the field only if the other one contains the value", async () => {
  await save({ ...ENTERED, modelType: ["Hydraulic"], gridCellSize: undefined });
  await save({ ...ENTERED, modelType: ["Hydraulic", "2D"] });
});

it("stores and returns a field added to contacts", async () => {
  const [contact] = await vendor.call(endpoints.listContacts);
  const id = contact![CONTACT_ID_KEY];
  const schema = readSchema("contact");
  const document = { ...decode(schema, contact!, "read", references), fax: "512-555-0143" };
  const body = encode(schema, document, "write", references);
  await vendor.call(endpoints.updateContact, {}, { ...body, contact_id: id, [CONTACT_ID_KEY]: id });
  const contacts = await vendor.call(endpoints.listContacts);
  expect(contacts.find((one) => one[CONTACT_ID_KEY] === id)).toMatchObject({ fax: "512-555-0143" });
});

describe.skipIf(findChromium() === undefined)("in Chromium", () => {
  let browser: Browser;
  let page: Page;
  const address = (path: string) => `${product.url}/metadata_app${path}`;

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.goto(address("/login"));
    await fillInLogin(page, "vendor1");
    await page.getByRole("heading", { level: 1, name: "Metadata Records" }).waitFor();
  }, LONG);
  afterAll(() => browser?.close());

  it("offers the new status as a filter of the list", { timeout: LONG }, async () => {
    const statuses = page.getByRole("group", { name: "Records by status" });
    await statuses.getByRole("button", { name: "archived" }).waitFor();
  });

  it("heads the column of a number with its unit", { timeout: LONG }, async () => {
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await page.getByRole("columnheader", { name: "Grid cell size (ft)" }).waitFor();
  });

  it("shows moved, renamed, relabeled and conditional fields in the form", { timeout: LONG }, async () => {
    await page.goto(address(`/app/form/${recordId}`));
    await page.getByRole("heading", { level: 2, name: "Use of the model" }).waitFor();
    const labels = await page.locator(".label").allTextContents();
    const positionOf = (name: string) => labels.findIndex((text) => text.startsWith(titleOf(name)));
    expect(positionOf("county")).toBe(0);
    expect(positionOf("useConstraint")).toBe(positionOf("modelUpdateFrequency") + 1);
    const name = page.getByRole("textbox", { name: "Name of the model" });
    expect(await name.getAttribute("aria-describedby")).toBeTruthy();
    await page.getByText("Short and unique.").waitFor();
    await page.getByRole("textbox", { name: "Grid cell size (ft)" }).waitFor();
    await page
      .getByRole("group", { name: titleOf("modelType") })
      .getByRole("checkbox", { name: "2D" })
      .uncheck();
    await page.getByText("Clear this field if you no longer need it.").waitFor();
  });

  it("shows units, web addresses and lists of groups on the record page", { timeout: LONG }, async () => {
    await page.goto(address(`/app/view/${recordId}`));
    await page.getByRole("button", { name: "Show more", exact: true }).click();
    const valueOf = (label: string) =>
      page.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd").first();
    expect(await valueOf("Grid cell size").innerText()).toBe("12.5 ft");
    expect(await valueOf("Field surveys").innerText()).toMatch(/2024-02-29.*R\. Ortiz.*40/s);
    const link = valueOf("Project page").getByRole("link");
    expect(await link.getAttribute("href")).toBe(ENTERED.projectPage);
  });
});
