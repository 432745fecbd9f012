import { createTransport } from "nodemailer";
import { PORTAL_PATHS } from "../../contract/portalPaths.ts";
import { getPortalUrl, type Config } from "../config.ts";
import { renderMail, type MailItem } from "./renderMail.ts";

export interface OutgoingMail {
  /** Part of the Message-ID: mail programs show a mail that is sent again as the same mail. */
  mailId: string;
  address: string;
  items: MailItem[];
}

/** @throws RejectedMailError if the mail server refuses this mail; another error if it should be sent again later */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** The mail server refuses this mail, so it is not sent again. */
export class RejectedMailError extends Error {
  override readonly name = "RejectedMail";
}

/** A server that does not answer must not keep a worker for long. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** Undefined if no mail server is configured. */
export function createMailer(config: Config): SendMail | undefined {
  const { smtpUrl, mailFrom, publicUrl } = config;
  if (smtpUrl === undefined || mailFrom === undefined) return undefined;
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  const portalUrl = getPortalUrl(config);
  return async ({ mailId, address, items }) => {
    try {
      await transport.sendMail({
        from: mailFrom,
        // Not as text: a list of addresses would be split.
        to: { name: "", address },
        ...renderMail(items, portalUrl),
        messageId: `<${mailId}@${new URL(publicUrl).hostname}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        list: { unsubscribe: portalUrl + PORTAL_PATHS.settings },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw isRejection(error) ? new RejectedMailError((error as Error).message, { cause: error }) : error;
    }
  };
}

/** A permanent answer (5xx) about the addresses or the content. A refused sign-in is not about this mail. */
function isRejection(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
}
