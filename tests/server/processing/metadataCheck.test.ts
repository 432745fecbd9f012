import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { NO_REFERENCES } from "../../../src/contract/schema/references.ts";
import { checkMetadataFile } from "../../../src/contract/model-folder/checkModel.ts";
import { readBufferedZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { openZipEntry } from "../../../src/server/processing/zipEntryStream.ts";
import type { ZipEntry } from "../../../src/contract/zip/zipDirectory.ts";
import { aZip } from "../../support/aZip.ts";
import { createMemoryAccess } from "./createMemoryAccess.ts";
import { findDirectoryHeader, patchZip } from "./patchZip.ts";

async function check(bytes: Buffer) {
  const access = createMemoryAccess(bytes);
  const { entries } = await readBufferedZipDirectory(access);
  const record = { recordId: "17", metadata: { modelName: "A model" }, references: NO_REFERENCES };
  const readEntry = async (entry: ZipEntry) => buffer(await openZipEntry(access, entry));
  return (await checkMetadataFile({ entries, readEntry }, record))[0];
}

const checkText = async (content: string | Buffer, path = "R/metadata_17.yml") =>
  check(await aZip([{ path, content }]));

const GOOD = `global_attributes:\n  ${RECORD_ID_KEY}: "17"\n  title: "A model"\n`;

describe("checkMetadata", () => {
  it.each([
    ["as the portal writes it", GOOD],
    ["with Windows line ends and a byte order mark", `\uFEFF${GOOD.replaceAll("\n", "\r\n")}`],
    ["with its identifier unquoted", GOOD.replaceAll('"', "")],
  ])("accepts a file %s", async (_, content) => {
    expect(await checkText(content)).toBeUndefined();
  });

  it("finds the metadata file regardless of upper and lower case", async () => {
    expect(await checkText(GOOD, "R/METADATA_17.YML")).toBeUndefined();
  });

  it.each<[string, string | Buffer, RegExp]>([
    ["broken YAML", "global_attributes:\n  a: [1\n  b: 2\n", /is not YAML \(line \d+: /],
    ["two documents", "a: 1\n---\nb: 2\n", /is not YAML/],
    ["bytes that are no text", Buffer.from([0, 1, 2, 3, 255]), /could not be read: not a text file/],
    ["nothing", "", /is not YAML|has no "global_attributes"/],
    ["plain text", "just some notes", /has no "global_attributes"/],
    ["no global_attributes", "title: x\n", /has no "global_attributes"/],
    ["a list as global_attributes", "global_attributes: [a]\n", /has no "global_attributes"/],
    ["no identifier", "global_attributes: {title: x}\n", /does not name the record/],
    [
      "another record's identifier",
      GOOD.replace("17", "18"),
      /belongs to record "18", not to this one, "17"/,
    ],
    ["more than 1 MB", `${GOOD}#${"x".repeat(1024 * 1024)}`, /is larger than 1 MB/],
  ])("reports %s with its own message", async (_, content, sentence) => {
    expect(await checkText(content)).toEqual({
      severity: "error",
      entry: "R/metadata_17.yml",
      text: expect.stringMatching(sentence),
    });
  });

  it.each(["metadata_17.yml", "R/GIS/metadata_17.yml", "R/metadata_18.yml", "R/metadata_17.yml/x"])(
    "does not take %s for the record's file in the root folder",
    async (path) => {
      expect((await checkText(GOOD, path))?.text).toMatch(
        /has no metadata file "metadata_17\.yml" in its root folder/,
      );
    },
  );

  it("reports a damaged metadata file as an error", async () => {
    const bytes = await aZip([{ path: "R/metadata_17.yml", content: GOOD }]);
    const damaged = patchZip(bytes, (copy) =>
      copy.writeUInt32LE(1, findDirectoryHeader(copy, "R/metadata_17.yml") + 16),
    );
    expect(await check(damaged)).toMatchObject({
      entry: "R/metadata_17.yml",
      text: expect.stringMatching(/damaged/),
    });
  });

  it("ignores YAML tags that create objects", async () => {
    expect((await checkText(`${GOOD}x: !!js/function 'function () {}'\n`))?.text).toMatch(/is not YAML/);
  });

  it("does not expand YAML aliases that would fill the memory", async () => {
    const levels = Array.from(
      { length: 9 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(",")}]`,
    );
    const bomb = [
      "l0: &l0 [x,x,x,x,x,x,x,x,x]",
      ...levels,
      `global_attributes: {${RECORD_ID_KEY}: *l9}`,
    ].join("\n");
    const started = performance.now();
    expect((await checkText(bomb))!.text).toMatch(/does not name the record/);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  it("truncates a long record id in the message", async () => {
    const finding = await checkText(`global_attributes: {${RECORD_ID_KEY}: "${"y".repeat(5_000)}"}`);
    expect(finding!.text.length).toBeLessThan(600);
  });

  it("compares a value with thousands of aliases without expanding it", async () => {
    const lists = Array.from(
      { length: 9 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(",")}]`,
    );
    const bomb = ["l0: &l0 [x,x,x]", ...lists, `${GOOD}  county: *l9`].join("\n");
    const started = performance.now();
    expect(await checkText(bomb)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
