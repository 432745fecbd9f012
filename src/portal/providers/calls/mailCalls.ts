import type { MailFrequency } from "../../../contract/mailFrequency.ts";
import { endpoints } from "../../../contract/wire/endpoints.ts";
import type { CallContext } from "./vendorCall.ts";

export interface MailSettings {
  frequency: MailFrequency;
  /** Empty if the user's contact has no email address. */
  address: string;
  /** Whether the services have a mail server. */
  sendsMail: boolean;
}

export interface SentMail {
  id: string;
  /** The recipient. */
  username: string;
  subject: string;
  text: string;
  state: "waiting" | "sent" | "failed" | "kept";
  error: string | null;
  created: string;
  sent: string | null;
}

type WireSettings = Omit<MailSettings, "sendsMail"> & { sends_mail: boolean };

export function createMailCalls({ call }: CallContext) {
  const toSettings = (row: unknown): MailSettings => {
    const { frequency, address, sends_mail } = row as WireSettings;
    return { frequency, address, sendsMail: sends_mail };
  };
  return {
    /** Undefined if the services send no mails. */
    async getMailSettings(): Promise<MailSettings | undefined> {
      const { rows } = await call(endpoints.getMailSettings);
      return rows[0] && toSettings(rows[0]);
    },
    async setMailFrequency(frequency: MailFrequency): Promise<MailSettings> {
      const { rows } = await call(endpoints.updateMailSettings, { body: { frequency } });
      return toSettings(rows[0]);
    },
    /** The newest first. Undefined if the services send no mails. Rejects with 403 for a vendor. */
    async listOutgoingMail(): Promise<{ sendsMail: boolean; mails: SentMail[] } | undefined> {
      const { rows } = await call(endpoints.listOutgoingMail);
      const row = rows[0] as unknown as { sends_mail: boolean; mails: SentMail[] } | undefined;
      return row && { sendsMail: row.sends_mail, mails: row.mails };
    },
  };
}
