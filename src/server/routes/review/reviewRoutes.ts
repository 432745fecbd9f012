import type { FastifyInstance } from "fastify";
import type { Rejection } from "../../../contract/generated/entities.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { parseBody } from "../../parseBody.ts";
import { acceptRecord, answerReason, decideRecord, reopenRecord } from "../../records/decideRecord.ts";
import { encodeRecords } from "../../records/encodeRecords.ts";
import { parseChecklist } from "../../records/reviewChecklist.ts";
import type { Services } from "../../services.ts";
import { listAuditEntries, type AuditEntry } from "../../stores/auditStore.ts";
import { listReviewActivity } from "../../stores/records/recordActivityStore.ts";
import { findOwnRecord } from "../../stores/records/recordStore.ts";
import { listPendingRecords } from "../../stores/records/recordStatusStore.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import {
  requireJsonBody,
  createFilesUnchangedCheck,
  FILES_IF_MATCH_HEADER,
  getRecordId,
  requireAdmin,
} from "../requests.ts";
import { loadNotifications } from "../records/messageRoutes.ts";
import {
  ADMINS_ONLY,
  ADMINS_ONLY_RECORD,
  RECORD_NOT_FOUND,
  defineOperation,
  RECORD_BODY_LIMIT_BYTES,
  TEXT_BODY_LIMIT_BYTES,
} from "../operation.ts";
import { formatTimeCursor, parseTimeCursor, sendPage, setNextLink, type PageQuery } from "../paging.ts";

const listReviewsCall = defineOperation("listReviews", {
  tag: "Review",
  summary: "List records waiting for review",
  description:
    "Returns the pending records of all vendors, the longest waiting first: all, or one page of them.",
  response: "Record",
  isList: true,
  isPaged: true,
  errors: ADMINS_ONLY,
});

const acceptRecordCall = defineOperation("acceptRecord", {
  tag: "Review",
  summary: "Accept a record",
  description:
    "Sets a pending record to accepted, which makes its data available. A note says why a record with open findings is accepted. The checklist says what was checked. Both are stored with the decision, and only agency admins see them.",
  body: "Acceptance",
  bodyLimit: TEXT_BODY_LIMIT_BYTES,
  headers: FILES_IF_MATCH_HEADER,
  response: "Record",
  isList: true,
  errors: {
    "400": "The note is too long, or the checklist is not valid.",
    ...ADMINS_ONLY_RECORD,
    "409":
      "The record is not pending, has conflicts, or its current files have changed since the ETag in If-Match.",
  },
});

const REASONS_DESCRIPTION =
  "The list of reasons is the vendor's checklist. Each reason is about a field, a file, a finding or, without kind and name, the whole record. Without blocking, it must be corrected before acceptance. The review checklist says what was checked; only agency admins see it.";

const rejectionCall = {
  tag: "Review",
  body: "NewRejection",
  bodyLimit: RECORD_BODY_LIMIT_BYTES,
  headers: FILES_IF_MATCH_HEADER,
  response: "Record",
  isList: true,
  errors: {
    "400":
      "The reason is missing or too long, a reason has a kind and no name, or the checklist is not valid.",
    ...ADMINS_ONLY_RECORD,
    "409": "The record is not pending, or its current files have changed since the ETag in If-Match.",
  },
} as const;

const rejectRecordCall = defineOperation("rejectRecord", {
  ...rejectionCall,
  summary: "Reject a record",
  description: `Sets a pending record to rejected, with a reason for its vendor. ${REASONS_DESCRIPTION}`,
});

const requestChangesCall = defineOperation("requestChanges", {
  ...rejectionCall,
  summary: "Request changes",
  description: `Rejects a pending record and reopens it at once: it is in progress again. ${REASONS_DESCRIPTION}`,
});

const listAuditCall = defineOperation("listAudit", {
  tag: "Review",
  summary: "Read the audit log",
  description:
    "Returns the latest 500 entries, or the 500 before the given id; the Link header is the URL of the next older ones. Contains sign-ins, lockouts, decisions, changes of contacts and accounts, download and upload links.",
  query: { before: { type: "string", pattern: "^[1-9][0-9]{0,14}$" } },
  response: "AuditEntry",
  isList: true,
  errors: ADMINS_ONLY,
});

