import type { FastifyInstance } from "fastify";
import {
  addNote,
  assignRecord,
  loadReviewDesk,
  openReviewDesk,
  type ReviewDesk,
} from "../../records/reviewDesk.ts";
import { runIdempotent } from "../runIdempotent.ts";
import type { Services } from "../../services.ts";
import { listReviewers } from "../../stores/accountStore.ts";
import { findReadableRecord } from "../../stores/records/recordStore.ts";
import {
  ADMINS_ONLY,
  ADMINS_ONLY_RECORD,
  defineOperation,
  IDEMPOTENCY_KEY_HEADER,
  TEXT_BODY_LIMIT_BYTES,
} from "../operation.ts";
import { getRecordId, requireAdmin, requireJsonBody } from "../requests.ts";

const listReviewersCall = defineOperation("listReviewers", {
  tag: "Review",
  summary: "List the reviewers",
  description: "Returns the user names of all agency admins, to assign records to them.",
  response: "Reviewer",
  isList: true,
  errors: ADMINS_ONLY,
});

const getReviewDeskCall = defineOperation("getReviewDesk", {
  tag: "Review",
  summary: "Read who reviews a record, and the notes",
  description:
    "Returns who handles a record, who else has it open, and the agency's internal notes. The caller counts as having it open for a minute. Vendors cannot read any of this.",
  response: "ReviewDesk",
  errors: ADMINS_ONLY_RECORD,
});

const assignRecordCall = defineOperation("assignRecord", {
  tag: "Review",
  summary: "Assign a record to a reviewer",
  description:
    "Sets the reviewer who handles a record, who then gets the mails about it. Mails that reviewer. The vendor does not notice it.",
  body: "NewAssignment",
  response: "ReviewDesk",
  errors: {
    ...ADMINS_ONLY_RECORD,
    400: "The user cannot review records.",
    409: "The record was assigned to another reviewer than `previous`.",
  },
});

const addNoteCall = defineOperation("addNote", {
  tag: "Review",
  summary: "Add an internal note",
  description: "Adds a note that only agency admins can read, and mails each reviewer named as @username.",
  body: "NewNote",
  bodyLimit: TEXT_BODY_LIMIT_BYTES,
  headers: IDEMPOTENCY_KEY_HEADER,
  response: "ReviewDesk",
  errors: ADMINS_ONLY_RECORD,
});

export function reviewDeskRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  app.route({
    ...listReviewersCall,
    preHandler: requireAdmin,
    handler: async () => (await listReviewers(db)).map((username) => ({ username })),
  });

  app.route<{ Params: { recordId: string } }>({
    ...getReviewDeskCall,
    preHandler: requireAdmin,
    handler: async ({ user, params }) => encodeDesk(await openReviewDesk(services, user, params.recordId)),
  });

  app.route({
    ...assignRecordCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const body = requireJsonBody(request);
      const { assigned_to: assignee, previous } = body as { [key: string]: string | null };
      const assignment = { assignee: assignee ?? null, previous: previous ?? null };
      await assignRecord(services, request.user, getRecordId(body), assignment);
      return encodeDesk(await loadReviewDesk(services, request.user, getRecordId(body)));
    },
  });

  app.route({
    ...addNoteCall,
    preHandler: requireAdmin,
    handler: async (request, reply) => {
      const body = requireJsonBody(request);
      const { user } = request;
      const { id } = await findReadableRecord(db, user, getRecordId(body));
      await runIdempotent(services, request, reply, async (trx) => {
        await addNote(trx, { recordId: id, user, content: String(body["content"]), now: now() });
        return { body: null };
      });
      return encodeDesk(await loadReviewDesk(services, user, String(id)));
    },
  });
}

const encodeDesk = ({ assignedTo, notes, reviewers, viewers }: ReviewDesk) => ({
  assigned_to: assignedTo,
  notes: notes.map(({ id, username, content, written_at }) => ({
    id: String(id),
    ...{ username, content },
    date: written_at.toISOString(),
  })),
  reviewers,
  viewers,
});
