import type { FastifyInstance } from "fastify";
import { recordAnswer } from "../records/recordAnswer.ts";
import { answerReason, reopenRecord } from "../records/reopenRecord.ts";
import type { Services } from "../services.ts";
import { findOwnRecord } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { bodyOf, recordIdOf } from "./bodyOf.ts";
import { notificationsAnswer } from "./notificationRoutes.ts";
import { NO_RECORD, operation } from "./operation.ts";

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