export function reviewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<{ Querystring: PageQuery }>({
    ...listReviewsCall,
    preHandler: requireAdmin,
    handler: async (request, reply) => {
      const { user, query } = request;
      const cursor = parseTimeCursor(query.after);
      const after = cursor && { status_changed_at: cursor.time, id: cursor.id };
      const [records, references] = await Promise.all([
        sendPage(request, reply, {
          query: { ...query },
          list: (limit) => listPendingRecords(db, { after, limit }),
          getCursor: ({ status_changed_at, id }) => formatTimeCursor(status_changed_at, id),
        }),
        loadReferences(db),
      ]);
      const activity = await listReviewActivity(db, records, user.username);
      return encodeRecords(user, records, references, activity);
    },
  });

  app.route<{ Querystring: { before?: string } }>({
    ...listAuditCall,
    preHandler: requireAdmin,
    handler: async (request, reply) => {
      const { before } = request.query;
      const page = { limit: MAX_AUDIT_ENTRIES + 1, ...(before !== undefined && { before: Number(before) }) };
      const found = await listAuditEntries(db, page);
      const entries = found.slice(0, MAX_AUDIT_ENTRIES);
      if (found.length > entries.length) setNextLink(request, reply, { before: String(entries.at(-1)!.id) });
      return entries.map(encodeAuditEntry);
    },
  });

  decisionRoutes(app, services);
}

function decisionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    ...acceptRecordCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const references = await loadReferences(db);
      const body = requireJsonBody(request);
      const id = getRecordId(body);
      const areFilesUnchanged = createFilesUnchangedCheck(request, Number(id));
      const note = String(body["note"] ?? "").trim();
      const checklist = await parseChecklist(body, references);
      const acceptance = { note, checklist, hasSeenCurrentFiles: areFilesUnchanged };
      const record = await acceptRecord(services, request.user, id, acceptance);
      return encodeRecords(request.user, [record], references);
    },
  });

  const rejections = [
    { call: rejectRecordCall, type: "reject" },
    { call: requestChangesCall, type: "requestChanges" },
  ] as const;
  for (const { call, type } of rejections)
    app.route({
      ...call,
      preHandler: requireAdmin,
      handler: async (request) => {
        const references = await loadReferences(db);
        const body = requireJsonBody(request);
        const { recordId, reason, reasons } = parseBody("rejection", body) as unknown as Rejection;
        const checklist = await parseChecklist(body, references);
        const areFilesUnchanged = createFilesUnchangedCheck(request, Number(recordId));
        const decision = {
          type,
          content: reason,
          reasons,
          checklist,
          hasSeenCurrentFiles: areFilesUnchanged,
        };
        const record = await decideRecord(services, request.user, recordId, decision);
        return encodeRecords(request.user, [record], references);
      },
    });
}

const MAX_AUDIT_ENTRIES = 500;

function encodeAuditEntry({ id, at, event, username, address, record_id, detail }: AuditEntry): JsonObject {
  const recordId = record_id === null ? null : String(record_id);
  return {
    id: String(id),
    at: at.toISOString(),
    event,
    username,
    address,
    [RECORD_ID_KEY]: recordId,
    detail,
  };
}

const reopenRecordCall = defineOperation("reopenRecord", {
  tag: "Records",
  summary: "Reopen a rejected record",
  description:
    "Sets a rejected record back to in progress and adds a message. Its id, history, messages, uploads and versions do not change.",
  body: "RecordId",
  response: "Record",
  isList: true,
  errors: { ...RECORD_NOT_FOUND, "409": "The record is not rejected." },
});

const answerReasonCall = defineOperation("answerReason", {
  tag: "Records",
  summary: "Answer a rejection reason",
  description:
    "Sets whether the vendor has corrected or answered one reason of the record's last rejection: answered=true or answered=false, and an answer in words. Returns the record's notifications.",
  body: "ReasonAnswer",
  bodyLimit: TEXT_BODY_LIMIT_BYTES,
  response: "Notification",
  isList: true,
  errors: {
    404: "The record does not exist or belongs to another vendor, or its last rejection has no such reason.",
    409: "The record's status does not allow changing its rejection reasons.",
  },
});

export function rejectionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    ...reopenRecordCall,
    handler: async (request) => {
      const { id } = await findOwnRecord(db, request.user, getRecordId(requireJsonBody(request)));
      return encodeRecords(
        request.user,
        [await reopenRecord(services, request.user, id)],
        await loadReferences(db),
      );
    },
  });

  app.route({
    ...answerReasonCall,
    handler: async (request) => {
      const body = requireJsonBody(request);
      const { id } = await findOwnRecord(db, request.user, getRecordId(body));
      const { reason_id: reasonId, answered, answer } = body as Record<string, unknown>;
      await answerReason(services, id, {
        reasonId: String(reasonId),
        isAnswered: answered === true,
        answer: answer === undefined ? undefined : String(answer).trim(),
      });
      return loadNotifications(db, request.user, id);
    },
  });
}
