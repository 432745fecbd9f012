import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../../src/contract/wire/endpoints.ts";
import type { Polygons, SpatialExtentArea } from "../../../../src/contract/uploads/spatialExtent.ts";
import { findCountiesAndRegions } from "../../../../src/contract/uploads/findCounties.ts";
import { readGeodatabaseArea } from "../../../../src/server/processing/coverage/readGeodatabaseArea.ts";
import { insertSpatialExtent } from "../../../../src/server/stores/uploads/spatialExtentStore.ts";
import { aZip } from "../../../support/aZip.ts";
import { startUploadServer, type TestUser, type UploadServer } from "../../uploads/uploadServer.ts";

const GEOGRAPHIC = readFileSync("tests/fixtures/coverage.gdb.zip");
const STATE_PLANE = readFileSync("tests/fixtures/coverage-state-plane.gdb.zip");
const COVERAGE = "tests/fixtures/coverage.gdb";
const UNREADABLE = "The geodatabase could not be read, so its area could not be checked.";

/** Offsets in a table's header, https://github.com/rouault/dump_gdbtable/wiki/FGDB-Spec */
const ROWS_OFFSET = 4;
const LARGE_ROWS_OFFSET = 16;

const PROPERTIES = { feature_classes: ["ModelCoverage"], counties: ["Denton"], regions: [] };

const inMemory = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (offset: number, length: number) =>
    Readable.from([bytes.subarray(offset, offset + length)], { objectMode: false }),
});

/** The tables of the coverage geodatabase, with some of them replaced. */
const tables = (replaced: Record<string, Buffer> = {}, folder = "") =>
  ["1", "2", "3", "4", "5", "6", "7", "9"].flatMap((number) =>
    ["gdbtable", "gdbtablx"].map((kind) => {
      const name = `a0000000${number}.${kind}`;
      return {
        path: `${folder}${name}`,
        content: replaced[name] ?? readFileSync(`${COVERAGE}/${name}`),
      };
    }),
  );

const outlineOf = ({ geometry }: SpatialExtentArea) => geometry!.coordinates[0]![0]!;

describe("the area of a geodatabase", () => {
  it("is read in any coordinate system", async () => {
    const area = await readGeodatabaseArea(inMemory(GEOGRAPHIC));
    expect(area).toMatchObject({ type: "Feature", properties: PROPERTIES });
    expect(outlineOf(area)).toContainEqual([-97.191, 33.268]);
    expect(outlineOf(area)).toHaveLength(7);
    const converted = await readGeodatabaseArea(inMemory(STATE_PLANE));
    expect(outlineOf(converted)).toHaveLength(7);
    for (const [longitude, latitude] of outlineOf(converted)) {
      const near = outlineOf(area).some(
        ([x, y]) => Math.abs(x - longitude) < 0.001 && Math.abs(y - latitude) < 0.001,
      );
      expect(near).toBe(true);
    }
  });

  it.each([
    [
      "is compressed",
      /is compressed \(CDF\).* Uncompress File Geodatabase Data/,
      async () => {
        const own = tables().filter(({ path }) => !path.startsWith("a00000009"));
        return aZip([...own, { path: "a00000009.cdf", content: "compressed" }]);
      },
    ],
    [
      "has 64-bit object IDs",
      /has 64-bit object IDs.* 32-bit object IDs/,
      async () => {
        const table = readFileSync(`${COVERAGE}/a00000009.gdbtable`);
        const rows = table.readInt32LE(ROWS_OFFSET);
        table.writeInt32LE(4, 0);
        // Such a table counts its rows in 64 bits, further on; GDAL reads it as if it had none.
        table.writeInt32LE(0, ROWS_OFFSET);
        table.writeBigInt64LE(BigInt(rows), LARGE_ROWS_OFFSET);
        return aZip(tables({ "a00000009.gdbtable": table }));
      },
    ],
  ])("is explained with the remedy if the geodatabase %s", async (_, note, zip) => {
    const area = await readGeodatabaseArea(inMemory(await zip()));
    expect(area.geometry).toBeNull();
    expect(area.properties.note).toMatch(note);
  });

  it("is read from any folder of the zip", async () => {
    for (const folder of ["", "GIS/final/Area.gdb/"]) {
      const area = await readGeodatabaseArea(inMemory(await aZip(tables({}, folder))));
      expect(area.geometry?.coordinates).toHaveLength(1);
    }
  });

  it.each([
    ["a zip without a geodatabase", () => aZip([{ path: "readme.txt", content: "text" }])],
    ["random bytes for a table", () => aZip(tables({ "a00000009.gdbtable": Buffer.alloc(400, 7) }))],
    ["a catalogue that is empty", () => aZip(tables({ "a00000001.gdbtable": Buffer.alloc(0) }))],
    ["no zip", async () => Buffer.from("only text")],
  ])("is empty with a note for %s", async (_, zip) => {
    const area = await readGeodatabaseArea(inMemory(await zip()));
    expect(area.geometry).toBeNull();
    expect(area.properties.note).toMatch(/could not be checked|has no area/);
  });

  it("is empty with a note after a timeout", async () => {
    const area = await readGeodatabaseArea(inMemory(GEOGRAPHIC), { timeoutMs: 50 });
    expect(area).toMatchObject({ geometry: null, properties: { note: UNREADABLE } });
  });
});

