import type { FastifyInstance } from "fastify";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { openUploadReport } from "../../uploads/uploadReport.ts";
import { createModelGrant } from "../../auth/tokens.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import { hasOpenConflicts } from "../../stores/uploads/conflictStore.ts";
import { recordAuditEvent } from "../../stores/auditStore.ts";
import { findReadableRecord } from "../../stores/records/recordStore.ts";
import { findUpload, findUploadOfRecord, findLatestSentUpload } from "../../stores/uploads/uploadStore.ts";
import {
  listFiles,
  listManifestFiles,
  listReusedBlobPaths,
  listZips,
} from "../../stores/uploads/modelFileStore.ts";
import { findRunningTransfer } from "../../uploads/zipTransfer.ts";
import {
  encodeFile,
  computeFilesEtag,
  encodeProgress,
  encodeReceipt,
  encodeTransferProgress,
  encodeUpload,
} from "../../uploads/encodeUploads.ts";
import { storedUploadFolder, recordFolder } from "../../uploads/blobPaths.ts";
import { isNotModified } from "../../etags.ts";
import { RECORD_NOT_FOUND, defineOperation } from "../operation.ts";

const listArchiveCall = defineOperation("listArchive", {
  tag: "Uploads",
  summary: "List a record's uploads",
  description:
    "Returns the uploaded zips of a record, newest first. Each zip has the number of new, changed, unchanged and removed files compared with the previous upload. The path of each zip is relative to `prefix` in the record's download link.",
  response: "Upload",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

const listFilesCall = defineOperation("listFiles", {
  tag: "Uploads",
  summary: "List a record's files",
  description:
    "Returns the files and folders extracted from a record's uploads. With archived=true, includes archived files. Responds with 304 if If-None-Match matches.",
  response: "StoredFile",
  isList: true,
  isConditional: true,
  query: { archived: { type: "string", enum: ["true", "false"] } },
  errors: RECORD_NOT_FOUND,
});

const downloadLinkCall = defineOperation("downloadLink", {
  tag: "Uploads",
  summary: "Get links for downloading a record's uploads",
  description:
    "Returns read-only SAS tokens for the current uploads of a record, one for each upload. Each file that a correction took from an archived upload has its own token.",
  response: "DownloadLink",
  errors: RECORD_NOT_FOUND,
});

const uploadProgressCall = defineOperation("uploadProgress", {
  tag: "Uploads",
  summary: "Read the progress of a record's latest upload",
  description:
    "Returns the stages of the latest upload with their times. While a script sends a zip, returns the number of stored bytes, and the size of the zip if known.",
  response: "UploadProgress",
  errors: RECORD_NOT_FOUND,
});

const uploadReceiptCall = defineOperation("uploadReceipt", {
  tag: "Uploads",
  summary: "Read an upload's receipt",
  description:
    "Returns the proof of one upload: the hash of the zip, every file with its size and hash, the sender, the time of each stage and the warnings. Save the receipt to verify the stored files later.",
  response: "UploadReceipt",
  errors: { "404": "The upload does not exist or has no receipt." },
});

type RecordRoute = { Params: { recordId: string } };

const LINK_LIFETIME_MS = 60 * 60_000;

const modelReportCall = defineOperation("modelReport", {
  tag: "Uploads",
  summary: "Read an upload's model report",
  description:
    "Returns what the files of one upload contain: software and versions, plans, geometries, and whether every referenced file was uploaded. The report is created once for each upload and never causes a rejection.",
  response: "ModelReport",
  errors: { 404: "The upload does not exist or has no model report." },
});

/** Only the record's vendor and the agency's admins can call these. */
export function fileRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  app.route<RecordRoute>({
    ...listArchiveCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return (await listZips(db, id)).map(encodeUpload);
    },
  });

  app.route<RecordRoute & { Querystring: { archived?: string } }>({
    ...listFilesCall,
    handler: async (request, reply) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      const includesArchived = request.query.archived === "true";
      if (isNotModified(request, reply, await computeFilesEtag(db, id, includesArchived)))
        return reply.code(304).send();
      return (await listFiles(db, id, includesArchived)).map(encodeFile);
    },
  });

  app.route<RecordRoute>({
    ...downloadLinkCall,
    handler: async ({ user, params, ip: address }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      await recordAuditEvent(
        db,
        { event: "download granted", username: user.username, address, recordId: id },
        now(),
      );
      return encode(getSchema("download-link"), await grantDownload(services, id), "read");
    },
  });

  app.route<RecordRoute>({
    ...uploadProgressCall,
    handler: async ({ user, params }) => {
      const record = await findReadableRecord(db, user, params.recordId);
      const sent = await findLatestSentUpload(db, record.id);
      const sending = await findRunningTransfer(services, record, sent);
      return sending ? encodeTransferProgress(sending) : encodeProgress(sent);
    },
  });

  uploadVersionRoutes(app, services);
}

async function grantDownload(services: Services, id: number): Promise<JsonObject> {
  const { db, now, storage } = services;
  const until = new Date(now().getTime() + LINK_LIFETIME_MS);
  const { prefix, expires } = await storage.grantRead(recordFolder(id), until);
  // One grant per upload: the record's folder also contains archived uploads.
  const uploads = await Promise.all(
    (await listZips(db, id))
      .filter(({ archived }) => !archived)
      .map(async ({ upload_id }) => {
        const { query } = await storage.grantRead(
          storedUploadFolder({ id: upload_id, record_id: id }),
          until,
        );
        return { uploadBatchId: upload_id, query };
      }),
  );
  const grantedIds = uploads.map(({ uploadBatchId }) => uploadBatchId);
  const otherPaths = await listReusedBlobPaths(db, id, grantedIds);
  const files = otherPaths.map((path) => {
    const { query } = storage.grantReadFile(`${recordFolder(id)}/${path}`, until);
    return { path, query };
  });
  const isOneModel = uploads.length > 0 && !(await hasOpenConflicts(db, id));
  const modelGrant = isOneModel ? createModelGrant(services, id, until) : null;
  return { prefix, query: uploads[0]?.query ?? "", expires, uploads, files, modelGrant };
}

type UploadRoute = { Params: { recordId: string; uploadBatchId: string } };

function uploadVersionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<UploadRoute>({
    ...uploadReceiptCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      const upload = await findUploadOfRecord(db, id, params.uploadBatchId);
      if (!upload?.receipt) throw new HttpError(404, "The upload does not exist or has no receipt.");
      const corrected =
        upload.corrected_upload_id === null ? undefined : await findUpload(db, upload.corrected_upload_id);
      const files = await listManifestFiles(db, upload.id);
      return encodeReceipt({ ...upload, receipt: upload.receipt }, files, corrected?.version ?? null);
    },
  });

  app.route<UploadRoute>({
    ...modelReportCall,
    handler: async ({ user, params }, reply) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      const upload = await findUploadOfRecord(db, id, params.uploadBatchId);
      const report = upload?.cataloged_at ? await openUploadReport(services, upload) : undefined;
      if (!report) throw new HttpError(404, "The upload does not exist or has no model report.");
      return reply.type("application/json; charset=utf-8").send(report);
    },
  });
}
