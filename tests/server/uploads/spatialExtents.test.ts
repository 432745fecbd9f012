import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect, it, vi } from "vitest";
import { MAX_GEODATABASE_BYTES } from "../../../src/contract/uploads/geodatabaseZip.ts";
import { isExtentUploadedBy } from "../../../src/server/stores/uploads/spatialExtentStore.ts";
import { sanitizeFileName } from "../../../src/server/uploads/receiveSpatialExtent.ts";
import { aZip } from "../../support/aZip.ts";
import { COVERAGE } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { waitForAssertion } from "./uploadCalls.ts";
import type { UploadServer } from "./uploadServer.ts";

const BOUNDARY = "----form-boundary";

/** A multipart body with one file. */
function createForm(content: Buffer, { field = "file", name = "coverage.gdb.zip" } = {}): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/zip\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** A form with one byte more than the limit, in chunks of 1 MB. */
function* largeForm(): Generator<Uint8Array> {
  const [head, tail] = createForm(Buffer.from("@@")).toString("latin1").split("@@");
  yield Buffer.from(head!);
  for (let size = 0; size < MAX_GEODATABASE_BYTES; size += 1024 * 1024) yield Buffer.alloc(1024 * 1024);
  yield Buffer.from(`1${tail}`);
}

async function getPort({ app }: UploadServer): Promise<number> {
  if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends a form over the network in chunks. */
async function streamForm(server: UploadServer, form: Iterable<Uint8Array>) {
  return fetch(`http://127.0.0.1:${await getPort(server)}/api/vendors/upload-spatial-extent`, {
    method: "POST",
    headers: {
      "x-access-token": server.tokens.vendor1,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: Readable.toWeb(Readable.from(form)),
    duplex: "half",
  } as RequestInit);
}

async function sendForm({ app, tokens }: UploadServer, payload: Buffer) {
  const response = await app.inject({
    method: "POST",
    url: "/api/vendors/upload-spatial-extent",
    headers: {
      "x-access-token": tokens.vendor1,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload,
  });
  const answer = response.json<{ message?: string; spatial_extent_shapefile?: string }>();
  return { status: response.statusCode, message: answer.message, stored: answer.spatial_extent_shapefile };
}

async function listStoredExtents({ services }: UploadServer): Promise<string[]> {
  const paths = [];
  for await (const { path } of services.storage.list("spatial-extents")) paths.push(path);
  return paths;
}

onUploadServer((server) => {
  it("stores a zipped geodatabase under a unique name, for its vendor only", async () => {
    const { status, stored } = await sendForm(
      server(),
      createForm(COVERAGE, { name: "My coverage (2026).gdb.zip" }),
    );
    expect(status).toBe(200);
    expect(stored).toMatch(/^[0-9a-f-]{36}_My_coverage_2026_.gdb.zip$/);
    const { db, storage } = server().services;
    expect((await storage.find(`spatial-extents/${stored}`))?.size).toBe(COVERAGE.length);
    expect(await isExtentUploadedBy(db, "vendor1", stored!)).toBe(true);
    expect(await isExtentUploadedBy(db, "vendor2", stored!)).toBe(false);
    expect(await isExtentUploadedBy(db, "vendor1", "nobody-sent-this.zip")).toBe(false);
    const row = await db
      .selectFrom("spatial_extents")
      .selectAll()
      .where("stored_name", "=", stored!)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      original_name: "My coverage (2026).gdb.zip",
      size: COVERAGE.length,
      sha256: createHash("sha256").update(COVERAGE).digest("hex"),
    });
  });

  it("accepts a geodatabase of several megabytes", async () => {
    const table = Buffer.alloc(7 * 1024 * 1024);
    for (let at = 0; at < table.length; at += 4) table.writeUInt32LE((at * 2654435761) >>> 0, at);
    const catalogue = "tests/fixtures/coverage.gdb/a00000001";
    readFileSync(`${catalogue}.gdbtable`).copy(table);
    const zip = await aZip([
      { path: "Area.gdb/a00000001.gdbtable", content: table },
      { path: "Area.gdb/a00000001.gdbtablx", content: readFileSync(`${catalogue}.gdbtablx`) },
    ]);
    const { status } = await sendForm(server(), createForm(zip));
    expect(status).toBe(200);
  });

  it("refuses a renamed text file with the reason and stores nothing", async () => {
    const before = await listStoredExtents(server());
    const { status, message } = await sendForm(server(), createForm(Buffer.from("only text")));
    expect(status).toBe(422);
    expect(message).toMatch(/not a zip/);
    expect(await listStoredExtents(server())).toEqual(before);
  });

  it("refuses a zip without a geodatabase", async () => {
    const zip = await aZip([{ path: "shapes/area.shp", content: "shp" }]);
    const { status, message } = await sendForm(server(), createForm(zip));
    expect(status).toBe(422);
    expect(message).toMatch(/no geodatabase/);
  });

  it("refuses a file that is too large after receiving it and stores nothing", async () => {
    const before = await listStoredExtents(server());
    const response = await streamForm(server(), largeForm());
    expect(response.status).toBe(413);
    expect(await response.text()).toMatch(/larger than 200 MB/);
    expect(await listStoredExtents(server())).toEqual(before);
  });

  it("stores nothing of an interrupted upload", async () => {
    const before = await listStoredExtents(server());
    const write = vi.spyOn(server().services.storage, "write");
    const socket = connect(await getPort(server()), "127.0.0.1");
    const headers = [
      "POST /api/vendors/upload-spatial-extent HTTP/1.1",
      "host: portal.example.com",
      `x-access-token: ${server().tokens.vendor1}`,
      `content-type: multipart/form-data; boundary=${BOUNDARY}`,
      "content-length: 100000",
    ];
    socket.write(`${headers.join("\r\n")}\r\n\r\n`);
    socket.write(createForm(COVERAGE).subarray(0, 1000));
    await waitForAssertion(() => expect(write).toHaveBeenCalledOnce());
    socket.destroy();
    await expect(write.mock.results[0]?.value).rejects.toThrow();
    write.mockRestore();
    expect(await listStoredExtents(server())).toEqual(before);
    expect((await sendForm(server(), createForm(COVERAGE))).status).toBe(200);
  });

  it("refuses a call without the file", async () => {
    expect((await sendForm(server(), createForm(COVERAGE, { field: "other" }))).status).toBe(400);
    expect((await sendForm(server(), Buffer.from(`--${BOUNDARY}--\r\n`))).status).toBe(400);
    const json = await server().app.inject({
      method: "POST",
      url: "/api/vendors/upload-spatial-extent",
      headers: { "x-access-token": server().tokens.vendor1 },
      payload: { file: "coverage" },
    });
    expect(json.statusCode).toBe(400);
  });

  it("requires a session", async () => {
    const response = await server().app.inject({
      method: "POST",
      url: "/api/vendors/upload-spatial-extent",
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      payload: createForm(COVERAGE),
    });
    expect(response.statusCode).toBe(401);
  });
});

it.each([
  ["Coverage.gdb.zip", "Coverage.gdb.zip"],
  ["C:\\models\\Área 1.zip", "Área_1.zip"],
  ["../../etc/passwd", "passwd"],
  ["..", "extent.zip"],
  ["a,b;c.zip", "a_b_c.zip"],
  [`${"x".repeat(300)}.zip`, `${"x".repeat(96)}.zip`],
])("stores the file name %j as %j", (name, stored) => {
  expect(sanitizeFileName(name)).toBe(stored);
});
