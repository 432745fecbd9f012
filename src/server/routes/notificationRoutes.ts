import type { FastifyInstance } from "fastify";
import { endpoints, featuresOf } from "../../contract/endpoints.ts";
import { schemaOf } from "../../contract/fields.ts";
import { encode } from "../../contract/wire.ts";
import type { Services } from "../services.ts";
import { listNotifications } from "../stores/notificationStore.ts";
import { findReadableRecord } from "../stores/recordStore.ts";

/** What the agency, or the processing of an upload, said of a record; the newest comes last. */
export function notificationRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { recordId: string } }>({
    method: endpoints.listNotifications.method,
    url: endpoints.listNotifications.path,
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
