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

/**
 * A mail whose answer is not awaited is sent again, so the socket waits as long as RFC 5321 asks: servers may check the
 * content for minutes before they answer.
 */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 60_000, socketTimeout: 10 * 60_000 };

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

/**
 * A permanent answer (5xx) about the recipient or the content. An answer about the sender, a limit or a policy is about
 * the settings of a mail server, so that the mail is sent again later.
 */
function isRejection(error: unknown): boolean {
  const { code, command, responseCode = 0, response = "", message } = error as SmtpError;
  if (code === "EENVELOPE" && command === "API") return message.startsWith("Invalid recipient");
  if (POLICY_ANSWER.test(response)) return false;
  return responseCode >= 500 && (command === "RCPT TO" || code === "EMESSAGE");
}

/** What nodemailer adds to its errors. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Status codes 5.4 (routing and limits) and 5.7 (security) of RFC 3463, and servers that do not relay. */
const POLICY_ANSWER = /^5\d\d[ -](5\.[47]\.|.*\brelay)/i;
