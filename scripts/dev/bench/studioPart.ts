import { spawn } from "node:child_process";
import { on } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { launchChromium } from "../lib/chromium.ts";
import { findFreePort } from "../lib/freePort.ts";
import type { BenchOptions } from "./options.ts";
import { installProbe } from "./probe.ts";
import { buildTable, type Samples, type Table } from "./results.ts";

const TIMEOUT_MS = 60_000;
/** The studio checks the schemas when the text has not changed for 400 ms. */
const CHECK_BEGINS_MS = 450;
const KEYSTROKES = 5;

/** Measures how long the studio's form takes to show an edited label. The processor is not slowed. */
export async function measureStudio({ runs }: BenchOptions, samples: Samples): Promise<Table[]> {
  const studio = await startStudio();
  const browser = await launchChromium({ handleSIGINT: false, handleSIGTERM: false });
  try {
    for (let run = 0; run < runs; run += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      page.setDefaultTimeout(TIMEOUT_MS);
      await measureTyping(page, studio.url, samples);
      await page.close();
    }
  } finally {
    await browser.close();
    studio.stop();
  }
  return [
    buildTable(
      samples,
      { "not slowed": "studio" },
      {
        title: "Schema studio, in milliseconds",
        note: "From a key in a label's text until the form shows the new label.",
        rows: [
          { label: "Keystroke to form", key: "key" },
          { label: "Keystroke to form while the schemas are checked", key: "check" },
        ],
      },
    ),
  ];
}

async function startStudio() {
  const port = await findFreePort();
  const studio = spawn(
    process.execPath,
    ["--import", "tsx", "scripts/schema-studio.ts", "--port", String(port)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const kill = () => void studio.kill();
  process.once("exit", kill);
  const url = `http://localhost:${port}/`;
  const lines = on(createInterface(studio.stdout), "line", { close: ["close"] });
  for await (const [line] of lines as AsyncIterable<[string]>) if (line.includes(url)) break;
  return {
    url,
    stop() {
      process.off("exit", kill);
      kill();
    },
  };
}

async function measureTyping(page: Page, url: string, samples: Samples): Promise<void> {
  const { properties } = JSON.parse(await readFile("schemas/metadata.schema.json", "utf8")) as EntitySchema;
  const { title = "" } = Object.values(properties).find((field) => field["x-section"])!;
  // tsx wraps inner functions in a helper of this name, which a page does not have.
  await page.addInitScript("globalThis.__name = (given) => given");
  await page.addInitScript(installProbe, { selector: ".cm-content" });
  await page.goto(url);
  const isChecked = page.getByText("No errors.", { exact: true });
  await isChecked.waitFor();
  let label = title;
  const measureKey = async (letter: string) => {
    label += letter;
    const expected = { selector: "#preview .label", text: label };
    await page.evaluate((shown) => window.bench.start("keydown", shown), expected);
    await page.keyboard.press(letter);
    return page.evaluate(() => window.bench.result);
  };
  await page
    .locator(".cm-line")
    .filter({ hasText: `"${title}"` })
    .first()
    .click();
  await page.keyboard.press("End");
  // Before the quotation mark and the comma.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await measureKey("x");
  for (let key = 0; key < KEYSTROKES; key += 1) {
    await isChecked.waitFor();
    samples.add("studio key", await measureKey("a"));
    await page.waitForTimeout(CHECK_BEGINS_MS);
    samples.add("studio check", await measureKey("b"));
  }
}
