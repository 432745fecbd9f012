import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Rejection } from "../../contract/generated/entities.ts";
import { isAdmin } from "../../contract/roles.ts";
import { documentOf } from "../documentOf.ts";
import { decideRecord } from "../records/decideRecord.ts";
import { recordAnswer } from "../records/recordAnswer.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { listRecordsIn } from "../stores/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { bodyOf } from "./bodyOf.ts";
import { recordIdOf } from "./recordIdOf.ts";
import { operation, TEXT_BODY } from "./operation.ts";

const listReviewsCall = operation("listReviews", {
  tag: "Review",
  summary: "List what waits for review",
  description: "The pending records of all vendors, the longest waiting first.",
  answer: "Record",
  isList: true,
  refusals: { "403": "Only the agency's admins may do this." },
});

const acceptRecordCall = operation("acceptRecord", {
  tag: "Review",
  summary: "Accept a record",
  description: "Accepts a pending record; its data is available from then on.",
  body: "RecordId",
  answer: "Record",
  isList: true,
  refusals: {
    "403": "Only the agency's admins may do this.",
    "404": "There is no such record.",
    "409": "The record is not pending, or its uploads conflict.",
  },
});

const rejectRecordCall = operation("rejectRecord", {
  tag: "Review",
  summary: "Reject a record",
  description: "Returns a pending record to its vendor with a reason.",
  body: "NewRejection",
  bodyLimit: TEXT_BODY,
  answer: "Record",
  isList: true,
  refusals: {
    "400": "The reason is missing or too long.",
    "403": "Only the agency's admins may do this.",
    "404": "There is no such record.",
    "409": "The record is not pending.",
  },
});

/** What the agency's admins do: look at what waits, accept it, or return it with a reason. */
export function reviewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    ...listReviewsCall,
    preHandler: requireAdmin,
    handler: async () => recordAnswer(await listRecordsIn(db, "pending"), await loadReferences(db)),
  });

  app.route({
    ...acceptRecordCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const references = await loadReferences(db);
      const decision = { status: "accepted", content: "The model was accepted." } as const;
      const id = recordIdOf(bodyOf(request));
      return recordAnswer([await decideRecord(services, request.user, id, decision)], references);
    },
  });

  app.route({
    ...rejectRecordCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const references = await loadReferences(db);
      const { recordId, reason } = documentOf("rejection", bodyOf(request)) as unknown as Rejection;
      const decision = { status: "rejected", content: reason } as const;
      return recordAnswer([await decideRecord(services, request.user, recordId, decision)], references);
    },
  });
}

async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (!isAdmin(request.user)) throw new Refusal(403, "Only admins of the agency review records.");
}
