import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf } from "../../contract/fields.ts";
import { encode } from "../../contract/wire.ts";
import { uploadReport } from "../models/uploadReport.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findReadableRecord } from "../stores/recordStore.ts";
import { findBatchOf, newestSentBatch } from "../stores/uploadBatchStore.ts";
import { listFiles, listFilesOfBatch, listZips, versionOfFiles } from "../stores/uploadStore.ts";
import { receiptAnswer } from "../uploads/receiptAnswer.ts";
import { FILE_SHAPE, fileAnswer, progressAnswer, zipAnswer } from "../uploads/uploadAnswers.ts";
import { recordFolder } from "../uploads/uploadPlaces.ts";
import { isUnchanged } from "./isUnchanged.ts";

type OfRecord = { Params: { recordId: string } };

const LINK_LIFETIME = 60 * 60_000;

/** What a record's owner, and the agency's admins, see of its uploads. */
export function fileRoutes(app: FastifyInstance, services: Services): void {
  const { db, now, storage } = services;
  app.route<OfRecord>({
    method: endpoints.listArchive.method,
    url: endpoints.listArchive.path,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return (await listZips(db, id)).map(zipAnswer);
    },
  });

  app.route<OfRecord>({
    method: endpoints.listFiles.method,
    url: endpoints.listFiles.path,
    handler: async (request, reply) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      const version = await versionOfFiles(db, id);
      if (isUnchanged(request, reply, `"${version}-${FILE_SHAPE}"`)) return reply.code(304).send();
      return (await listFiles(db, id)).map(fileAnswer);
    },
  });

  app.route<OfRecord>({
    method: endpoints.downloadLink.method,
    url: endpoints.downloadLink.path,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      const { prefix, query, expires } = await storage.grantRead(
        recordFolder(id),
        new Date(now().getTime() + LINK_LIFETIME),
      );
      return encode(schemaOf("download-link"), { prefix, query, expires }, "read");
    },
  });

  app.route<OfRecord>({
    method: endpoints.uploadProgress.method,
    url: endpoints.uploadProgress.path,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return progressAnswer(await newestSentBatch(db, id));
    },
  });

  uploadVersionRoutes(app, services);
}

type OfUpload = { Params: { recordId: string; uploadBatchId: string } };

/** What is kept of one upload: its receipt, and what its files say of the model. */
function uploadVersionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<OfUpload>({
    method: endpoints.uploadReceipt.method,
    url: endpoints.uploadReceipt.path,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      const batch = await findBatchOf(db, id, params.uploadBatchId);
      if (!batch?.receipt) throw new Refusal(404, "There is no receipt of such an upload.");
      return receiptAnswer({ ...batch, receipt: batch.receipt }, await listFilesOfBatch(db, batch.id));
    },
  });

  app.route<OfUpload>({
    method: endpoints.modelReport.method,
    url: endpoints.modelReport.path,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      const batch = await findBatchOf(db, id, params.uploadBatchId);
      const report = batch?.catalogued_at ? await uploadReport(services, batch) : undefined;
      if (!report) throw new Refusal(404, "There is no model report of such an upload.");
      return encode(schemaOf("model-report"), { ...report }, "read");
    },
  });
}
