import type { FastifyInstance } from "fastify";
import { schemaOf } from "../../contract/schema/fields.ts";
import { encode } from "../../contract/wire/wire.ts";
import { askedReport } from "../models/uploadReport.ts";
import { createModelGrant } from "../auth/tokens.ts";
import { HttpError } from "../refusal.ts";
import type { Services } from "../services.ts";
import { hasOpenConflicts } from "../stores/uploads/conflictStore.ts";
import { audit } from "../stores/auditStore.ts";
import { findReadableRecord } from "../stores/records/recordStore.ts";
import { findBatch, findBatchOf, newestSentBatch } from "../stores/uploads/uploadBatchStore.ts";
import { listFiles, listFilesOfBatch, listPlacesBeside, listZips } from "../stores/uploads/uploadStore.ts";
import { findSendingZip } from "../uploads/sendingZip.ts";
import {
  fileAnswer,
  filesEtag,
  progressAnswer,
  receiptAnswer,
  sendingAnswer,
  zipAnswer,
} from "../uploads/uploadAnswers.ts";
import { batchFolder, recordFolder } from "../uploads/uploadPlaces.ts";
import { isNotModified } from "./requests.ts";
import { RECORD_NOT_FOUND, defineOperation } from "./operation.ts";

const listArchiveCall = defineOperation("listArchive", {
  tag: "Uploads",
  summary: "List a record's uploads",
  description:
    "The zips of a record, the newest first, each with the number of its files that are new, changed, the same or gone beside the upload before it. Paths are relative to the prefix of a download link.",
  response: "Upload",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

const listFilesCall = defineOperation("listFiles", {
  tag: "Uploads",
  summary: "List a record's files",
  description:
    "The files and folders unpacked from a record's uploads; those that were put aside only with archived=true. Answers 304 to an If-None-Match that is still right.",
  response: "StoredFile",
  isList: true,
  isConditional: true,
  query: { archived: { type: "string", enum: ["true", "false"] } },
  errors: RECORD_NOT_FOUND,
});

const downloadLinkCall = defineOperation("downloadLink", {
  tag: "Uploads",
  summary: "Ask for download addresses",
  description:
    "Read-only shared access to the uploads of a record that stand, each by a query of its own; what a correction took over from an upload that was put aside, file by file.",
  response: "DownloadLink",
  errors: RECORD_NOT_FOUND,
});

const uploadProgressCall = defineOperation("uploadProgress", {
  tag: "Uploads",
  summary: "See how far an upload has come",
  description:
    "The stages of the latest upload, each with its time. While a script sends a zip, how many of its bytes have arrived in the store, and of how many where the script has said so.",
  response: "UploadProgress",
  errors: RECORD_NOT_FOUND,
});

const uploadReceiptCall = defineOperation("uploadReceipt", {
  tag: "Uploads",
  summary: "Read an upload's receipt",
  description:
    "The proof of one upload: the zip's hash, every file with its size and hash, who sent it, when each stage ended and what was found. Kept as a file, it can be compared with what is stored at any later time.",
  response: "UploadReceipt",
  errors: { "404": "There is no receipt of such an upload." },
});

type OfRecord = { Params: { recordId: string } };

const LINK_LIFETIME = 60 * 60_000;

const modelReportCall = defineOperation("modelReport", {
  tag: "Uploads",
  summary: "Read an upload's model report",
  description:
    "What the files of one upload say of the model: software and versions, plans, geometries, and whether every file they refer to was delivered. It is made once for each upload; what it finds never stops one.",
  response: "ModelReport",
  errors: { 404: "There is no model report of such an upload." },
});

/** What a record's owner, and the agency's admins, see of its uploads. */
export function fileRoutes(app: FastifyInstance, services: Services): void {
  const { db, now, storage } = services;
  app.route<OfRecord>({
    ...listArchiveCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return (await listZips(db, id)).map(zipAnswer);
    },
  });

  app.route<OfRecord & { Querystring: { archived?: string } }>({
    ...listFilesCall,
    handler: async (request, reply) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      const withArchived = request.query.archived === "true";
      if (isNotModified(request, reply, await filesEtag(db, id, withArchived))) return reply.code(304).send();
      return (await listFiles(db, id, withArchived)).map(fileAnswer);
    },
  });

  app.route<OfRecord>({
    ...downloadLinkCall,
    handler: async ({ user, params, ip: address }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      await audit(db, { event: "download granted", username: user.username, address, recordId: id }, now());
      const until = new Date(now().getTime() + LINK_LIFETIME);
      const { prefix, expires } = await storage.grantRead(recordFolder(id), until);
      // Never for the record's folder: what was put aside lies there, too.
      const uploads = await Promise.all(
        (await listZips(db, id))
          .filter(({ archived }) => !archived)
          .map(async ({ upload_id }) => {
            const { query } = await storage.grantRead(batchFolder({ id: upload_id, record_id: id }), until);
            return { uploadBatchId: upload_id, query };
          }),
      );
      const granted = uploads.map(({ uploadBatchId }) => uploadBatchId);
      const takenOver = await listPlacesBeside(db, id, granted);
      const files = takenOver.map((path) => {
        const { query } = storage.grantReadFile(`${recordFolder(id)}/${path}`, until);
        return { path, query };
      });
      const isOneModel = uploads.length > 0 && !(await hasOpenConflicts(db, id));
      const modelGrant = isOneModel ? createModelGrant(services, id, until) : null;
      const link = { prefix, query: uploads[0]?.query ?? "", expires, uploads, files, modelGrant };
      return encode(schemaOf("download-link"), link, "read");
    },
  });

  app.route<OfRecord>({
    ...uploadProgressCall,
    handler: async ({ user, params }) => {
      const record = await findReadableRecord(db, user, params.recordId);
      const sent = await newestSentBatch(db, record.id);
      const sending = await findSendingZip(services, record, sent);
      return sending ? sendingAnswer(sending) : progressAnswer(sent);
    },
  });

  uploadVersionRoutes(app, services);
}

type OfUpload = { Params: { recordId: string; uploadBatchId: string } };

/** What is kept of one upload: its receipt, and what its files say of the model. */
function uploadVersionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<OfUpload>({
    ...uploadReceiptCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      const batch = await findBatchOf(db, id, params.uploadBatchId);
      if (!batch?.receipt) throw new HttpError(404, "There is no receipt of such an upload.");
      const corrected = batch.corrected_upload_id === null ? undefined : await findBatch(db, batch.corrected_upload_id);
      const files = await listFilesOfBatch(db, batch.id);
      return receiptAnswer({ ...batch, receipt: batch.receipt }, files, corrected?.version ?? null);
    },
  });

  app.route<OfUpload>({
    ...modelReportCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      const batch = await findBatchOf(db, id, params.uploadBatchId);
      const report = batch?.cataloged_at ? await askedReport(services, batch) : undefined;
      if (!report) throw new HttpError(404, "There is no model report of such an upload.");
      return encode(schemaOf("model-report"), { ...report }, "read");
    },
  });
}
