import type { FastifyInstance } from "fastify";
import { featuresOf } from "../../contract/wire/endpoints.ts";
import { schemaOf } from "../../contract/schema/fields.ts";
import { groupBy } from "../../contract/groupBy.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { Db } from "../database/tables.ts";
import type { Services } from "../services.ts";
import { listNotifications, listReasons, type StoredReason } from "../stores/records/notificationStore.ts";
import { findReadableRecord } from "../stores/records/recordStore.ts";
import { timeOf } from "../uploads/uploadAnswers.ts";
import { NO_RECORD, operation } from "./operation.ts";

const listNotificationsCall = operation("listNotifications", {
  tag: "Records",
  summary: "List a record's notifications",
  description:
    "What the agency, or the processing of an upload, said as the record reached its statuses. The latest of the present status holds the reason of a rejection.",
  answer: "Notification",
  isList: true,
  refusals: NO_RECORD,
});

/** What the agency, or the processing of an upload, said of a record; the newest comes last. */
export function notificationRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { recordId: string } }>({
    ...listNotificationsCall,
    handler: async (request) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      return notificationsAnswer(db, id);
    },
  });
}

/** A record's notifications as the calls answer them. */
export async function notificationsAnswer(db: Db, recordId: number) {
  const rows = await listNotifications(db, recordId);
  const reasons = groupBy(await listReasons(db, recordId), (reason) => reason.notification_id);
  return featuresOf(
    rows.map(({ id, status, content, username, created_at, upload_version: uploadVersion }) => {
      const said = { status, content, username, date: created_at.toISOString(), uploadVersion };
      const notification = { ...said, reasons: (reasons.get(id) ?? []).map(reasonOf) };
      return encode(schemaOf("notification"), notification, "read");
    }),
  );
}

const reasonOf = ({ id, kind, name, content, answered_at }: StoredReason) => ({
  ...{ id: String(id), kind, name, text: content },
  answered: timeOf(answered_at),
});
