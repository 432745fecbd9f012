import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { isUploadableStatus } from "../../../contract/status.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { encodeRecords } from "../../records/encodeRecords.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import { recordAuditEvent } from "../../stores/auditStore.ts";
import { findOwnRecord } from "../../stores/records/recordStore.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { precheckZip } from "../../uploads/precheckZip.ts";
import { MAX_PRECHECK_BYTES, type ByteRange } from "../../uploads/precheckWorker.ts";
import { FairQueue } from "../../fairQueue.ts";
import { cancelUpload } from "../../uploads/cancelUpload.ts";
import { completeUpload, type ZipReport } from "../../uploads/completeUpload.ts";
import { enqueueUnreportedUploadsOfRecord } from "../../uploads/sweepUploads.ts";
import { issueTicket } from "../../uploads/issueTicket.ts";
import { getUploadState } from "../../uploads/uploadState.ts";
import { findUploadOfValidToken } from "../../uploads/uploadToken.ts";
import { recordUploadStart } from "../../uploads/zipTransfer.ts";
import { requireJsonBody, getRecordId } from "../requests.ts";
import { RECORD_NOT_FOUND, defineOperation } from "../operation.ts";

const requestUploadCall = defineOperation("requestUpload", {
  tag: "Uploads",
  summary: "Start an upload",
  description:
    "Returns the upload URL for one zip, with a SAS token limited to that zip, and the upload token for reporting the upload. Each request starts a new upload, unless the link of an interrupted one has just expired: then the new link continues it. A correction of a version contains the changed and new files in the same layout, and the metadata file. All other files are taken from that version, except the files and folders to delete.",
  body: "UploadRequest",
  // Fits the paths of 10,000 files.
  bodyLimit: 4 * 1024 * 1024,
  response: "UploadTicket",
  errors: {
    "404":
      "The record does not exist or belongs to another vendor, or the record has no such version to correct.",
    "409": "The record's status does not allow uploads, or the version to correct is still being processed.",
    "413": "The vendor's storage quota is used up.",
  },
});

const uploadCompleteCall = defineOperation("uploadComplete", {
  tag: "Uploads",
  summary: "Report an upload as sent",
  description:
    "Reports that the zip is in the storage and starts its processing. Upload scripts call this operation last.",
  body: "UploadReport",
  headers: { "x-upload-token": "The upload token that was returned when the upload was started." },
  response: "UploadReceived",
  allowsAnonymous: true,
  errors: {
    "400": "A value in the script's report is missing or not valid.",
    "401": "The upload token is unknown or has expired. Download a new upload script.",
    "409":
      "The reported zip is not in the storage, or another zip with this upload token is being processed.",
  },
});

/** Scripts without a JSON parser use text/plain. */
const SCRIPT_TYPES = ["application/json", "text/plain"];

const uploadStateCall = defineOperation("uploadState", {
  tag: "Uploads",
  summary: "Read the state of an upload",
  description:
    "Returns the state of one upload to its upload script: a zip is expected, is being processed, was processed, or was refused because of errors so that another is expected. After processing, `messages` names the record's status and the vendor's next step. An expired token works while a zip is being processed and afterwards. With Accept: text/plain, each line is a name and a value.",
  headers: { "x-upload-token": "The upload token that was returned when the upload was started." },
  response: "UploadState",
  mediaTypes: SCRIPT_TYPES,
  allowsAnonymous: true,
  errors: {
    "401": "The upload token is unknown or has expired, or the record was deleted.",
    "409": "The record's status does not allow uploads.",
  },
});

