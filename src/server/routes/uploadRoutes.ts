import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { isUploadable } from "../../contract/status.ts";
import { encode } from "../../contract/wire/wire.ts";
import { recordAnswer } from "../records/recordAnswer.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { audit } from "../stores/auditStore.ts";
import { findOwnRecord } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { checkAhead, MOST_CHECKED_BYTES, type Stretch } from "../uploads/checkAhead.ts";
import { deliverUpload, deliveryState, type Delivery } from "../uploads/delivery.ts";
import { findUnreported } from "../uploads/queue/sweepUploads.ts";
import { issueTicket } from "../uploads/issueTicket.ts";
import { announceZip } from "../uploads/sendingZip.ts";
import { bodyOf, recordIdOf } from "./requests.ts";
import { NO_RECORD, operation } from "./operation.ts";

const requestUploadCall = operation("requestUpload", {
  tag: "Uploads",
  summary: "Ask for an upload",
  description:
    "Answers where to send one zip, with a shared-access address limited to it, and the token of the upload's last step. Every call makes a new upload batch. Asked for as a correction of a version, the zip holds what is changed or new, in the same layout, and the metadata file; all else is taken over from that version, but for the files and folders that are to go.",
  body: "UploadRequest",
  // The paths of a model of ten thousand files.
  bodyLimit: 4 * 1024 * 1024,
  answer: "UploadTicket",
  refusals: {
    "404": "There is no such record or it is another vendor's, or the record has no such version.",
    "409": "The record's status does not allow it, or the version is still being processed.",
    "413": "The vendor has no room left.",
  },
});

const uploadCompleteCall = operation("uploadComplete", {
  tag: "Uploads",
  summary: "Report an upload as delivered",
  description: "The last step of an upload script: what was sent is now in the store, and is processed.",
  body: "UploadReport",
  headers: { "x-upload-token": "The token that the upload was asked for with." },
  answer: "UploadReceived",
  isOpen: true,
  refusals: {
    "400": "A value is missing or malformed.",
    "401": "The token is unknown or has expired.",
    "409": "The store does not hold this file, or another file of this token is being processed.",
  },
});

/** A script may have no reader of JSON. */
const SCRIPT_TYPES = ["application/json", "text/plain"];

const uploadStateCall = operation("uploadState", {
  tag: "Uploads",
  summary: "Tell an upload script how far its upload has come",
  description:
    "Asked before anything is sent, and afterwards until the verdict: a zip may be expected, be processed now, have been processed, or have been refused for faults, so that another is expected. With Accept: text/plain, a name and a value on each line.",
  headers: { "x-upload-token": "The token that the upload was asked for with." },
  answer: "UploadState",
  mediaTypes: SCRIPT_TYPES,
  isOpen: true,
  refusals: { "401": "The token is unknown or has expired." },
});

const checkUploadCall = operation("checkUpload", {
  tag: "Uploads",
  summary: "Check a zip before it is sent",
  description:
    "Says of a zip, in the same words, what would be said of it after the upload. The query names its size and the stretches of it that the body holds one behind the other, as in size=30&stretches=20:10,0:5. It begins with the last 128 KiB; `needed` is the stretch to be shown as well before more can be said. 16 MiB at most. Once nothing stands against it, the zip is expected, and its size is told with the upload's progress.",
  bytes: true,
  bodyLimit: MOST_CHECKED_BYTES,
  headers: { "x-upload-token": "The token that the upload was asked for with." },
  query: { size: { type: "string" }, stretches: { type: "string" } },
  answer: "UploadCheck",
  mediaTypes: SCRIPT_TYPES,
  isOpen: true,
  refusals: {
    400: "The query and the body do not fit.",
    401: "The token is unknown or has expired.",
    409: "The record was deleted.",
    413: "The body is larger than 16 MiB.",
  },
});

const finishUploadCall = operation("finishUpload", {
  tag: "Uploads",
  summary: "Finish an upload",
  description: "Looks at once for an upload that arrived but was not reported, and answers the record.",
  body: "RecordId",
  answer: "Record",
  isList: true,
  refusals: NO_RECORD,
});

type UploadRequest = JsonObject & { corrected_upload_batch_id?: string; left_out_paths?: string[] };