describe("the counties and regions of an area", () => {
  const box = (west: number, south: number, east: number, north: number): Polygons[number] => [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];

  it("include counties whose shapes it intersects, for either ring direction", () => {
    const twoCounties = [box(-97.45, 33.1, -97.3, 33.2)];
    expect(findCountiesAndRegions(twoCounties).counties).toEqual(["Denton", "Wise"]);
    const backwards = twoCounties.map((rings) => rings.map((ring) => ring.toReversed()));
    expect(findCountiesAndRegions(backwards).counties).toEqual(["Denton", "Wise"]);
    expect(findCountiesAndRegions([box(-107, 25, -93, 37)]).counties).toHaveLength(254);
    expect(findCountiesAndRegions([box(2, 48, 3, 49)]).counties).toEqual([]);
  });

  it("exclude counties inside a hole", () => {
    const ring = [...box(-99, 31, -96, 34), ...box(-98.9, 31.1, -96.1, 33.9)];
    expect(findCountiesAndRegions([ring]).counties).not.toContain("Johnson");
  });

  it("include a region only if a county lies completely in it", () => {
    expect(findCountiesAndRegions([box(-101.9, 35.2, -101.8, 35.3)])).toEqual({
      counties: ["Potter"],
      regions: ["01"],
    });
    expect(findCountiesAndRegions([box(-95.4, 29.7, -95.3, 29.8)])).toEqual({
      counties: ["Harris"],
      regions: [],
    });
  });
});

