import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Download, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { modelFolderName } from "../../src/contract/model-folder/modelFolderNames.ts";
import { aModelFolder } from "../support/aModelFolder.ts";
import { aModelZip } from "../support/aModelZip.ts";
import { createFormFiller } from "../support/createFormFiller.ts";
import { inChromium, WITHIN_MS } from "../support/portalInChromium.ts";
import { getUploadButton } from "../support/uploadInChromium.ts";

const run = promisify(execFile);

const IDENTIFIER = "030000000777";
const NAME = "Denton Creek 'Upper' 2D";
const PASSWORD = "FloodModel2026";

inChromium("a vendor's journey", (portal) => {
  let page: Page;
  let folder: string;
  let recordId: string;
  const consoleErrors: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "flood journey ü "));
    const context = await portal.newContext({
      isKept: true,
      acceptDownloads: true,
      viewport: { width: 1280, height: 900 },
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    page.on("pageerror", (error) => consoleErrors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && consoleErrors.push(message.text()));
  });

  /** Each step needs the one before, so a failure skips the rest. */
  let hasFailed = false;
  beforeEach((context) => {
    if (hasFailed) context.skip("after a failed step");
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    hasFailed = true;
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  const saveDownload = async (downloading: Promise<Download>) => {
    const download = await downloading;
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
  };

  const api = async (endpoint: { method: string; path: string }, body: object, token?: string) => {
    const headers = { "content-type": "application/json", ...(token ? { "x-access-token": token } : {}) };
    const answer = await fetch(`${portal.url}/api${endpoint.path}`, {
      method: endpoint.method,
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("logs a vendor in", async () => {
    await page.goto(`${portal.url}/`);
    await page.getByLabel("Username").fill("vendor1");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Metadata Records" }).waitFor();
    await page.getByRole("link", { name: "Pecan Branch" }).first().waitFor();
  });

  it("creates a record and proceeds to the upload", async () => {
    await page.getByRole("link", { name: "Create +" }).click();
    await page.getByRole("heading", { level: 1, name: "Create new metadata record" }).waitFor();
    await page.getByLabel("Model folder").setInputFiles("tests/fixtures/model");
    await page.getByText(/^The model can fill in \d+ fields:$/).waitFor();
    const form = createFormFiller(page);
    await form.pick("Flood planning region", "03");
    await form.text("Model identifier", IDENTIFIER);
    await form.tags("Flood planning project IDs", ["031000012", "032000004"]);
    await form.pickAll("Hydrologic units", ["120301"]);
    await form.pickAll("Counties", ["Denton", "Wise"]);
    await form.pickAll("Cities", ["Justin"]);
    await form.file("tests/fixtures/coverage.gdb.zip");
    await form.text("Model name", NAME);
    await form.text("Model description", "Unsteady 2D model, 1% annual chance event.");
    await form.text("Model purpose", "Regional flood plan.");
    await form.check("Model types", ["Hydraulic", "2D"]);
    await form.text("Model creation date", "2023-04-17");
    await form.text("Model last updated date", "2025-11-03");
    await form.pick("Software", "HEC-RAS");
    await form.text("Software version", "6.10");
    await form.pick("Originating agency", "Trinity River Authority");
    await page.getByRole("button", { name: "Proceed to Upload" }).click();
    await page.waitForURL(/\/app\/instructions\/\d+$/);
    recordId = page.url().split("/").at(-1)!;
  });

  it("offers to upload the model that was chosen in the form", () => getUploadButton(page).waitFor());

  it("provides the metadata YAML, the script and a command that uploads the model", async () => {
    await page.getByText(modelFolderName(IDENTIFIER, NAME)).first().waitFor();
    await page.getByRole("radio", { name: "Mac/Linux/Unix" }).check();
    const yamlPath = await saveDownload(clickedDownload(page, `Download metadata_${recordId}.yml`));
    const zip = await aZipOfTheModel(yamlPath);

    await page.getByRole("button", { name: "Download upload_script.sh" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Incorrect password, please try again").waitFor();
    await page.getByRole("dialog").getByLabel("Password").fill(PASSWORD);
    const downloading = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    const script = await saveDownload(downloading);
    const text = readFileSync(script, "utf8");
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(
      await page.evaluate(() => JSON.parse(localStorage["flood-model-portal.session"]).accessToken),
    );

    await page.getByLabel("Zip path").fill(zip);
    await page.getByLabel("Script path").fill(script);
    await page.getByRole("button", { name: /copy/i }).last().click();
    const readCommand = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(readCommand).toContain(script);
    const command = await readCommand();
    const { stdout } = await run("bash", ["-c", command], { maxBuffer: 1e8 });
    expect(stdout).toContain("HTTP/1.1 200 OK");
  });

  it("shows the progress up to pending admin acceptance without a reload", async () => {
    await page.getByText("This record is pending admin acceptance.").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { level: 1, name: "Metadata Records" }).waitFor();
    await page.getByRole("link", { name: NAME }).first().click();
    await page.waitForURL(new RegExp(`/app/view/${recordId}$`));
    await page.getByText("pending admin acceptance").first().waitFor();
  });

  it("lists the uploaded files and returns the zip as it was sent", async () => {
    await page.getByText("Model_Files").first().waitFor();
    const zip = await saveDownload(clickedDownload(page, /^Download ZIP/));
    const { stdout } = await run("unzip", ["-l", zip]);
    expect(stdout).toContain(`${modelFolderName(IDENTIFIER, NAME)}/Model_Files/`);
  });

  it("shows the record as accepted, with its data available", async () => {
    const { body } = await api(endpoints.signIn, { username: "agency1", password: PASSWORD });
    const accepted = await api(
      endpoints.acceptRecord,
      { tdis_identifier: recordId },
      String(body.accessToken),
    );
    expect(accepted.status).toBe(200);
    await page.reload();
    await page.getByText("accepted", { exact: true }).first().waitFor();
    const vendor = await api(endpoints.signIn, { username: "vendor1", password: PASSWORD });
    const answer = await fetch(`${portal.url}/api/vendors/get-record/${recordId}`, {
      headers: { "x-access-token": String(vendor.body.accessToken) },
    });
    const { features } = (await answer.json()) as { features: { properties: Record<string, unknown> }[] };
    expect(features[0]!.properties).toMatchObject({ status: "accepted", data_is_available: true });
  });

  it("logs the vendor out", async () => {
    await page
      .getByRole("button", { name: "Logout" })
      .or(page.getByRole("link", { name: "Logout" }))
      .click();
    await page.getByText("Logged out").waitFor();
    expect(page.url()).toBe(portal.address(`/login`));
    expect(await page.evaluate(() => localStorage["flood-model-portal.session"])).toBeUndefined();
  });

  it("logs no error to the browser's console at any time", () => {
    // Chromium logs the 401 for the wrong password.
    expect(consoleErrors.filter((text) => !text.includes("401"))).toEqual([]);
  });

  async function aZipOfTheModel(yamlPath: string): Promise<string> {
    const root = await aModelFolder({
      modelIdentifier: IDENTIFIER,
      modelName: NAME,
      recordId,
      yaml: readFileSync(yamlPath, "utf8"),
      ...(process.env["SAMPLE_MODEL"] ? { from: process.env["SAMPLE_MODEL"] } : {}),
    });
    expect(basename(yamlPath)).toBe(`metadata_${recordId}.yml`);
    const zip = await aModelZip(root, { to: join(folder, `my model's "$zip" ü.zip`) });
    rmSync(dirname(root), { recursive: true });
    return zip;
  }
});

function clickedDownload(page: Page, name: string | RegExp): Promise<Download> {
  const downloading = page.waitForEvent("download");
  const control = page.getByRole("button", { name }).or(page.getByRole("link", { name }));
  return control
    .first()
    .click()
    .then(() => downloading);
}
