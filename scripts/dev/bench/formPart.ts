import type { JsonObject } from "../../../src/contract/json.ts";
import { getFieldNameByRole, getSchema, type FieldSchema } from "../../../src/contract/schema/fields.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { Vendor } from "../lib/vendor.ts";
import type { BrowserBench } from "./browserBench.ts";
import { createLargestRecord, largestRegion } from "./largestRecord.ts";
import type {} from "./peers/validation/main.ts";
import type { ExpectedElements } from "./probe.ts";
import { buildTable, type Table } from "./results.ts";
import { openSlowPage, type SlowPage } from "./slowPage.ts";

const TYPED_TEXT = "unsteady flow";
/** Longer than the forms wait before they handle typed text. */
const PAUSE_MS = 1200;

const schema = getSchema("metadata");
const fieldSelector = (name: string) => `#metadata_${name}`;
const usesUnits = ([, field]: [string, FieldSchema]) => field["x-options"]?.source === "hydrologicUnits";
/** Field ids are the same in both forms. */
const fields = {
  line: fieldSelector(getFieldNameByRole(schema, "title")),
  text: fieldSelector(getFieldNameByRole(schema, "summary")),
  identifier: fieldSelector(getFieldNameByRole(schema, "identifier")),
  units: fieldSelector(Object.entries(schema.properties).find(usesUnits)![0]),
};

const OPTION = "[role=listbox] [role=option]";
const SELECTED_OPTION = `${OPTION}[aria-selected=true]`;

interface FormApp {
  /** Prefix of its samples. */
  name: "portal" | "plain";
  /** Page with the largest record. */
  recordUrl: string;
  /** Page without values, where all hydrologic units can be chosen. */
  emptyUrl: string;
  storage: Record<string, string>;
  /** Opens the list of units. */
  unitsOpener: string;
  /** Shown after saving an invalid record. */
  expectedErrors: ExpectedElements;
  saveButton: string;
  canSearchUnits: boolean;
}

/** Measures the metadata form next to RJSF with its Material UI theme. */
export async function measureForm(bench: BrowserBench): Promise<Table[]> {
  const { portal, peers, vendor, runs } = bench;
  const record = await createLargestRecord(vendor);
  bench.peerData.formValues = record.metadata;
  const portalForm: FormApp = {
    name: "portal",
    recordUrl: `${portal}/metadata_app/app/form/${record.id}`,
    emptyUrl: `${portal}/metadata_app/app/form/new`,
    storage: vendor.storage,
    unitsOpener: fields.units,
    expectedErrors: { selector: "[aria-labelledby=metadata-errors] li" },
    saveButton: "button[type=submit][value=save]",
    canSearchUnits: true,
  };
  const plainForm: FormApp = {
    name: "plain",
    recordUrl: `${peers}/plain-form/?region=${largestRegion}`,
    emptyUrl: `${peers}/plain-form/?empty`,
    storage: {},
    unitsOpener: `:has(> ${fields.units}), ${fields.units}[role=combobox]`,
    expectedErrors: { selector: ".MuiPaper-root .MuiListItem-root" },
    saveButton: "button[type=submit]",
    canSearchUnits: false,
  };
  for (let run = 0; run < runs; run += 1) {
    await measureBareInput(bench);
    await measureValidation(bench);
    for (const form of [portalForm, plainForm]) {
      await deleteDrafts(vendor);
      await measureLargestRecord(bench, form);
      await measureAllUnits(bench, form);
    }
  }
  return [buildFormTable(bench)];
}

/** The form opens with what an earlier run typed, if the server has it as a draft. */
async function deleteDrafts({ call }: Vendor): Promise<void> {
  const { rows } = await call(endpoints.listDrafts);
  for (const { key, revision, window_id } of rows)
    await call(endpoints.deleteDraft, { body: { key, revision, window_id } as JsonObject });
}

function buildFormTable({ samples }: BrowserBench): Table {
  const columns = { Portal: "portal", "Plain RJSF + MUI": "plain", "Bare input": "bare" };
  return buildTable(samples, columns, {
    title: "Form, in milliseconds",
    note: "Largest record: texts of 10,000 characters, 200 hydrologic units of the largest region, 12 contacts. The peer is RJSF with its Material UI theme, with the same schema and values; its units are an enum.",
    rows: [
      { label: "Keystroke to paint, one line of text", key: "line" },
      { label: "Keystroke to paint, in 10,000 characters", key: "text" },
      { label: "Keystroke with errors shown, one line", key: "line with errors" },
      { label: "Keystroke with errors shown, 10,000 characters", key: "text with errors" },
      { label: "Longest task after typing, one line (0: below 50)", key: "line task" },
      { label: "Longest task after typing, 10,000 characters", key: "text task" },
      { label: "Open the list of all 8,149 hydrologic units", key: "all units open" },
      { label: "Keystroke to paint, searching all units", key: "all units search" },
      { label: "Choose one of all units", key: "all units choose" },
      { label: "Choose one of the units found", key: "found units choose" },
      { label: "Open the list of the region's 1,849 units, 200 chosen", key: "region units open" },
      { label: "Choose one more of the region's units, 200 chosen", key: "region units choose" },
      { label: "Validation alone, largest record", key: "validation", digits: 1 },
      { label: "Validation alone, first time", key: "first validation", digits: 1 },
      { label: "Press Save until its errors are painted", key: "save" },
      { label: "Open the form without cache until its fields are filled", key: "open" },
    ],
  });
}

