import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import { signInVendor } from "./benchPortal.ts";
import { measured, plainForm, portalForm, type Contender } from "./contenders.ts";
import { formTables } from "./formTables.ts";
import { addLargestRecord } from "./largestRecord.ts";
import { VENDOR, type Scene } from "./scene.ts";
import { openSlowPage, type SlowPage } from "./slowPage.ts";
import type { Table } from "./table.ts";
import { typedInto } from "./typing.ts";
import { chooseUnit, openUnits } from "./unitList.ts";
import { largestRegion } from "./units.ts";

const WORDS = "unsteady flow";
/** Longer than the forms wait before they pass typed text on. */
const REST = 1200;

/** The metadata form: typing, the list of hydrologic units, validating on Save, opening; beside a plain form. */
export async function formPart(scene: Scene): Promise<Table[]> {
  const vendor = await signInVendor(scene.portal, VENDOR);
  const record = await addLargestRecord(scene.portal, vendor);
  scene.peerData.initial = record.metadata;
  const contenders = [portalForm(scene.portal, record.id, vendor.storage), plainForm(scene.peers)];
  for (let run = 0; run < scene.runs; run += 1) {
    await measureBareInput(scene);
    await measureValidation(scene);
    for (const contender of contenders) {
      await measureRecord(scene, contender);
      await measureAllUnits(scene, contender);
    }
  }
  return formTables(scene.samples);
}

async function measureBareInput({ browser, peers, samples }: Scene): Promise<void> {
  const slow = await openSlowPage(browser, { opening: { selector: "#line" } });
  samples.add("bare open", await slow.open(`${peers}/bare-input/`));
  samples.add("bare line", ...(await typedInto(slow, "#line", WORDS)));
  samples.add("bare text", ...(await typedInto(slow, "#text", WORDS)));
  await slow.close();
}

/** The checks alone, on the largest record, the first of them left out: it compiles. */
async function measureValidation({ browser, peers, samples }: Scene): Promise<void> {
  const slow = await openSlowPage(browser, { opening: { selector: "body" } });
  await slow.open(`${peers}/validation/?region=${largestRegion}`);
  await slow.page.waitForFunction(() => window.validation !== undefined);
  for (const name of ["portal", "plain"] as const) {
    samples.add(
      `${name} first validation`,
      await slow.page.evaluate((which) => window.validation[which](), name),
    );
    samples.add(`${name} validation`, await slow.page.evaluate((which) => window.validation[which](), name));
  }
  await slow.close();
}

/** One visit to the largest record, from opening it to typing with its errors shown. */
async function measureRecord({ browser, samples }: Scene, contender: Contender): Promise<void> {
  const { name, record, storage } = contender;
  const slow = await openSlowPage(browser, { opening: FILLED, storage });
  samples.add(`${name} open`, await slow.open(record));
  await slow.page.waitForTimeout(REST);
  for (const field of ["line", "text"] as const) {
    samples.add(`${name} ${field}`, ...(await typedInto(slow, measured[field], WORDS)));
    await slow.page.evaluate(() => window.bench.longestTask());
    await slow.page.waitForTimeout(REST);
    samples.add(`${name} ${field} rest`, await slow.page.evaluate(() => window.bench.longestTask()));
  }
  samples.add(`${name} region list`, await openUnits(slow, contender));
  samples.add(`${name} region pick`, await chooseUnit(slow));
  await slow.page.keyboard.press("Escape");
  await breakRules(slow);
  const save = slow.page.locator(contender.save);
  samples.add(`${name} save`, await slow.clicked("click", save, contender.faults));
  await slow.page.waitForTimeout(REST);
  for (const field of ["line", "text"] as const)
    samples.add(`${name} ${field} with errors`, ...(await typedInto(slow, measured[field], WORDS)));
  await slow.close();
}

/** A form without a region: every code is offered. */
async function measureAllUnits({ browser, samples }: Scene, contender: Contender): Promise<void> {
  const { name, empty, storage, canSearch } = contender;
  const slow = await openSlowPage(browser, { opening: { selector: measured.line }, storage });
  await slow.open(empty);
  await slow.page.waitForTimeout(REST);
  samples.add(`${name} all list`, await openUnits(slow, contender));
  samples.add(`${name} all pick`, await chooseUnit(slow));
  if (canSearch) {
    samples.add(`${name} all search`, ...(await typedInto(slow, measured.units, "120301")));
    samples.add(`${name} all pick found`, await chooseUnit(slow));
  }
  await slow.close();
}

/** The record's own title shows that the form is filled, and not only drawn. */
const FILLED = {
  selector: measured.line,
  text: String(getSchema("metadata").properties[getFieldNameByRole(getSchema("metadata"), "title")]?.examples?.[0]),
};

/** A title that is missing and an identifier that is none. */
async function breakRules({ page }: SlowPage): Promise<void> {
  await page.locator(measured.line).fill("");
  await page.locator(measured.identifier).fill("x");
  await page.waitForTimeout(REST);
}