/** Sending a model: the leave to do so, the script's last step, and Done. */
export function uploadRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    ...requestUploadCall,
    handler: async (request) => {
      const body = bodyOf(request) as UploadRequest;
      const record = await findOwnRecord(db, request.user, recordIdOf(body));
      const { corrected_upload_batch_id: batchId, left_out_paths: leftOut = [] } = body;
      const ticket = await issueTicket(services, record, { batchId, leftOut });
      const { username } = request.user;
      await audit(
        db,
        { event: "upload granted", username, address: request.ip, recordId: record.id },
        services.now(),
      );
      return encode(schemaOf("upload-ticket"), { ...ticket }, "read");
    },
  });

  app.route({
    ...uploadCompleteCall,
    handler: async (request) => {
      await deliverUpload(services, uploadTokenOf(request), deliveryOf(bodyOf(request)));
      return { status: "received" };
    },
  });

  app.route({
    ...uploadStateCall,
    handler: async (request, reply) =>
      readable(request, reply, await deliveryState(services, uploadTokenOf(request))),
  });

  // In a scope of its own, since nothing else takes plain bytes.
  app.register(async (scope) => {
    const options = { parseAs: "buffer" as const, bodyLimit: MOST_CHECKED_BYTES };
    scope.addContentTypeParser("application/octet-stream", options, (_request, body, done) =>
      done(null, body),
    );
    scope.route<{ Querystring: { size?: string; stretches?: string } }>({
      ...checkUploadCall,
      // Nobody's bytes are taken in without a token.
      onRequest: async (request) => void (await deliveryState(services, uploadTokenOf(request))),
      handler: async (request, reply) => {
        const { size, stretches } = request.query;
        const zip = { size: byteCount(size), stretches: stretchesOf(stretches, request.body) };
        const findings = await checkAhead(services, uploadTokenOf(request), zip);
        const isToBeSent = findings.faults.length === 0 && !findings.needed;
        if (isToBeSent) await announceZip(services, uploadTokenOf(request), zip.size);
        return readable(request, reply, findings);
      },
    });
  });

  app.route({
    ...finishUploadCall,
    handler: async (request) => {
      const record = await findOwnRecord(db, request.user, recordIdOf(bodyOf(request)));
      if (isUploadable(record.status)) await findUnreported(services, record.id);
      return recordAnswer(request.user, [record], await loadReferences(db));
    },
  });
}

function uploadTokenOf({ headers }: FastifyRequest): string {
  const token = headers["x-upload-token"];
  return typeof token === "string" ? token : "";
}

/** An answer for a script without a reader of JSON where it asks for plain text: a name and a value on each line. */
function readable(request: FastifyRequest, reply: FastifyReply, answer: object) {
  if (request.headers.accept !== "text/plain") return answer;
  const lines = Object.entries(answer).flatMap(([name, value]) =>
    [value as unknown].flat().map((one) => `${name.replace(/s$/, "")} ${plain(one)}\n`),
  );
  return reply.type("text/plain; charset=utf-8").send(lines.join(""));
}

const plain = (value: unknown) =>
  (typeof value === "object" && value !== null ? Object.values(value).join(" ") : String(value)).replace(
    /\s+/g,
    " ",
  );

/** Refused with 400 when it is no number of bytes. */
function byteCount(text = ""): number {
  const count = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(count)) throw new Refusal(400, NO_STRETCHES);
  return count;
}

/** The stretches of a zip that a body holds, one behind the other, as `offset:length,offset:length` says. */
function stretchesOf(list = "", body: unknown): Stretch[] {
  if (!Buffer.isBuffer(body)) throw new Refusal(400, NO_STRETCHES);
  let at = 0;
  const stretches = list.split(",").map((text) => {
    const [offset, length] = text.split(":").map(byteCount);
    const start = at;
    at += length ?? 0;
    return { offset: offset ?? 0, bytes: body.subarray(start, at) };
  });
  if (at !== body.length) throw new Refusal(400, NO_STRETCHES);
  return stretches;
}

const NO_STRETCHES =
  "The call must carry the bytes of a zip, and say its size and which of its bytes they are: size=30&stretches=0:10,20:10.";

const SHA256 = /^[0-9a-f]{64}$/i;
const LONGEST_NAME = 1000;

/** Refused with 400 when the script's report is not whole. */
function deliveryOf(body: JsonObject): Delivery {
  const { file_name: fileName, size, sha256 } = body;
  if (typeof fileName !== "string" || fileName === "" || fileName.length > LONGEST_NAME)
    throw new Refusal(400, "file_name must be the name of the zip.");
  if (!Number.isSafeInteger(size) || Number(size) < 0)
    throw new Refusal(400, "size must be the number of bytes of the zip.");
  if (typeof sha256 !== "string" || !SHA256.test(sha256))
    throw new Refusal(400, "sha256 must be the SHA-256 of the zip in 64 hexadecimal digits.");
  return { fileName, size: Number(size), sha256 };
}