const checkUploadCall = defineOperation("checkUpload", {
  tag: "Uploads",
  summary: "Precheck a zip",
  description:
    "Prechecks a zip before upload and returns the same errors and warnings as processing would. The query contains the size of the zip and the byte ranges in the body, as offset:length: size=30&stretches=20:10,0:5. Start with the last 128 KiB. If `needed` is present, add that range and send the request again. At most 16 MiB. If there are no errors, the upload's progress shows the size of the zip.",
  hasBinaryBody: true,
  bodyLimit: MAX_PRECHECK_BYTES,
  headers: { "x-upload-token": "The upload token that was returned when the upload was started." },
  query: { size: { type: "string" }, stretches: { type: "string" } },
  response: "UploadCheck",
  mediaTypes: SCRIPT_TYPES,
  allowsAnonymous: true,
  errors: {
    400: "The size or the byte ranges in the query do not match the body.",
    401: "The upload token is unknown or has expired. Download a new upload script.",
    409: "The record of this upload was deleted.",
    413: "The request body is larger than 16 MiB.",
  },
});

const cancelUploadCall = defineOperation("cancelUpload", {
  tag: "Uploads",
  summary: "Cancel an upload",
  description:
    "Ends an upload whose zip was not reported as sent. Its link no longer works, and what arrived of the zip is deleted.",
  headers: { "x-upload-token": "The upload token that was returned when the upload was started." },
  response: "UploadCanceled",
  allowsAnonymous: true,
  errors: {
    "401": "The upload token is unknown.",
    "409": "The zip is being processed or was processed.",
  },
});

const finishUploadCall = defineOperation("finishUpload", {
  tag: "Uploads",
  summary: "Start the processing of an unreported upload",
  description:
    "Looks in the storage for a zip of the record that no upload script has reported, and starts its processing. Returns the record.",
  body: "RecordId",
  response: "Record",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

type UploadRequest = JsonObject & { corrected_upload_batch_id?: string; left_out_paths?: string[] };

export function uploadRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    ...requestUploadCall,
    handler: async (request) => {
      const body = requireJsonBody(request) as UploadRequest;
      const record = await findOwnRecord(db, request.user, getRecordId(body));
      const { corrected_upload_batch_id: uploadId, left_out_paths: excludedPaths = [] } = body;
      const ticket = await issueTicket(services, record, { uploadId, excludedPaths });
      const { username } = request.user;
      await recordAuditEvent(
        db,
        { event: "upload granted", username, address: request.ip, recordId: record.id },
        services.now(),
      );
      return encode(getSchema("upload-ticket"), { ...ticket }, "read");
    },
  });

  app.route({
    ...uploadCompleteCall,
    handler: async (request) => {
      await completeUpload(services, getUploadToken(request), parseDelivery(requireJsonBody(request)));
      return { status: "received" };
    },
  });

  app.route({
    ...uploadStateCall,
    handler: async (request, reply) =>
      respondToScript(request, reply, await getUploadState(services, getUploadToken(request))),
  });

  precheckRoute(app, services);

  app.route({
    ...cancelUploadCall,
    handler: async (request) => {
      await cancelUpload(services, getUploadToken(request));
      return { status: "canceled" };
    },
  });

  app.route({
    ...finishUploadCall,
    handler: async (request) => {
      const record = await findOwnRecord(db, request.user, getRecordId(requireJsonBody(request)));
      if (isUploadableStatus(record.status)) await enqueueUnreportedUploadsOfRecord(services, record.id);
      return encodeRecords(request.user, [record], await loadReferences(db));
    },
  });
}

function precheckRoute(app: FastifyInstance, services: Services): void {
  // In its own scope: no other route accepts binary bodies.
  app.register(async (scope) => {
    const options = { parseAs: "buffer" as const, bodyLimit: MAX_PRECHECK_BYTES };
    scope.addContentTypeParser("application/octet-stream", options, (_request, body, done) =>
      done(null, body),
    );
    const endTurns = new WeakMap<FastifyRequest, () => void>();
    const endTurn = async (request: FastifyRequest) => endTurns.get(request)?.();
    scope.route<{ Querystring: { size?: string; stretches?: string } }>({
      ...checkUploadCall,
      // Checks the token and waits before the body is read.
      onRequest: async (request) => {
        const { username } = await findUploadOfValidToken(services, getUploadToken(request));
        endTurns.set(request, await waitForPrecheck(username));
        // The client may have gone while it waited.
        if (request.raw.destroyed) await endTurn(request);
      },
      onResponse: endTurn,
      onRequestAbort: endTurn,
      handler: async (request, reply) => {
        const { size, stretches } = request.query;
        const zip = { size: parseByteCount(size), ranges: parseByteRanges(stretches, request.body) };
        const upload = await findUploadOfValidToken(services, getUploadToken(request));
        const findings = await precheckZip(services, upload, zip);
        const canBeSent = findings.faults.length === 0 && !findings.needed;
        if (canBeSent) await recordUploadStart(services, upload, zip.size);
        return respondToScript(request, reply, findings);
      },
    });
  });
}

