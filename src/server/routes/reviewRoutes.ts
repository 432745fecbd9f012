import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Rejection } from "../../contract/generated/entities.ts";
import { isAdmin } from "../../contract/roles.ts";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/schema/product.ts";
import { documentOf } from "../documentOf.ts";
import { answerReason, decideRecord, reopenRecord } from "../records/decideRecord.ts";
import { recordAnswer } from "../records/recordAnswer.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { listAudit, type AuditEntry } from "../stores/auditStore.ts";
import { reviewFigures, reviewNews } from "../stores/records/recordNewsStore.ts";
import { findOwnRecord, listRecordsIn } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { bodyOf, filesSeen, LOOKED_AT, recordIdOf } from "./requests.ts";
import { notificationsAnswer } from "./messageRoutes.ts";
import { NO_RECORD, operation, RECORD_BODY } from "./operation.ts";

const listReviewsCall = operation("listReviews", {
  tag: "Review",
  summary: "List what waits for review",
  description: "The pending records of all vendors, the longest waiting first.",
  answer: "Record",
  isList: true,
  refusals: { "403": "Only the agency's admins may do this." },
});

const reviewFiguresCall = operation("reviewFigures", {
  tag: "Review",
  summary: "Read the review's figures",
  description: "Uploads taken in each of the last twelve weeks, and how long decisions of that time took.",
  answer: "ReviewFigures",
  refusals: { "403": "Only the agency's admins may do this." },
});

const acceptRecordCall = operation("acceptRecord", {
  tag: "Review",
  summary: "Accept a record",
  description: "Accepts a pending record; its data is available from then on.",
  body: "RecordId",
  headers: LOOKED_AT,
  answer: "Record",
  isList: true,
  refusals: {
    "403": "Only the agency's admins may do this.",
    "404": "There is no such record.",
    "409": "The record is not pending, its uploads conflict, or others stand than were looked at.",
  },
});

const rejectRecordCall = operation("rejectRecord", {
  tag: "Review",
  summary: "Reject a record",
  description:
    "Returns a pending record to its vendor with a reason in words and, where it is about fields, files or findings, each of them to be ticked off.",
  body: "NewRejection",
  bodyLimit: RECORD_BODY,
  headers: LOOKED_AT,
  answer: "Record",
  isList: true,
  refusals: {
    "400": "The reason is missing or too long.",
    "403": "Only the agency's admins may do this.",
    "404": "There is no such record.",
    "409": "The record is not pending, or other files stand than were looked at.",
  },
});

const listAuditCall = operation("listAudit", {
  tag: "Review",
  summary: "Read the audit log",
  description:
    "Sign-ins, lockouts, decisions, changes of contacts and accounts, links for download and upload: the newest 500, or the 500 before an id.",
  query: { before: { type: "string", pattern: "^[1-9][0-9]{0,14}$" } },
  answer: "AuditEntry",
  isList: true,
  refusals: { 403: "Only the agency's admins may do this." },
});

/** What the agency's admins do: look at what waits, accept it, or return it with a reason. */
export function reviewRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  app.route({
    ...listReviewsCall,
    preHandler: requireAdmin,
    handler: async ({ user }) => {
      const records = await listRecordsIn(db, "pending");
      const ids = records.map(({ id }) => id);
      return recordAnswer(user, records, await loadReferences(db), await reviewNews(db, ids));
    },
  });

  app.route({
    ...reviewFiguresCall,
    preHandler: requireAdmin,
    handler: async () => {
      const { deliveries, decisions, medianDays } = await reviewFigures(
        db,
        new Date(now().getTime() - FIGURES_OF),
      );
      return { deliveries, decisions, median_days: medianDays };
    },
  });

  app.route<{ Querystring: { before?: string } }>({
    ...listAuditCall,
    preHandler: requireAdmin,
    handler: async ({ query: { before } }) => {
      const page = { most: MOST_LINES, ...(before !== undefined && { before: Number(before) }) };
      return (await listAudit(db, page)).map(auditAnswer);
    },
  });

  app.route({
    ...acceptRecordCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const references = await loadReferences(db);
      const id = recordIdOf(bodyOf(request));
      const isSeen = filesSeen(request, Number(id));
      const decision = { status: "accepted", content: "The model was accepted.", isSeen } as const;
      const record = await decideRecord(services, request.user, id, decision);
      return recordAnswer(request.user, [record], references);
    },
  });

  app.route({
    ...rejectRecordCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const references = await loadReferences(db);
      const { recordId, reason, reasons } = documentOf("rejection", bodyOf(request)) as unknown as Rejection;
      const isSeen = filesSeen(request, Number(recordId));
      const decision = { status: "rejected", content: reason, reasons, isSeen } as const;
      const record = await decideRecord(services, request.user, recordId, decision);
      return recordAnswer(request.user, [record], references);
    },
  });
}

/** Milliseconds that the figures look back. */
const FIGURES_OF = 84 * 24 * 3_600_000;

const MOST_LINES = 500;

function auditAnswer({ id, at, event, username, address, record_id, detail }: AuditEntry): JsonObject {
  const recordId = record_id === null ? null : String(record_id);
  return {
    id: String(id),
    at: at.toISOString(),
    event,
    username,
    address,
    [RECORD_IDENTIFIER]: recordId,
    detail,
  };
}

async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (!isAdmin(request.user)) throw new Refusal(403, "Only admins of the agency review records.");
}

const reopenRecordCall = operation("reopenRecord", {
  tag: "Records",
  summary: "Reopen a rejected record",
  description:
    "Puts a rejected record back in progress. Its id, history, messages, uploads and versions are kept, and a message says so.",
  body: "RecordId",
  answer: "Record",
  isList: true,
  refusals: { ...NO_RECORD, "409": "The record is not rejected." },
});

const answerReasonCall = operation("answerReason", {
  tag: "Records",
  summary: "Tick off a reason of a rejection",
  description:
    "Says of one reason of the record's last rejection that it was answered, or with answered false that it was not. Answers the record's notifications.",
  body: "ReasonAnswer",
  answer: "Notification",
  isList: true,
  refusals: {
    404: "There is no such record, it is another vendor's, or its last rejection has no such reason.",
    409: "The agency has decided about the record.",
  },
});

/** What a vendor does about a rejection: reopens the record, and ticks the reasons off. */
export function rejectionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    ...reopenRecordCall,
    handler: async (request) => {
      const { id } = await findOwnRecord(db, request.user, recordIdOf(bodyOf(request)));
      return recordAnswer(
        request.user,
        [await reopenRecord(services, request.user, id)],
        await loadReferences(db),
      );
    },
  });

  app.route({
    ...answerReasonCall,
    handler: async (request) => {
      const body = bodyOf(request);
      const { id } = await findOwnRecord(db, request.user, recordIdOf(body));
      await answerReason(services, id, String(body["reason_id"]), body["answered"] === true);
      return notificationsAnswer(db, id);
    },
  });
}
