export const MAIL_FREQUENCIES = ["at once", "daily", "never"] as const;

/** How often a user gets mails about records. */
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];