async function measureBareInput({ browser, peers, samples }: BrowserBench): Promise<void> {
  const slow = await openSlowPage(browser, { opening: { selector: "#line" } });
  samples.add("bare open", await slow.open(`${peers}/bare-input/`));
  samples.add("bare line", ...(await slow.measureTyping("#line", TYPED_TEXT)));
  samples.add("bare text", ...(await slow.measureTyping("#text", TYPED_TEXT)));
  await slow.close();
}

async function measureValidation({ browser, peers, samples }: BrowserBench): Promise<void> {
  const slow = await openSlowPage(browser, { opening: { selector: "body" } });
  await slow.open(`${peers}/validation/?region=${largestRegion}`);
  await slow.page.waitForFunction(() => window.measureValidation !== undefined);
  for (const name of ["portal", "plain"] as const)
    for (const key of ["first validation", "validation"]) {
      const time = await slow.page.evaluate((form) => window.measureValidation[form](), name);
      samples.add(`${name} ${key}`, time);
    }
  await slow.close();
}

/** The record's title shows that the form is filled. */
const FILLED_FORM = {
  selector: fields.line,
  text: String(schema.properties[getFieldNameByRole(schema, "title")]?.examples?.[0]),
};

/** From opening the largest record to typing with errors shown. */
async function measureLargestRecord({ browser, samples }: BrowserBench, form: FormApp): Promise<void> {
  const { name, recordUrl, storage, saveButton, expectedErrors } = form;
  const slow = await openSlowPage(browser, { opening: FILLED_FORM, storage });
  const { page } = slow;
  samples.add(`${name} open`, await slow.open(recordUrl));
  await page.waitForTimeout(PAUSE_MS);
  for (const field of ["line", "text"] as const) {
    samples.add(`${name} ${field}`, ...(await slow.measureTyping(fields[field], TYPED_TEXT)));
    await slow.takeLongestTask();
    await page.waitForTimeout(PAUSE_MS);
    samples.add(`${name} ${field} task`, await slow.takeLongestTask());
  }
  samples.add(`${name} region units open`, await openUnitList(slow, form));
  samples.add(`${name} region units choose`, await chooseUnit(slow));
  await page.keyboard.press("Escape");
  await page.locator(fields.line).fill("");
  await page.locator(fields.identifier).fill("x");
  await page.waitForTimeout(PAUSE_MS);
  samples.add(`${name} save`, await slow.measureClick("click", page.locator(saveButton), expectedErrors));
  await page.waitForTimeout(PAUSE_MS);
  for (const field of ["line", "text"] as const)
    samples.add(`${name} ${field} with errors`, ...(await slow.measureTyping(fields[field], TYPED_TEXT)));
  await slow.close();
}

/** Without a region, all units can be chosen. */
async function measureAllUnits({ browser, samples }: BrowserBench, form: FormApp): Promise<void> {
  const { name, emptyUrl, storage, canSearchUnits } = form;
  const slow = await openSlowPage(browser, { opening: { selector: fields.line }, storage });
  await slow.open(emptyUrl);
  await slow.page.waitForTimeout(PAUSE_MS);
  samples.add(`${name} all units open`, await openUnitList(slow, form));
  samples.add(`${name} all units choose`, await chooseUnit(slow));
  if (canSearchUnits) {
    samples.add(`${name} all units search`, ...(await slow.measureTyping(fields.units, "120301")));
    samples.add(`${name} found units choose`, await chooseUnit(slow));
  }
  await slow.close();
}

async function openUnitList(slow: SlowPage, { unitsOpener }: FormApp): Promise<number> {
  const opener = slow.page.locator(unitsOpener).first();
  const time = await slow.measureClick("pointerdown", opener, { selector: OPTION });
  await slow.page.waitForTimeout(500);
  return time;
}

/** Measures from the click on an option until it is shown as selected; the list stays open. */
async function chooseUnit(slow: SlowPage): Promise<number> {
  const selectedCount = await slow.page.locator(SELECTED_OPTION).count();
  const option = slow.page.locator(`${OPTION}[aria-selected=false]`).first();
  const expected = { selector: SELECTED_OPTION, atLeast: selectedCount + 1 };
  const time = await slow.measureClick("click", option, expected);
  await slow.page.waitForTimeout(300);
  return time;
}
