import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startProduct, type Product } from "../../scripts/lib/startProduct.ts";
import { askedFiles } from "../../src/contract/conflicts/conflictOutcome.ts";
import type { JsonObject } from "../../src/contract/schema/fields.ts";
import type { PortalDataProvider } from "../../src/portal/providers/dataProvider.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { openDatabase } from "../../src/server/database/openDatabase.ts";
import { dropLeases } from "../../src/server/stores/uploads/uploadBatchStore.ts";
import { aCorrection, ALWAYS, aModelUpload, filesInZip } from "../server/uploads/aModelUpload.ts";
import { onEachDatabase, type TestDatabase } from "../support/database.ts";
import { sendZip } from "../support/deliverModel.ts";
import { fillWith } from "../support/fillWith.ts";
import { signedIn } from "../support/signedIn.ts";
import { startServer } from "../support/startServer.ts";

let product: Product;

/** The whole product with demo data, which it makes by itself on the embedded database only. */
async function startDemo({ databaseUrl }: TestDatabase): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "flood-killed-"));
  if (databaseUrl === undefined) {
    fillWith("DEMO_DATA", dataDir);
    return startProduct({ DATA_DIR: dataDir });
  }
  await (await startServer({ databaseUrl, dataDir })).close();
  const TOKEN_SECRET = "a secret of this test, long enough for a token";
  return startProduct({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TOKEN_SECRET });
}

/** A minute later: the lease of a worker that was killed has run out. The embedded database's starts end it at once. */
async function endLeases({ databaseUrl }: TestDatabase): Promise<void> {
  if (databaseUrl === undefined) return;
  const db = await openDatabase({ databaseUrl, dataDir: "" });
  await dropLeases(db);
  await db.destroy();
}

const as = async (username: string) => (await signedIn(product.url, username)).provider;
const vendor = () => as("vendor1");
const agency = () => as("agency1");

/** Contents by name, below Model_Files. */
type Files = Record<string, string>;

/** What a step leaves behind. */
interface Told {
  status: string;
  versions: number;
  /** Every file that stands, once for each of its contents. */
  standing: string[];
  contested: string[];
}

/** A model whose uploads conflict, are chosen between, rejected and corrected, by the portal's own calls. */
async function aModel() {
  const provider = await vendor();
  const { data } = await provider.getList<RecordRow>("records", {
    pagination: { page: 1, perPage: 100 },
    sort: { field: "id", order: "ASC" },
    filter: {},
  });
  const recordId = String(await provider.duplicateRecord(data[0]!.id, crypto.randomUUID()));
  const row = async (by: PortalDataProvider) =>
    (await by.getOne<RecordRow>("records", { id: recordId })).data;
  const record = { id: Number(recordId), metadata: (await row(provider)).currentMetadata as JsonObject };
  const contents = new Map<string, string>();
  const placed = (files: Files) =>
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => {
        contents.set(createHash("sha256").update(content).digest("hex"), content);
        return [`Model_Files/${name}`, content];
      }),
    );
  const batches: string[] = [];
  const send = async (zip: Buffer, correction?: { uploadBatchId: string; leftOut: string[] }) => {
    const ticket = await (await vendor()).requestUpload(recordId, correction);
    await sendZip(ticket, zip);
    batches.push(ticket.uploadBatchId);
  };
  const named = (path = "") => path.replace(/^Model_Files\//, "");
  const standing = async () =>
    (await (await vendor()).recordFiles(recordId)).files.filter(
      ({ uploadType, pathInModel = "" }) =>
        uploadType === "file" &&
        pathInModel.startsWith("Model_Files/") &&
        !ALWAYS.includes(named(pathInModel)),
    );

  return {
    recordId,
    send: async (files: Files) => send(await aModelUpload(record, placed(files))),
    correct: async (version: number, files: Files, leftOut: string[]) =>
      send(await aCorrection(record, placed(files)), {
        uploadBatchId: batches[version - 1]!,
        leftOut: leftOut.map((name) => `Model_Files/${name}`),
      }),
    keep: async (version: number) => (await vendor()).selectUpload(recordId, batches[version - 1]!),
    /** Files by name: the version that stays, or null to leave it out. */
    async choose(choices: Record<string, number | null>) {
      const files = await standing();
      const idOf = (name: string, version: number | null) =>
        files.find(
          ({ pathInModel, uploadBatchId }) =>
            named(pathInModel) === name && (version === null || uploadBatchId === batches[version - 1]),
        )!.uploadId!;
      const chosen = Object.entries(choices);
      const uploadIds = chosen.filter(([, version]) => version !== null).map((one) => idOf(...one));
      const leftOutIds = chosen.filter(([, version]) => version === null).map((one) => idOf(...one));
      await (await vendor()).selectVersions(recordId, { uploadIds, leftOutIds, seen: undefined });
    },
    async undo() {
      const provider = await vendor();
      const last = (await provider.recordResolutions(recordId)).find(({ undone }) => !undone);
      await provider.undoResolution(recordId, last!.id);
    },
    async told(): Promise<Told> {
      const provider = await vendor();
      const files = await standing();
      const contested = askedFiles(
        files.map(({ pathInModel = "", uploadId = "", ...file }) => ({
          ...file,
          path: pathInModel,
          uploadId,
        })),
        [],
      ).flatMap(({ path, why }) => (why === "contested" ? [named(path)] : []));
      expect((await provider.recordConflicts(recordId)).contestedFiles).toBe(contested.length);
      return {
        status: (await row(provider)).statusInfo.status,
        versions: (await provider.recordUploads(recordId)).length,
        standing: [
          ...new Set(
            files.map(({ pathInModel, sha256 }) => `${named(pathInModel)}: ${contents.get(sha256)}`),
          ),
        ].sort(),
        contested,
      };
    },
    /** What the one zip of the model holds. */
    async files(): Promise<Files> {
      const link = await (await agency()).downloadLink(recordId);
      const answer = await fetch(link!.modelAddress!);
      return filesInZip(Buffer.from(await answer.arrayBuffer()));
    },
  };
}

