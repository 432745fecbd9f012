import type { FastifyInstance } from "fastify";
import { featuresOf } from "../../contract/endpoints.ts";
import { schemaOf } from "../../contract/fields.ts";
import { encode } from "../../contract/wire.ts";
import type { Services } from "../services.ts";
import { listNotifications } from "../stores/notificationStore.ts";
import { findReadableRecord } from "../stores/recordStore.ts";
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
      const rows = await listNotifications(db, id);
      return featuresOf(
        rows.map(({ status, content, username, created_at }) =>
          encode(
            schemaOf("notification"),
            { status, content, username, date: created_at.toISOString() },
            "read",
          ),
        ),
      );
    },
  });
}
