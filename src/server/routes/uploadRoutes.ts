import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf, type Bag } from "../../contract/fields.ts";
import { isUploadable } from "../../contract/status.ts";
import { encode } from "../../contract/wire.ts";
import { recordAnswer } from "../records/recordAnswer.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findOwnRecord } from "../stores/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { deliverUpload, type Delivery } from "../uploads/deliverUpload.ts";
import { deliveryState } from "../uploads/deliveryState.ts";
import { findUnreported } from "../uploads/findUnreported.ts";
import { issueTicket } from "../uploads/issueTicket.ts";
import { bodyOf } from "./bodyOf.ts";
import { recordIdOf } from "./recordIdOf.ts";

/** Sending a model: the leave to do so, the script's last step, and Done. */
export function uploadRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    method: endpoints.requestUpload.method,
    url: endpoints.requestUpload.path,
    handler: async (request) => {
      const record = await findOwnRecord(db, request.user, recordIdOf(bodyOf(request)));
      return encode(schemaOf("upload-ticket"), { ...(await issueTicket(services, record)) }, "read");
    },
  });

  app.route({
    method: endpoints.uploadComplete.method,
    url: endpoints.uploadComplete.path,
    config: { open: true },
    handler: async (request) => {
      await deliverUpload(services, uploadTokenOf(request), deliveryOf(bodyOf(request)));
      return { status: "received" };
    },
  });

  app.route({
    method: endpoints.uploadState.method,
    url: endpoints.uploadState.path,
    config: { open: true },
    handler: (request) => deliveryState(services, uploadTokenOf(request)),
  });

  app.route({
    method: endpoints.finishUpload.method,
    url: endpoints.finishUpload.path,
    handler: async (request) => {
      const record = await findOwnRecord(db, request.user, recordIdOf(bodyOf(request)));
      if (isUploadable(record.status)) await findUnreported(services, record.id);
      return recordAnswer([record], await loadReferences(db));
    },
  });
}

function uploadTokenOf({ headers }: FastifyRequest): string {
  const token = headers["x-upload-token"];
  return typeof token === "string" ? token : "";
}

const SHA256 = /^[0-9a-f]{64}$/i;
const LONGEST_NAME = 1000;

/** Refused with 400 when the script's report is not whole. */
function deliveryOf(body: Bag): Delivery {
  const { file_name: fileName, size, sha256 } = body;
  if (typeof fileName !== "string" || fileName === "" || fileName.length > LONGEST_NAME)
    throw new Refusal(400, "file_name must be the name of the zip.");
  if (!Number.isSafeInteger(size) || Number(size) < 0)
    throw new Refusal(400, "size must be the number of bytes of the zip.");
  if (typeof sha256 !== "string" || !SHA256.test(sha256))
    throw new Refusal(400, "sha256 must be the SHA-256 of the zip in 64 hexadecimal digits.");
  return { fileName, size: Number(size), sha256 };
}
