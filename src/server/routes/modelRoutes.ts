import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { schemaOf } from "../../contract/schema/fields.ts";
import { encode } from "../../contract/wire/wire.ts";
import { isGranted } from "../auth/tokens.ts";
import { byteRange } from "../byteRange.ts";
import { readZip } from "../processing/zipLayout.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findReadableRecord, findRecord } from "../stores/records/recordStore.ts";
import { layOutModel, openStoredMember, standingModel } from "../uploads/modelZip.ts";
import { isSame } from "./requests.ts";
import { NO_RECORD, operation } from "./operation.ts";

const REFUSALS = {
  404: "There is no such record, or nothing was uploaded for it.",
  409: "The record's uploads conflict: there is no saying which files the model is of.",
};

const modelZipCall = operation("modelZip", {
  tag: "Uploads",
  summary: "Download the model as it stands",
  description:
    "All files that stand as one zip, in their root folder and with their dates, made while it is sent. A Range is answered with 206, so that a download goes on where it stopped; If-Range with its ETag makes sure that it is still the same model.",
  query: { grant: { type: "string", description: "From a download link of the record." } },
  headers: { Range: "One range of bytes.", "If-Range": "The ETag of what was downloaded before." },
  answer: { type: "string", format: "binary" },
  mediaTypes: ["application/zip"],
  isOpen: true,
  isRanged: true,
  refusals: {
    ...REFUSALS,
    401: "The grant is missing, expired, forged, or another record's.",
    416: "No byte of the range is there.",
  },
});

const modelReceiptCall = operation("modelReceipt", {
  tag: "Uploads",
  summary: "Read the receipt of the model as it stands",
  description:
    "Every file of the model with its size and hash, the version that brought it and where it is stored. Once the record is accepted it no longer changes.",
  answer: "ModelReceipt",
  refusals: { ...REFUSALS, ...NO_RECORD },
});

/** The model as it stands, out of all uploads and the choices between them: as one zip, and as a list with hashes. */
export function modelRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<{ Params: { recordId: string }; Querystring: { grant?: string } }>({
    ...modelZipCall,
    handler: async ({ method, params, query, headers }, reply) => {
      if (!isGranted(services, params.recordId, query.grant ?? ""))
        throw new Refusal(401, "This address has ended. Ask for the download again on the record's page.");
      const record = await findRecord(db, params.recordId);
      if (!record) throw new Refusal(404, "There is no such record.");
      const model = await standingModel(services, record);
      const { layout, fileName } = await layOutModel(services, record, model);
      // The list does not say what the zip is called inside, or when its files were written: its size goes with it.
      const etag = `"${model.sha256}-${layout.size}"`;
      void reply.headers({
        etag,
        "accept-ranges": "bytes",
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${fileName}"`,
        "cache-control": "private, no-store",
      });
      const isStill = headers["if-range"] === undefined || isSame(String(headers["if-range"]), etag);
      const range = isStill ? byteRange(headers.range, layout.size) : undefined;
      if (range === "outside") {
        void reply.header("content-range", `bytes */${layout.size}`);
        throw new Refusal(416, "The zip ends before this range begins.");
      }
      const { first, last } = range ?? { first: 0, last: layout.size - 1 };
      if (range) void reply.code(206).header("content-range", `bytes ${first}-${last}/${layout.size}`);
      void reply.header("content-length", last - first + 1);
      // Fastify reads what answers a HEAD to its end, and sends none of it.
      if (method === "HEAD") return reply.send(Readable.from([]));
      return reply.send(readZip(layout, { first, last }, openStoredMember(services, record.id)));
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...modelReceiptCall,
    handler: async ({ user, params }) => {
      const record = await findReadableRecord(db, user, params.recordId);
      const model = await standingModel(services, record);
      const { layout, fileName } = await layOutModel(services, record, model);
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
      return encode(schemaOf("model-receipt"), receipt, "read");
    },
  });
}