describe("the spatial extent endpoint", () => {
  let server: UploadServer;
  beforeAll(async () => {
    server = await startUploadServer();
  });
  afterAll(() => server.stop());

  async function stored(name: string, content?: Buffer) {
    const { db, storage, now } = server.services;
    if (content) await storage.write(`spatial-extents/${name}`, Readable.from([content]));
    const about = { username: "vendor1", original_name: name, size: 1, sha256: "x", uploaded_at: now() };
    await insertSpatialExtent(db, { stored_name: name, ...about });
    return name;
  }
  const recordWith = async (name: string) =>
    String((await server.aRecord("vendor1", { spatialExtentShapefile: name })).id);
  const ask = (recordId: string, user: TestUser = "vendor1") =>
    server.call(user, endpoints.spatialExtent, { params: { recordId } });

  it("returns the area only to the record's vendor and the agency", async () => {
    const id = await recordWith(await stored("one.gdb.zip", GEOGRAPHIC));
    const { status, answer } = await ask(id);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ type: "Feature", geometry: { type: "MultiPolygon" } });
    expect((await ask(id, "agency1")).answer).toEqual(answer);
    expect((await ask(id, "vendor2")).status).toBe(404);
  });

  it("reads a geodatabase once and stores its area", async () => {
    const id = await recordWith(await stored("two.gdb.zip", GEOGRAPHIC));
    const [first, second] = await Promise.all([ask(id), ask(id)]);
    expect(second.answer).toEqual(first.answer);
    const { storage } = server.services;
    expect(await storage.find("spatial-extents/two.gdb.zip.extent.json")).toBeDefined();
    await storage.remove("spatial-extents/two.gdb.zip");
    expect((await ask(id)).answer).toEqual(first.answer);
  });

  const askFor = (storedName: string, user: TestUser = "vendor1") =>
    server.call(user, endpoints.uploadedExtent, { params: { storedName } });

  it("returns 404 for an invalid file name", async () => {
    expect((await askFor("a\0b")).status).toBe(404);
  });

  it("returns the area of an unsaved file only to its uploader", async () => {
    const name = await stored("three.gdb.zip", GEOGRAPHIC);
    const { status, answer } = await askFor(name);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ geometry: { type: "MultiPolygon" }, properties: PROPERTIES });
    for (const user of ["vendor2", "agency1"] as const) expect((await askFor(name, user)).status).toBe(404);
    expect((await askFor("nobody-sent-this.zip")).status).toBe(404);
  });

  it("returns 503 when too many files are queued", async () => {
    const { storage } = server.services;
    const names = await Promise.all(
      Array.from({ length: 11 }, (_, index) => stored(`many-${index}.gdb.zip`)),
    );
    let open = () => undefined as void;
    const isOpen = new Promise<void>((resolve) => (open = resolve));
    const find = storage.find.bind(storage);
    vi.spyOn(storage, "find").mockImplementation(async (path) => {
      if (!path.endsWith(".extent.json")) await isOpen;
      return find(path);
    });
    const answers = names.map((name) => askFor(name));
    const { status, answer } = await Promise.race(answers);
    open();
    expect({ status, answer }).toEqual({
      status: 503,
      answer: {
        message: expect.stringMatching(/^10 geodatabases are waiting to be read\./),
        retryAfter: 30,
      },
    });
    const statuses = (await Promise.all(answers)).map((one) => one.status);
    expect(statuses.filter((one) => one === 200)).toHaveLength(10);
    for (const name of names) expect((await askFor(name)).status).toBe(200);
  });

  it("accepts names up to the maximum length", async () => {
    const name = await stored(`0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3e_${"é".repeat(92)}.gdb.zip`);
    expect((await askFor(name)).status).toBe(200);
  });

  it("explains why there is no area", async () => {
    const notes = [];
    for (const name of [await stored("gone.gdb.zip"), "unknown.zip", ""])
      notes.push(
        ((await ask(await recordWith(name))).answer as unknown as SpatialExtentArea).properties.note,
      );
    expect(notes).toEqual([
      "The portal does not have this geodatabase, so its area could not be checked.",
      "The portal does not have this geodatabase, so its area could not be checked.",
      "The record has no spatial extent yet.",
    ]);
  });

  it("explains why there is no geodatabase to download", async () => {
    const errors = [];
    for (const name of [await stored("lost.gdb.zip"), "unnamed.zip", ""]) {
      const params = { recordId: await recordWith(name) };
      const { status, answer } = await server.call("vendor1", endpoints.spatialExtentFile, { params });
      errors.push([status, (answer as { message: string }).message]);
    }
    const lost =
      "The record's coverage geodatabase is not in the storage. Try again in a minute. If it is still missing, upload it again in the record's form.";
    expect(errors).toEqual([
      [404, lost],
      [404, lost],
      [404, "The record has no spatial extent yet."],
    ]);
  });
});
