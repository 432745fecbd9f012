import { createMailer, RejectedMailError } from "../mail/createMailer.ts";
import { LeaseLostError, type JobHandler, type RunningJob } from "../jobs/jobHandler.ts";
import type { Services } from "../services.ts";
import { deleteJob, lockClaimedJob } from "../stores/jobStore.ts";
import { findMailRecipient, listWaitingItems, updateMail, type OutboxItem } from "../stores/mailStore.ts";

/** About five days of an attempt every 15 minutes. The mail still waits then: an operator can retry the dead job. */
const MAX_ATTEMPTS = 500;

/** Sends one mail. If the process ends before the result is stored, the mail is sent again with the same Message-ID. */
export function createMailHandler({ config, db, now }: Services): JobHandler {
  const sendMail = createMailer(config);
  const getMailId = ({ payload }: Pick<RunningJob, "payload">) => String(payload.mailId);

  async function deliver(mailId: string, accountId: number, items: OutboxItem[]): Promise<MailResult> {
    if (!sendMail) return { state: "kept" };
    const recipient = await findMailRecipient(db, accountId);
    if (!recipient) return { state: "failed", error_text: NO_RECIPIENT };
    try {
      await sendMail({ mailId, address: recipient.address, items });
      return { state: "sent", sent_at: now(), error_text: null };
    } catch (error) {
      const error_text = (error as Error).message;
      if (error instanceof RejectedMailError) return { state: "failed", error_text };
      await updateMail(db, mailId, { error_text });
      throw error;
    }
  }

  return {
    maxAttempts: MAX_ATTEMPTS,
    async run(job) {
      job.releaseWorker();
      const mailId = getMailId(job);
      const items = await listWaitingItems(db, mailId);
      // Its record was purged.
      if (!items[0]) return;
      const result = await deliver(mailId, items[0].account_id, items);
      await db.transaction().execute(async (trx) => {
        if (!(await lockClaimedJob(trx, job.claim))) throw new LeaseLostError();
        await updateMail(trx, mailId, result);
        await deleteJob(trx, job.claim);
      });
    },
  };
}

type MailResult = Parameters<typeof updateMail>[2];

const NO_RECIPIENT = "The user has turned mails off, has no email address or can no longer sign in.";
