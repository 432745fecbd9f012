import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../src/contract/json.ts";
import { COMPOSED } from "../scripts/dev/prove-edits/composedFields.ts";
import {
  ADDED,
  CONVERTED,
  editSchemas,
  OF_AGENCY,
  REMOVED,
  RENAMED,
  SHOWN_ONLY,
  TOPIC,
  type AddedField,
} from "../scripts/dev/prove-edits/schemaEdits.ts";
import { editAll, EXCLUSIVE } from "../scripts/dev/prove-edits/singleEdits.ts";
import { projectCopy, type ProjectCopy } from "../scripts/dev/lib/projectCopy.ts";
import { findAxeViolations } from "./support/findAxeViolations.ts";
import { findChromium, launchChromium } from "../scripts/dev/lib/chromium.ts";
import { createFormFiller } from "./support/createFormFiller.ts";
import { fillInLogin } from "./support/fillInLogin.ts";
import { startProduct, type Product } from "../scripts/dev/lib/startProduct.ts";
import { startServer } from "./support/startServer.ts";
import { openVendorSession } from "./support/openVendorSession.ts";

const LONG = 400_000;

/** A copy of the project with edited schema files, generated, built and started. */
let copy: ProjectCopy;
let product: Product;
let vendor: Awaited<ReturnType<typeof openVendorSession>>;
/** `recordId` for calls, `formId` for the browser. */
let recordId: string;
let formId: string;

beforeAll(async () => {
  copy = projectCopy();
  editSchemas(copy.folder);
  copy.run("npm", "run", "generate");
  product = await startProduct({}, copy.folder);
  vendor = await openVendorSession(product.url);
  recordId = await vendor.copyOf("Denton Creek");
  formId = await vendor.copyOf("Denton Creek");
}, LONG);

afterAll(async () => {
  await product?.remove();
  copy?.remove();
}, LONG);

const composed = Object.fromEntries(COMPOSED.map(({ wire, sent: value }) => [wire, value]));
const each = (of: (added: AddedField) => [string, unknown]) => Object.fromEntries(ADDED.map(of));
const sent = each(({ field, sent: value }) => [field["x-wire"].write, value]);
const answered = each(({ field, answered: value }) => [field["x-wire"].read, value]);

