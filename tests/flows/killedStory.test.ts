import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startProduct, type Product } from "../../scripts/dev/lib/startProduct.ts";
import { listFilesToDecide } from "../../src/contract/conflicts/resolveConflicts.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { PortalDataProvider } from "../../src/portal/providers/dataProvider.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import {
  createCorrectionZip,
  DEFAULT_FILE_NAMES,
  createModelZip,
  readFilesInZip,
} from "../server/uploads/createModelZip.ts";
import { sendZip } from "../support/sendModel.ts";
import { copyPreparedData } from "../support/copyPreparedData.ts";
import { signInProvider } from "../support/signInProvider.ts";

let product: Product;

/** Starts the product on the embedded database, with the demo data. */
async function startDemo(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "flood-killed-"));
  copyPreparedData("DEMO_DATA", dataDir);
  return startProduct({ DATA_DIR: dataDir });
}

const as = async (username: string) => (await signInProvider(product.url, username)).provider;
const vendor = () => as("vendor1");
const agency = () => as("agency1");

/** File contents by name, below Model_Files. */
type Files = Record<string, string>;

/** The state of the model after a step. */
interface ModelState {
  status: string;
  versions: number;
  /** The current files, once for each of their contents. */
  currentFiles: string[];
  conflicts: string[];
}

/** A model in a record of its own, and the steps of its story, each by the portal's own calls. */
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
  const addRoot = (files: Files) =>
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => {
        contents.set(createHash("sha256").update(content).digest("hex"), content);
        return [`Model_Files/${name}`, content];
      }),
    );
  const sentUploads: string[] = [];
  const send = async (zip: Buffer, correction?: { uploadBatchId: string; excludedPaths: string[] }) => {
    const ticket = await (await vendor()).requestUpload(recordId, correction);
    await sendZip(ticket, zip);
    sentUploads.push(ticket.uploadBatchId);
  };
  const removeRoot = (path = "") => path.replace(/^Model_Files\//, "");
  const listCurrentFiles = async () =>
    (await (await vendor()).listFiles(recordId)).files.filter(
      ({ uploadType, pathInModel = "" }) =>
        uploadType === "file" &&
        pathInModel.startsWith("Model_Files/") &&
        !DEFAULT_FILE_NAMES.includes(removeRoot(pathInModel)),
    );

  return {
    recordId,
    send: async (files: Files) => send(await createModelZip(record, addRoot(files))),
    correct: async (version: number, files: Files, excludedPaths: string[]) =>
      send(await createCorrectionZip(record, addRoot(files)), {
        uploadBatchId: sentUploads[version - 1]!,
        excludedPaths: excludedPaths.map((name) => `Model_Files/${name}`),
      }),
    keep: async (version: number) => (await vendor()).selectUpload(recordId, sentUploads[version - 1]!),
    /** Chooses for each file the version to keep; null excludes the file. */
    async choose(choices: Record<string, number | null>) {
      const files = await listCurrentFiles();
      const idOf = (name: string, version: number | null) =>
        files.find(
          ({ pathInModel, uploadBatchId }) =>
            removeRoot(pathInModel) === name &&
            (version === null || uploadBatchId === sentUploads[version - 1]),
        )!.uploadId!;
      const chosen = Object.entries(choices);
      const uploadIds = chosen.filter(([, version]) => version !== null).map((one) => idOf(...one));
      const excludedIds = chosen.filter(([, version]) => version === null).map((one) => idOf(...one));
      await (await vendor()).selectVersions(recordId, { uploadIds, excludedIds, filesEtag: undefined });
    },
    async undo() {
      const provider = await vendor();
      const last = (await provider.listResolutions(recordId)).find(({ undone }) => !undone);
      await provider.undoResolution(recordId, last!.id);
    },
    async readState(): Promise<ModelState> {
      const provider = await vendor();
      const files = await listCurrentFiles();
      const conflicts = listFilesToDecide(
        files.map(({ pathInModel = "", uploadId = "", ...file }) => ({
          ...file,
          path: pathInModel,
          uploadId,
        })),
        [],
      ).flatMap(({ path, decisionReason }) => (decisionReason === "contested" ? [removeRoot(path)] : []));
      expect((await provider.getRecordConflicts(recordId)).contestedFiles).toBe(conflicts.length);
      return {
        status: (await row(provider)).statusInfo.status,
        versions: (await provider.listUploads(recordId)).length,
        currentFiles: [
          ...new Set(
            files.map(({ pathInModel, sha256 }) => `${removeRoot(pathInModel)}: ${contents.get(sha256)}`),
          ),
        ].sort(),
        conflicts,
      };
    },
    /** Reads the files from the ZIP of the current model. */
    async readZip(): Promise<Files> {
      const link = await (await agency()).getDownloadLink(recordId);
      const answer = await fetch(link!.modelUrl!);
      return readFilesInZip(Buffer.from(await answer.arrayBuffer()));
    },
  };
}

describe("a server that is killed", () => {
  beforeAll(async () => {
    product = await startDemo();
  });
  afterAll(() => product?.remove());

  it("keeps every acknowledged step when it is killed right after each answer", async () => {
    const model = await aModel();
    const { recordId, send, correct, keep, choose, undo } = model;
    const steps: [step: () => Promise<unknown>, change: Partial<ModelState>][] = [
      [() => send({ a: "1", b: "1" }), { status: "pending", versions: 1, currentFiles: ["a: 1", "b: 1"] }],
      [
        () => send({ a: "2", b: "1", c: "2" }),
        { versions: 2, currentFiles: ["a: 1", "a: 2", "b: 1", "c: 2"], conflicts: ["a"] },
      ],
      [() => keep(1), { currentFiles: ["a: 1", "b: 1"], conflicts: [] }],
      [undo, { currentFiles: ["a: 1", "a: 2", "b: 1", "c: 2"], conflicts: ["a"] }],
      [() => keep(2), { currentFiles: ["a: 2", "b: 1", "c: 2"], conflicts: [] }],
      [
        () => send({ a: "3", b: "3" }),
        { versions: 3, currentFiles: ["a: 2", "a: 3", "b: 1", "b: 3", "c: 2"], conflicts: ["a", "b"] },
      ],
      [() => choose({ a: 3, b: 2, c: null }), { currentFiles: ["a: 3", "b: 1"], conflicts: [] }],
      [
        async () => (await agency()).rejectRecord({ recordId, reason: "Please mend a.", reasons: [] }),
        { status: "rejected" },
      ],
      [async () => (await vendor()).reopenRecord(recordId), { status: "in progress" }],
      [
        () => correct(3, { a: "4", d: "4" }, ["b"]),
        { status: "pending", versions: 4, currentFiles: ["a: 3", "a: 4", "b: 1", "d: 4"], conflicts: ["a"] },
      ],
      [() => keep(4), { currentFiles: ["a: 4", "d: 4"], conflicts: [] }],
      [async () => (await agency()).acceptRecord(recordId), { status: "accepted" }],
    ];
    let state = await model.readState();
    for (const [step, change] of steps) {
      await step();
      await product.stop("SIGKILL");
      await product.restart();
      const expected = { ...state, ...change };
      const { status, versions } = expected;
      // An upload becomes a version once it has been processed.
      await vi.waitFor(
        async () => expect(await model.readState()).toMatchObject({ status, versions }),
        600_000,
      );
      state = await model.readState();
      expect(state).toEqual(expected);
    }
    expect(await model.readZip()).toEqual({ a: "4", d: "4" });
  }, 900_000);
});
