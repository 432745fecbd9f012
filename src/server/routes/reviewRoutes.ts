import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
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

/** What the agency's admins do: look at what waits, accept it, or return it with a reason. */
export function reviewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    method: endpoints.listReviews.method,
    url: endpoints.listReviews.path,
    preHandler: requireAdmin,
    handler: async () => recordAnswer(await listRecordsIn(db, "pending"), await loadReferences(db)),
  });

  app.route({
    method: endpoints.acceptRecord.method,
    url: endpoints.acceptRecord.path,
    preHandler: requireAdmin,
    handler: async (request) => {
      const references = await loadReferences(db);
      const decision = { status: "accepted", content: "The model was accepted." } as const;
      const id = recordIdOf(bodyOf(request));
      return recordAnswer([await decideRecord(services, request.user, id, decision)], references);
    },
  });

  app.route({
    method: endpoints.rejectRecord.method,
    url: endpoints.rejectRecord.path,
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