/** Saves the record with some fields changed. */
async function save(changes: JsonObject, by = vendor): Promise<{ status: number; body: JsonObject }> {
  const read = await by.read(recordId);
  const lists = ["twdb_flood_planning_project_ids", "counties"];
  const body = {
    ...Object.fromEntries(lists.map((name) => [name, (read[name] as string[]).join(",")])),
    collection_id: read["collection_id"] ?? read["collection"],
    spatial_extent_shapefile: read["spatial_extent_shapefile"],
    model_name: read["model_title"],
    model_description: read["description"],
    model_types: (read["model_types"] as string[]).join(","),
    external_model_identifier: read["external_identifier"],
    software_abbreviation: read["software"],
    software_version: read["software_version"],
    origination_agency_id: read["origination_agency"],
    model_created: read["model_created"],
    model_last_updated: read["model_last_updated"],
    model_update_interval: read["update_interval"],
    use_constraints: (read["use_constraints"] as string[]).join(","),
    model_purpose: read["purpose"],
    model_contacts: (read["model_contacts"] as string[][]).map((pair) => `{${pair.join(",")}}`).join(","),
    tdis_identifier: recordId,
    ...changes,
  };
  const answer = await fetch(`${product.url}/api${endpoints.saveRecord.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-access-token": String(by.account["accessToken"]) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as JsonObject };
}

describe("after edits to schema files only", () => {
  it("changes no file except schemas, generated files and docs", () => {
    const changes = copy.changes();
    const made = /^(src\/contract\/generated\/|tests\/fixtures\/rules\/|docs\/data-dictionary\.md$)/;
    expect(changes.filter((file) => !made.test(file))).toEqual([
      "schemas/message.schema.json",
      "schemas/metadata.schema.json",
      "schemas/reference/gauges.json",
      "schemas/reference/sources.json",
      "schemas/reference/survey-methods.json",
    ]);
  });

  it("generates types, an example of every rule, and the dictionary", () => {
    const types = copy.read("src/contract/generated/entities.ts");
    for (const line of ["surveyNotes?: string", "gridCellSize?: number", "isCalibrated?: boolean"])
      expect(types).toContain(line);
    expect(types).not.toContain(REMOVED.name);
    const rules = copy.read("tests/fixtures/rules/metadata.json");
    for (const { wrong } of ADDED) expect(rules).toContain(wrong?.says ?? "");
    const dictionary = copy.read("docs/data-dictionary.md");
    for (const { field, name } of ADDED) {
      for (const text of [
        `### ${field.title}`,
        field.description,
        `\`${name}\``,
        `\`${field["x-wire"].write}\``,
      ])
        expect(dictionary).toContain(text);
    }
    for (const { field, wire } of COMPOSED)
      for (const text of [`### ${field.title}`, `\`${wire}\``]) expect(dictionary).toContain(text);
    expect(dictionary).toContain("`NAD 27 (n27), no longer offered`");
    expect(dictionary).toContain("is required, when “Field survey date” is given");
    expect(dictionary).not.toContain(REMOVED.title);
    copy.run("npm", "run", "docs");
    expect(copy.read("docs/data-dictionary.md")).toBe(dictionary);
  });

  it("rejects a value that breaks a rule with the rule's message", async () => {
    const wrong = Object.fromEntries(
      ADDED.map(({ field, sent: value, wrong: other }) => [field["x-wire"].write, other?.sent ?? value]),
    );
    const { status, body } = await save(wrong);
    expect(status).toBe(400);
    const said = (body["faults"] as { path: string[]; message: string }[]).map(
      ({ path, message }) => `${path[0]}: ${message}`,
    );
    expect(said).toEqual(
      ADDED.flatMap(({ name, wrong: other }) => (other ? [`${name}: ${other.says}`] : [])),
    );
    expect((await save({ cell_size_feet: "a lot" })).body["faults"]).toMatchObject([
      { path: ["gridCellSize"], message: "Must be a number." },
    ]);
  });

  it("requires a conditional field only if its condition holds", async () => {
    expect(await save({ surveyor_name: "" })).toMatchObject({ status: 200 });
    expect((await save({ survey_date: "2024-02-29" })).body["faults"]).toMatchObject([
      { path: ["surveyorName"], rule: "required", message: "A survey needs its surveyor." },
    ]);
  });

  it("stores and returns added and renamed fields under their wire names", async () => {
    const { status } = await save({ ...sent, ...composed, [RENAMED.to.write]: "report.pdf,readme.txt" });
    expect(status).toBe(200);
    const expected = { ...answered, ...composed, [RENAMED.to.read]: ["report.pdf", "readme.txt"] };
    const one = await vendor.read(recordId);
    expect(one).toMatchObject(expected);
    const listed = await vendor.records();
    expect(listed.find((row) => String(row["tdis_identifier"]) === recordId)).toMatchObject(expected);
    for (const name of [REMOVED.read, RENAMED.from.read]) expect(one).not.toHaveProperty(name);
    const [newest] = await vendor.call(endpoints.listHistory, { recordId });
    expect(newest!["new_values"]).toMatchObject({ ...answered, ...composed });
  });

  it.each(COMPOSED.flatMap(({ name, wire, wrong }) => (wrong ? [{ name, wire, wrong }] : [])))(
    "rejects an invalid $name with the path of the error",
    async ({ wire, wrong }) => {
      const { status, body } = await save({ [wire]: wrong.sent });
      expect(status).toBe(400);
      expect(body["faults"]).toMatchObject([{ path: wrong.at.split("."), message: wrong.says }]);
    },
  );

  it("does not let a save change a read-only field", async () => {
    expect((await save({ [SHOWN_ONLY.wire]: "A" })).body["faults"]).toMatchObject([
      { path: [SHOWN_ONLY.name], message: "This field cannot be edited." },
    ]);
  });

  it("protects agency fields from a vendor's saves, and hides hidden ones", async () => {
    const { shown, hidden } = OF_AGENCY;
    const admin = await openVendorSession(product.url, "agency1");
    const said = { [shown.wire]: "A-17", [hidden.wire]: "Ask for the survey." };
    // A save contains every field.
    const whole = { ...sent, ...composed, [RENAMED.to.write]: "report.pdf" };
    expect(await save(whole)).toMatchObject({ status: 200 });
    expect(await save({ ...whole, ...said }, admin)).toMatchObject({ status: 200 });
    expect(await admin.read(recordId)).toMatchObject(said);

    const read = await vendor.read(recordId);
    expect(read).toMatchObject({ [shown.wire]: "A-17" });
    expect(read).not.toHaveProperty(hidden.wire);
    const history = JSON.stringify(await vendor.call(endpoints.listHistory, { recordId }));
    expect(history).toContain("A-17");
    expect(history).not.toContain("Ask for the survey.");

    expect((await save({ ...whole, [shown.wire]: "B-1" })).body["faults"]).toMatchObject([
      { path: [shown.name], message: "This field cannot be edited." },
    ]);
    const changed = { ...whole, [shown.wire]: "A-17", [hidden.wire]: "mine", survey_notes_text: "Wet." };
    expect(await save(changed)).toMatchObject({ status: 200 });
    expect(await admin.read(recordId)).toMatchObject({ ...said, survey_notes: "Wet." });

    expect(
      (await save({ ...changed, ...said, survey_notes_text: "Dry." }, admin)).body["faults"],
    ).toMatchObject([{ path: ["surveyNotes"], message: "This field cannot be edited." }]);
    const copyId = await vendor.copyOf("Denton Creek");
    expect(await admin.read(copyId)).toMatchObject({ [shown.wire]: "", [hidden.wire]: "" });
  });

  it("stores and returns a field added to the schema of messages", async () => {
    const answer = await fetch(`${product.url}/api${endpoints.sendMessage.path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-access-token": String(vendor.account["accessToken"]),
      },
      body: JSON.stringify({ tdis_identifier: recordId, msg_content: "Hello.", [TOPIC.wire]: TOPIC.sent }),
    });
    expect(answer.status).toBe(200);
    const thread = await vendor.call(endpoints.listMessages, { recordId });
    expect(thread.at(-1)).toMatchObject({ msg_content: "Hello.", [TOPIC.wire]: TOPIC.sent });
  });

  it("returns older records without removed fields, with converted values", { timeout: LONG }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "flood-before-"));
    await (await startServer({ dataDir })).close();
    const upgraded = await startProduct({ DATA_DIR: dataDir }, copy.folder);
    const records = await (await openVendorSession(upgraded.url)).records();
    await upgraded.remove();
    const before = records.find(({ model_title: title }) => title === "Denton Creek");
    expect(before).toMatchObject({ [RENAMED.to.read]: ["Denton_Creek_Report.pdf", "readme.txt"] });
    for (const name of [REMOVED.read, RENAMED.from.read]) expect(before).not.toHaveProperty(name);
    expect(before![CONVERTED.wire]).toEqual([before![CONVERTED.from]]);
  });

  it("describes all added fields in the OpenAPI document", async () => {
    const text = await (await fetch(`${product.url}/api/docs/json`)).text();
    const names = [...text.matchAll(/"([a-z_]+)":/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(COMPOSED.map(({ wire }) => wire)));
    for (const { field } of ADDED)
      expect(names).toEqual(expect.arrayContaining([field["x-wire"].read, field["x-wire"].write]));
    for (const name of [REMOVED.read, RENAMED.from.read]) expect(names).not.toContain(name);
    expect(text).toContain("Unit: h.");
    expect(text.includes("Required when “Field survey date” is given.")).toBe(true);
  });
});

/** `npm run prove-edits -- --all` runs the slow tests too. The rule examples have the same test for every schema. */
const EXCEPT_SLOW_TESTS = "--exclude=**/{rule*,validate,vocabulary}.test.ts";
const ENGINE_TESTS = ["--project=contract", "--project=schemas", EXCEPT_SLOW_TESTS];

it("edits of the shipped schemas fail no test of the engine", { timeout: 3 * LONG }, () => {
  const edited = projectCopy();
  editSchemas(edited.folder);
  editAll(edited.folder, [...EXCLUSIVE, "new status"]);
  edited.run("npm", "run", "generate");
  try {
    // Throws if a test fails.
    edited.run("npx", "vitest", "run", "--reporter=dot", ...ENGINE_TESTS);
  } finally {
    edited.remove();
  }
});

describe.skipIf(findChromium() === undefined)("after edits to schema files only, in Chromium", () => {
  let browser: Browser;
  let page: Page;
  const address = (path: string) => `${product.url}/metadata_app${path}`;

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    page.setDefaultTimeout(30_000);
    await page.goto(address("/login"));
    await fillInLogin(page, "vendor1");
    await page.getByRole("heading", { level: 1, name: "Metadata Records" }).waitFor();
  }, LONG);
  afterAll(() => browser?.close());

  const inputOf = ({ role, field }: AddedField) =>
    page.getByRole(role, { name: new RegExp(`^${field.title}[ *]*$`) });
  const added = (name: string) => ADDED.find((one) => one.name === name)!;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  it("shows each added field in the form with its widget, label and help", { timeout: LONG }, async () => {
    await page.goto(address(`/app/form/${formId}`));
    for (const one of ADDED) {
      const input = inputOf(one);
      await input.waitFor();
      const helpId = (await input.getAttribute("aria-describedby"))?.split(" ")[0];
      expect(await page.locator(`[id="${helpId}"]`).textContent()).toBe(one.field.description);
    }
    await page.getByLabel("Documentation file names").waitFor();
    expect(await page.getByText(REMOVED.title).count()).toBe(0);
  });

  it("marks a field as required in the form while its condition holds", { timeout: LONG }, async () => {
    const form = createFormFiller(page);
    const surveyor = inputOf(added("surveyorName"));
    expect(await surveyor.getAttribute("aria-required")).toBe("false");
    await form.text("Field survey date", "2024-02-29");
    await expect.poll(() => surveyor.getAttribute("aria-required")).toBe("true");
    await page.locator("label", { hasText: "Surveyor*" }).waitFor();
    const section = page.getByRole("link", { name: /^Model details/ });
    await expect.poll(() => section.textContent()).toContain("1 missing");
    await form.text("Field survey date", "");
    await expect.poll(() => surveyor.getAttribute("aria-required")).toBe("false");
    await expect.poll(() => section.textContent()).toContain("Complete");
  });

  it(
    "shows the schema's error messages for invalid values, then saves valid ones",
    { timeout: LONG },
    async () => {
      const form = createFormFiller(page);
      await form.text("Survey notes", "x".repeat(51));
      await form.text("Grid cell size", "a lot");
      await form.text("Field survey date", "2023-02-29");
      await form.tags("Stream gauges", ["8"]);
      await press("Save");
      for (const words of [
        "Keep the notes short.",
        "Must be a number.",
        "The survey date is no date.",
        "A survey needs its surveyor.",
        "A gauge has 8 digits.",
      ])
        await page.getByText(words).first().waitFor();
      await page.getByText("Please fix 5 error(s).").first().waitFor();
      await form.text("Survey notes", "Dry.");
      await form.text("Grid cell size", "12.5");
      await form.pick("Vertical datum", "NGVD");
      await form.pickAll("Survey methods", ["airborne", "ground"]);
      await form.text("Field survey date", "2024-02-29");
      await form.text("Surveyor", "R. Ortiz");
      await inputOf(added("gaugeNumbers")).click();
      await page.keyboard.press("Backspace");
      await form.tags("Stream gauges", ["08053000", "08055500"]);
      await inputOf(added("isCalibrated")).check();
      expect(await findAxeViolations(page)).toEqual([]);
      await press("Save");
      await page.getByText("Saved record!").first().waitFor();
      expect(await vendor.read(formId)).toMatchObject(answered);
    },
  );

  it(
    "lists the added fields in the records table, with names instead of codes",
    { timeout: LONG },
    async () => {
      await press("Table");
      await page.getByRole("row").nth(1).waitFor();
      const headers = (await page.locator("thead tr > *").allTextContents()).map((text) => text.trim());
      const column = (title: string) => headers.findIndex((text) => text.startsWith(title));
      const row = page.getByRole("row").filter({ hasText: "R. Ortiz" }).first();
      await row.getByText("Airborne lidar, Ground survey").waitFor();
      const cells = await row.locator(":scope > *").allTextContents();
      for (const { field, shown } of ADDED) expect(cells[column(field.title)]).toBe(shown);
      expect(column(REMOVED.title)).toBe(-1);
    },
  );

  it("shows the added fields on the record page and in the history", { timeout: LONG }, async () => {
    await page.goto(address(`/app/view/${formId}`));
    await press("Show more");
    for (const { field, shown } of ADDED) {
      const text = await page
        .locator("dt", { hasText: field.title })
        .locator("xpath=following-sibling::dd")
        .innerText();
      expect(text.split(/\s*\n\s*/).join(", ")).toBe(shown);
    }
    await press("View History");
    const history = page.getByRole("dialog");
    await history.getByRole("button", { name: "Show changes" }).first().click();
    for (const { field } of ADDED) await history.locator("dt", { hasText: field.title }).first().waitFor();
    await history.getByText("Airborne lidar").waitFor();
  });

  it(
    "lets the agency edit agency fields, and shows the vendor only the visible ones",
    { timeout: LONG },
    async () => {
      const { shown, hidden } = OF_AGENCY;
      const reviewer = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await reviewer.goto(address("/login"));
      await fillInLogin(reviewer, "agency1");
      await reviewer.getByRole("heading", { level: 1, name: "Review" }).waitFor();
      await reviewer.goto(address(`/app/view/${formId}`));
      const card = reviewer.getByRole("region", { name: "Filled in by the agency" });
      await card.getByLabel(shown.field.title).fill("A-17");
      await card.getByLabel(hidden.field.title).fill("Ask for the survey.");
      expect(await findAxeViolations(reviewer)).toEqual([]);
      await card.getByRole("button", { name: "Save" }).click();
      await reviewer.getByText("Saved record!").first().waitFor();
      await reviewer.close();

      await page.goto(address(`/app/form/${formId}`));
      const input = page.getByLabel(shown.field.title);
      await input.waitFor();
      expect(await input.inputValue()).toBe("A-17");
      expect(await input.isDisabled()).toBe(true);
      expect(await page.getByText(hidden.field.title).count()).toBe(0);
    },
  );

  it(
    "writes the added fields to the metadata YAML under their current names",
    { timeout: LONG },
    async () => {
      await page.goto(address(`/app/instructions/${formId}`));
      const downloading = page.waitForEvent("download");
      await press(`Download metadata_${formId}.yml`);
      const yaml = readFileSync(await (await downloading).path(), "utf8");
      for (const { yaml: lines } of ADDED) expect(yaml).toContain(`\n  ${lines}\n`);
      expect(yaml).toContain(`\n  ${RENAMED.to.write}:\n`);
      expect(yaml).toContain("\n  schema_version: 2\n");
      expect(yaml).not.toContain(REMOVED.read);
    },
  );

  it(
    "shows added groups, lists of groups, labelled options and units on the record page",
    { timeout: LONG },
    async () => {
      await save({ ...sent, ...composed });
      await page.goto(address(`/app/view/${recordId}`));
      await press("Show more");
      for (const { field, shown } of COMPOSED) {
        const value = page.locator("dt", { hasText: field.title }).locator("xpath=following-sibling::dd");
        expect((await value.innerText()).split(/\s*\n\s*/).join(", ")).toBe(shown);
      }
      await press("View History");
      const history = page.getByRole("dialog");
      const closed = history.getByRole("button", { name: "Show changes" });
      await closed.first().waitFor();
      while ((await closed.count()) > 0) await closed.first().click();
      for (const { field } of COMPOSED)
        await history.locator("dt", { hasText: field.title }).first().waitFor();
      await page.goto(address(`/app/instructions/${recordId}`));
      const downloading = page.waitForEvent("download");
      await press(`Download metadata_${recordId}.yml`);
      const yaml = readFileSync(await (await downloading).path(), "utf8");
      for (const { yaml: lines } of COMPOSED) expect(yaml).toContain(`\n  ${lines}\n`);
      await page.goto(address("/app/"));
      await press("Table");
      await page.getByRole("row").nth(1).waitFor();
      const headers = (await page.locator("thead tr > *").allTextContents()).map((text) => text.trim());
      const row = page.getByRole("row").filter({ hasText: "North levee" }).first();
      const cells = await row.locator(":scope > *").allTextContents();
      for (const { field, shown } of COMPOSED)
        expect(cells[headers.findIndex((text) => text.startsWith(field.title))]).toBe(shown);
    },
  );

  it("shows the added fields and keeps their values on save", { timeout: LONG }, async () => {
    await page.goto(address(`/app/form/${recordId}`));
    await page.getByText("Gauge site").first().waitFor();
    for (const { field } of COMPOSED) await page.getByText(field.title).first().waitFor();
    await createFormFiller(page).text("Survey notes", "Seen.");
    await press("Save");
    await page.getByText("Saved record!").first().waitFor();
    expect(await vendor.read(recordId)).toMatchObject({ ...composed, survey_notes: "Seen." });
  });

  it("explains the added fields in the data dictionary", { timeout: LONG }, async () => {
    await page.goto(address("/app/dictionary#surveyorName"));
    await page.getByRole("heading", { level: 3, name: "Surveyor" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("surveyorName");
    const entry = page.getByRole("article", { name: "Surveyor" });
    await entry.getByText("Is required, when “Field survey date” is given").waitFor();
    await entry.getByText("“A survey needs its surveyor.”").waitFor();
    for (const { field } of ADDED) {
      const one = page.getByRole("article", { name: field.title, exact: true });
      for (const text of [field.description, field["x-wire"].read, field["x-wire"].write])
        await one.getByText(text, { exact: true }).first().waitFor();
    }
    expect(await page.getByText(REMOVED.title).count()).toBe(0);
  });
});