onEachDatabase("a server that is killed", (database) => {
  beforeAll(async () => {
    product = await startDemo(database());
  }, 180_000);
  afterAll(() => product?.remove());

  it("tells one story to its end though the server is killed as soon as it has answered each step", async () => {
    const model = await aModel();
    const { recordId, send, correct, keep, choose, undo } = model;
    const steps: [step: () => Promise<unknown>, comes: Partial<Told>][] = [
      [() => send({ a: "1", b: "1" }), { status: "pending", versions: 1, standing: ["a: 1", "b: 1"] }],
      [
        () => send({ a: "2", b: "1", c: "2" }),
        { versions: 2, standing: ["a: 1", "a: 2", "b: 1", "c: 2"], contested: ["a"] },
      ],
      [() => keep(1), { standing: ["a: 1", "b: 1"], contested: [] }],
      [undo, { standing: ["a: 1", "a: 2", "b: 1", "c: 2"], contested: ["a"] }],
      [() => keep(2), { standing: ["a: 2", "b: 1", "c: 2"], contested: [] }],
      [
        () => send({ a: "3", b: "3" }),
        { versions: 3, standing: ["a: 2", "a: 3", "b: 1", "b: 3", "c: 2"], contested: ["a", "b"] },
      ],
      [() => choose({ a: 3, b: 2, c: null }), { standing: ["a: 3", "b: 1"], contested: [] }],
      [
        async () => (await agency()).rejectRecord({ recordId, reason: "Please mend a.", reasons: [] }),
        { status: "rejected" },
      ],
      [async () => (await vendor()).reopenRecord(recordId), { status: "in progress" }],
      [
        () => correct(3, { a: "4", d: "4" }, ["b"]),
        { status: "pending", versions: 4, standing: ["a: 3", "a: 4", "b: 1", "d: 4"], contested: ["a"] },
      ],
      [() => keep(4), { standing: ["a: 4", "d: 4"], contested: [] }],
      [async () => (await agency()).acceptRecord(recordId), { status: "accepted" }],
    ];
    let told = await model.told();
    for (const [step, comes] of steps) {
      await step();
      await product.stop("SIGKILL");
      await endLeases(database());
      await product.restart();
      const expected = { ...told, ...comes };
      const { status, versions } = expected;
      // What was sent is a version once it has been processed.
      await vi.waitFor(async () => expect(await model.told()).toMatchObject({ status, versions }), 50_000);
      told = await model.told();
      expect(told).toEqual(expected);
    }
    expect(await model.files()).toEqual({ a: "4", d: "4" });
  }, 600_000);
});
