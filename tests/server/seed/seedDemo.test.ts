import { readFileSync } from "node:fs";
import type { FeatureCollection, Polygon } from "geojson";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCountiesAndRegions } from "../../../src/contract/uploads/findCounties.ts";
import type { Polygons } from "../../../src/contract/uploads/spatialExtent.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getFieldList, getSchema, getFieldText } from "../../../src/contract/schema/fields.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { fillDerivedFields } from "../../../src/contract/wire/wire.ts";
import { validateDocument } from "../../../src/server/parseBody.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { demoPeople, demoRecords, expandVersions } from "../../../src/server/seed/demoData.ts";
import { seedDemo, storeDemoFiles } from "../../../src/server/seed/seedDemo.ts";
import { loadReferences } from "../../../src/server/stores/referenceStore.ts";
import { signedIn, type Api } from "../../support/apiClient.ts";
import { startServer } from "../../support/startServer.ts";

let server: RunningServer;
let vendor1: Api;
beforeAll(async () => {
  server = await startServer();
  vendor1 = await signedIn(server, "vendor1");
});
afterAll(() => server.close());

const getTitle = (metadata: JsonObject) => getFieldText(getSchema("metadata"), metadata, "title");
const records = demoRecords.map((record) => [getTitle(expandVersions(record)[0]!.metadata), record] as const);

describe.each(records)("the demo record %s", (_, record) => {
  it("is valid in every version", async () => {
    const references = await loadReferences(server.services.db);
    for (const { metadata } of expandVersions(record))
      expect(
        validateDocument(
          "metadata",
          fillDerivedFields(getSchema("metadata"), metadata, references),
          references,
        ),
      ).toEqual([]);
  });

  it("has an area in the counties that it lists", () => {
    const path = `../../../src/server/seed/model/areas/${record.area}.geojson`;
    const { features } = JSON.parse(
      readFileSync(new URL(path, import.meta.url), "utf8"),
    ) as FeatureCollection<Polygon>;
    const polygons = features.map(({ geometry }) => geometry.coordinates) as Polygons;
    const listed = getFieldList(getSchema("metadata"), expandVersions(record).at(-1)!.metadata, "county");
    expect(findCountiesAndRegions(polygons).counties).toEqual(listed.toSorted());
  });

  it("lists its events in order", () => {
    for (const list of [record.versions, record.messages, record.notifications, record.uploads]) {
      const times = list.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
      expect(times.every((at) => at < "2026-11-21")).toBe(true);
    }
  });
});

it.each(demoPeople.map(({ contact }) => [String(contact["email"]), contact] as const))(
  "the demo contact %s is valid",
  (_, contact) => {
    expect(validateDocument("contact", contact)).toEqual([]);
  },
);

it("the demo data include records of vendor1 in every status", async () => {
  const { rows } = await vendor1(endpoints.listRecords, { params: { username: "vendor1" } });
  expect(rows).toHaveLength(10);
  expect(new Set(rows.map((row) => row["status"]))).toEqual(
    new Set(["in progress", "pending", "accepted", "rejected"]),
  );
});

it("the demo data list the rejected upload with the reason of its notification", async () => {
  const { rows } = await vendor1(endpoints.listRecords, { params: { username: "vendor1" } });
  const rejected = rows.filter((row) => row["upload_refused"]);
  const notified = demoRecords.filter(({ notifications }) =>
    notifications.some(({ status }) => status === "in progress"),
  );
  expect(rejected.map((row) => row["model_title"])).toEqual(
    notified.map(({ versions }) => getTitle(versions[0]!.metadata!)),
  );
  expect(notified[0]?.notifications[0]?.content).toContain(rejected[0]?.["upload_fault"]);
});

it("the demo data have one set of conflicting uploads, with only the files that differ", async () => {
  const { rows } = await vendor1(endpoints.listConflicts, { params: { username: "vendor1" } });
  expect(new Set(rows.map((row) => row["filename"]))).toEqual(
    new Set(["Model_Files/PecanBranch.g01", "Model_Files/Results/peak_stages.csv"]),
  );
  expect(rows).toHaveLength(4);
});

it("the demo data store every listed file with its size and hash", async () => {
  const { rows } = await vendor1(endpoints.listRecords, { params: { username: "vendor1" } });
  const accepted = rows.find((row) => row["status"] === "accepted")!;
  const params = { recordId: String(accepted[RECORD_ID_KEY]) };
  const { body: link } = await vendor1(endpoints.downloadLink, { params });
  const files = [
    ...(await vendor1(endpoints.listFiles, { params })).rows.filter((row) => row["upload_type"] === "file"),
    ...(await vendor1(endpoints.listArchive, { params })).rows,
  ];
  expect(files.length).toBeGreaterThan(9);
  const grants = link["uploads"] as { uploadBatchId: string; query: string }[];
  for (const file of files) {
    const path = String(file["path"]);
    const grant = grants.find(({ uploadBatchId }) => path.startsWith(uploadBatchId));
    const response = await fetch(`${link["prefix"]}${encodeURI(path)}?${grant?.query}`);
    expect(response.status).toBe(200);
    const content = new Uint8Array(await response.arrayBuffer());
    expect(content.length).toBe(file["size"]);
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", content)).toString("hex");
    expect(digest).toBe(file["sha256"]);
  }
});

it("the demo data are added only once, so that deletions and changes are kept", async () => {
  const { db } = server.services;
  const counts = () =>
    Promise.all(
      (["records", "contacts", "messages", "model_files", "history", "reference_items"] as const).map(
        async (table) =>
          (
            await db
              .selectFrom(table)
              .select((of) => of.fn.countAll<number>().as("n"))
              .execute()
          )[0]!.n,
      ),
    );
  const before = await counts();
  await seedDemo(server.services);
  expect(await counts()).toEqual(before);
});

it("the demo files are stored at the next start if the first start was interrupted", async () => {
  const { db, storage } = server.services;
  const [zip] = await db.selectFrom("model_files").selectAll().where("kind", "=", "zip").execute();
  const path = `records/${zip!.record_id}/${zip!.blob_path}`;
  await storage.remove(path);
  await db.deleteFrom("settings").where("name", "=", "demo-files").execute();
  await storeDemoFiles(server.services);
  expect(await storage.find(path)).toMatchObject({ size: zip!.size });
});
