import type { FastifyInstance } from "fastify";
import type { MailFrequency } from "../../contract/mailFrequency.ts";
import { getPortalUrl } from "../config.ts";
import { renderMail } from "../mail/renderMail.ts";
import type { Services } from "../services.ts";
import { findMailSettings, listOutboxItems, setMailFrequency, type ListedItem } from "../stores/mailStore.ts";
import { groupBy } from "../../contract/groupBy.ts";
import { ADMINS_ONLY, defineOperation } from "./operation.ts";
import { requireAdmin, requireJsonBody } from "./requests.ts";

const getMailSettingsCall = defineOperation("getMailSettings", {
  tag: "Mail",
  summary: "Read your mail settings",
  description: "Returns how often the signed-in user gets mails about records, and to which address.",
  response: "MailSettings",
});

const updateMailSettingsCall = defineOperation("updateMailSettings", {
  tag: "Mail",
  summary: "Change your mail settings",
  description:
    "Sets how often the signed-in user gets mails about records: at once, one mail a day, or never. Mails that wait for the daily mail keep waiting for it.",
  body: "NewMailSettings",
  response: "MailSettings",
});

const listOutgoingMailCall = defineOperation("listOutgoingMail", {
  tag: "Mail",
  summary: "List outgoing mails",
  description:
    "Returns the latest mails to all users, the newest first, and whether they were sent. Mails are deleted after 30 days.",
  response: "OutgoingMail",
  errors: ADMINS_ONLY,
});

const MAX_LISTED_ITEMS = 200;

export function mailRoutes(app: FastifyInstance, { config, db }: Services): void {
  const sendsMail = config.smtpUrl !== undefined;
  const loadSettings = async (accountId: number) => ({
    ...(await findMailSettings(db, accountId)),
    sends_mail: sendsMail,
  });

  app.route({
    ...getMailSettingsCall,
    handler: ({ user }) => loadSettings(Number(user.id)),
  });

  app.route({
    ...updateMailSettingsCall,
    handler: async (request) => {
      const { frequency } = requireJsonBody(request) as { frequency: MailFrequency };
      const accountId = Number(request.user.id);
      await setMailFrequency(db, accountId, frequency);
      return loadSettings(accountId);
    },
  });

  app.route({
    ...listOutgoingMailCall,
    preHandler: requireAdmin,
    handler: async () => {
      const items = await listOutboxItems(db, MAX_LISTED_ITEMS);
      const portalUrl = getPortalUrl(config);
      const mails = groupBy(items, ({ mail_id, account_id }) => mail_id ?? `daily ${account_id}`);
      return {
        sends_mail: sendsMail,
        mails: [...mails.values()].map((mail) => encodeMail(mail.toReversed(), portalUrl)),
      };
    },
  });
}

/** `items` are those of one mail, the oldest first. */
function encodeMail(items: ListedItem[], portalUrl: string) {
  const { id, username, state, error_text, created_at, sent_at } = items[0]!;
  const { subject, text } = renderMail(items, portalUrl);
  return {
    id: String(id),
    ...{ username, subject, text, state },
    error: error_text,
    created: created_at.toISOString(),
    sent: sent_at?.toISOString() ?? null,
  };
}
