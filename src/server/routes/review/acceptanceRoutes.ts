import type { FastifyInstance } from "fastify";
import { acceptWithoutFindings } from "../../records/acceptWithoutFindings.ts";
import { encodeRecords } from "../../records/encodeRecords.ts";
import { reopenAccepted } from "../../records/reopenAccepted.ts";
import type { Services } from "../../services.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { ADMINS_ONLY_RECORD, defineOperation, TEXT_BODY_LIMIT_BYTES } from "../operation.ts";
import { getRecordId, requireAdmin, requireJsonBody } from "../requests.ts";

const acceptWithoutFindingsCall = defineOperation("acceptWithoutFindings", {
  tag: "Review",
  summary: "Accept a record if there are no findings about it",
  description:
    "Accepts a pending record as accept-record does, but only if the review shows nothing to look at: no warning of the upload, the model report, the record or its area, no difference between record and model, and no reason of the last rejection that is open or answered in words. For accepting many records.",
  body: "RecordId",
  response: "Record",
  isList: true,
  errors: {
    ...ADMINS_ONLY_RECORD,
    409: "There are findings about the model, a review checklist is required, the record is not pending or has conflicts, or it changed during the check.",
    503: "Too many models are being checked. Retry-After is the number of seconds to wait.",
  },
});

const reopenAcceptedCall = defineOperation("reopenAccepted", {
  tag: "Review",
  summary: "Reopen an accepted record",
  description:
    "Sets an accepted record back to in progress, so its data is no longer available. The vendor gets the reason as a message and a mail. Its id, history, messages, uploads and versions do not change.",
  body: "Reopening",
  bodyLimit: TEXT_BODY_LIMIT_BYTES,
  response: "Record",
  isList: true,
  errors: { ...ADMINS_ONLY_RECORD, 409: "The record is not accepted." },
});

export function acceptanceRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    ...acceptWithoutFindingsCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const { user } = request;
      const record = await acceptWithoutFindings(services, user, getRecordId(requireJsonBody(request)));
      return encodeRecords(user, [record], await loadReferences(db));
    },
  });

  app.route({
    ...reopenAcceptedCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const { user } = request;
      const body = requireJsonBody(request);
      const record = await reopenAccepted(services, user, getRecordId(body), String(body["reason"]).trim());
      return encodeRecords(user, [record], await loadReferences(db));
    },
  });
}
