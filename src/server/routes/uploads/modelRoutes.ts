import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { getSchema } from "../../../contract/schema/fields.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { isValidModelGrant } from "../../auth/tokens.ts";
import { parseByteRange } from "../../../blob-store/parseByteRange.ts";
import { streamZip } from "../../processing/streamZip.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import { findReadableRecord, findRecord } from "../../stores/records/recordStore.ts";
import { loadModelZip, openMember } from "../../uploads/modelZip.ts";
import { isSameEtag } from "../../etags.ts";
import { RECORD_NOT_FOUND, defineOperation } from "../operation.ts";

const MODEL_ERRORS = {
  404: "The record does not exist or has no uploads.",
  409: "The current model is not available until the vendor resolves the record's upload conflicts.",
};

const modelZipCall = defineOperation("modelZip", {
  tag: "Uploads",
  summary: "Download the current model of a record",
  description:
    "Returns all current files of a record as one zip, in their root folder and with their dates. The zip is created while it is sent. Supports Range, so an interrupted download can be resumed. Send the ETag as If-Range to make sure that the model has not changed.",
  query: { grant: { type: "string", description: "The grant from a download link of the record." } },
  headers: {
    Range: "A single range of bytes, for example bytes=1000-.",
    "If-Range": "ETag of the interrupted download.",
  },
  response: { type: "string", format: "binary" },
  mediaTypes: ["application/zip"],
  allowsAnonymous: true,
  supportsRange: true,
  errors: {
    ...MODEL_ERRORS,
    401: "The grant is missing, expired, not valid or for another record.",
    416: "The range starts after the end of the zip.",
  },
});

const modelReceiptCall = defineOperation("modelReceipt", {
  tag: "Uploads",
  summary: "Read the receipt of a record's current model",
  description:
    "Returns every current file of a record with its size, hash, version and storage path. The receipt no longer changes once the record is accepted.",
  response: "ModelReceipt",
  errors: { ...MODEL_ERRORS, ...RECORD_NOT_FOUND },
});

export function modelRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<{ Params: { recordId: string }; Querystring: { grant?: string } }>({
    ...modelZipCall,
    handler: async ({ method, params, query, headers }, reply) => {
      if (!isValidModelGrant(services, params.recordId, query.grant ?? ""))
        throw new HttpError(
          401,
          "This download link has expired. Start the download again from the record's page.",
        );
      const record = await findRecord(db, params.recordId);
      if (!record) throw new HttpError(404, "The record does not exist.");
      const { model, layout, fileName } = await loadModelZip(services, record);
      // The SHA-256 of the file list does not cover the root folder's name: the size of the zip is added.
      const etag = `"${model.sha256}-${layout.size}"`;
      void reply.headers({
        etag,
        "accept-ranges": "bytes",
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${fileName}"`,
        "cache-control": "private, no-store",
      });
      const isSameModel = headers["if-range"] === undefined || isSameEtag(String(headers["if-range"]), etag);
      const range = isSameModel ? parseByteRange(headers.range, layout.size) : undefined;
      if (range === "unsatisfiable") {
        void reply.header("content-range", `bytes */${layout.size}`);
        throw new HttpError(416, "The range starts after the end of the zip.");
      }
      const { first, last } = range ?? { first: 0, last: layout.size - 1 };
      if (range) void reply.code(206).header("content-range", `bytes ${first}-${last}/${layout.size}`);
      void reply.header("content-length", last - first + 1);
      // Fastify reads the whole stream for a HEAD request, although it sends none of it.
      if (method === "HEAD") return reply.send(Readable.from([]));
      return reply.send(streamZip(layout, { first, last }, openMember(services, record.id)));
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...modelReceiptCall,
    handler: async ({ user, params }) => {
      const record = await findReadableRecord(db, user, params.recordId);
      const { model, layout, fileName } = await loadModelZip(services, record);
      const receipt = {
        receiptVersion: 1,
        recordId: String(record.id),
        status: record.status,
        statusSince: record.status_changed_at.toISOString(),
        fileName,
        size: layout.size,
        sha256: model.sha256,
        files: model.files.map(({ path, size, sha256, version, blobPath }) => ({
          ...{ path, size, sha256, version },
          stored: blobPath,
        })),
      };
      return encode(getSchema("model-receipt"), receipt, "read");
    },
  });
}