/** Each has up to 16 MiB in memory. */
const MAX_PARALLEL_PRECHECKS = 8;
const MAX_WAIT_MS = 60_000;
const precheckQueue = new FairQueue(MAX_PARALLEL_PRECHECKS);

/** Each vendor has one precheck at a time. @throws HttpError 503 after a minute */
async function waitForPrecheck(username: string): Promise<() => void> {
  try {
    return await precheckQueue.acquire(username, AbortSignal.timeout(MAX_WAIT_MS));
  } catch {
    throw new HttpError(503, "Too many zips are being checked. Try again in a minute.", undefined, {
      retryAfter: 60,
    });
  }
}

function getUploadToken({ headers }: FastifyRequest): string {
  const token = headers["x-upload-token"];
  return typeof token === "string" ? token : "";
}

/** Responds with JSON, or with a name and a value on each line if the script accepts only text/plain. */
function respondToScript(request: FastifyRequest, reply: FastifyReply, response: object) {
  if (request.headers.accept !== "text/plain") return response;
  const lines = Object.entries(response).flatMap(([name, value]) =>
    [value as unknown].flat().map((item) => `${name.replace(/s$/, "")} ${toOneLine(item)}\n`),
  );
  return reply.type("text/plain; charset=utf-8").send(lines.join(""));
}

const toOneLine = (value: unknown) =>
  (typeof value === "object" && value !== null ? Object.values(value).join(" ") : String(value)).replace(
    /\s+/g,
    " ",
  );

function parseByteCount(text = ""): number {
  const count = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(count)) throw new HttpError(400, INVALID_BYTE_RANGES);
  return count;
}

/** Splits a body into the byte ranges of the zip that `offset:length,offset:length` lists. */
function parseByteRanges(list = "", body: unknown): ByteRange[] {
  if (!Buffer.isBuffer(body)) throw new HttpError(400, INVALID_BYTE_RANGES);
  let end = 0;
  const ranges = list.split(",").map((text) => {
    const [offset, length] = text.split(":").map(parseByteCount);
    const start = end;
    end += length ?? 0;
    return { offset: offset ?? 0, bytes: body.subarray(start, end) };
  });
  if (end !== body.length) throw new HttpError(400, INVALID_BYTE_RANGES);
  return ranges;
}

const INVALID_BYTE_RANGES =
  "Send bytes of the zip as the body, and its size and the byte ranges in the query: size=30&stretches=0:10,20:10.";

const SHA256 = /^[0-9a-f]{64}$/i;
const MAX_FILE_NAME_LENGTH = 1000;

/** @throws HttpError 400 if a value is missing or not valid */
function parseDelivery(body: JsonObject): ZipReport {
  const { file_name: fileName, size, sha256 } = body;
  if (typeof fileName !== "string" || fileName === "" || fileName.length > MAX_FILE_NAME_LENGTH)
    throw new HttpError(400, "file_name must be the name of the zip.");
  if (!Number.isSafeInteger(size) || Number(size) < 0)
    throw new HttpError(400, "size must be the size of the zip in bytes.");
  if (typeof sha256 !== "string" || !SHA256.test(sha256))
    throw new HttpError(400, "sha256 must be the SHA-256 of the zip, as 64 hexadecimal digits.");
  return { fileName, size: Number(size), sha256 };
}
