import { setTimeout as delay } from "node:timers/promises";
import { groupBy } from "../../../src/contract/groupBy.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { startMailServer } from "../lib/mailServer.ts";
import { startServerOnly } from "../lib/startProduct.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { signIn, type Vendor } from "../lib/vendor.ts";

interface MailKillResult {
  kills: number;
  /** Kills after a mail had arrived and before its answer. */
  lostAnswers: number;
  /** Different mails that arrived, each of which may have arrived several times. */
  mails: number;
  /** Mails that arrived a second time, with the same Message-ID. */
  repeatedMails: number;
  problems: string[];
}

const POLL_INTERVAL_MS = 50;

/** Kills the server while it sends a mail; checks that each mail arrives once, or twice if the answer was lost. */
export async function killWhileMailing(kills: number): Promise<MailKillResult> {
  let onArrival: (() => Promise<unknown>) | undefined;
  const mailServer = await startMailServer({ beforeAnswer: () => onArrival?.().then(() => undefined) });
  const server = await startServerOnly({
    DATA_DIR: await createTemporaryFolder("flood-server-"),
    ...{ SMTP_URL: mailServer.url, MAIL_FROM: "portal@example.com", LOG_LEVEL: "error" },
  });
  const lostAnswers: boolean[] = [];
  try {
    const [vendor, agency] = [await signIn(server.url), await signIn(server.url, "agency1")];
    const sendMessage = await prepareMessage(vendor);
    for (let kill = 0; kill < kills; kill += 1) {
      // Every other kill hits a mail that has arrived but is not answered, the others any moment after the event.
      const isBeforeAnswer = kill % 2 === 0;
      if (isBeforeAnswer) {
        const killed = new Promise<unknown>((resolve) => {
          onArrival = () => server.stop("SIGKILL").then(resolve);
        });
        // The mail can arrive, and the server end, before the message is answered.
        await Promise.all([killed, sendMessage().catch(() => undefined)]);
        onArrival = undefined;
      } else {
        await sendMessage();
        await server.stop("SIGKILL");
      }
      lostAnswers.push(isBeforeAnswer);
      await server.restart();
      await waitUntilSent(agency);
    }
  } finally {
    await server.remove();
    await mailServer.stop();
  }
  return summarize(
    mailServer.mails.map(({ headers }) => headers.get("message-id") ?? ""),
    lostAnswers,
  );
}

/** Each message about the vendor's first record is mailed to the agency. */
async function prepareMessage({ call, account }: Vendor) {
  const { rows } = await call(endpoints.listRecords, { params: { username: account.username } });
  const body = { [RECORD_ID_KEY]: rows[0]?.[RECORD_ID_KEY], msg_content: "Hello" };
  return () => call(endpoints.sendMessage, { body });
}

async function waitUntilSent({ call }: Vendor): Promise<void> {
  for (;;) {
    const { rows } = await call(endpoints.listOutgoingMail);
    const mails = (rows[0]?.["mails"] ?? []) as { state: string }[];
    if (mails.every(({ state }) => state === "sent")) return;
    await delay(POLL_INTERVAL_MS);
  }
}

/** @param ids the Message-ID of each mail that arrived, in order; each message caused one mail */
function summarize(ids: string[], lostAnswers: boolean[]): MailKillResult {
  const arrivals = [...groupBy(ids, (id) => id).values()].map(({ length }) => length);
  const expected = lostAnswers.length;
  return {
    kills: expected,
    lostAnswers: lostAnswers.filter(Boolean).length,
    mails: arrivals.length,
    repeatedMails: arrivals.filter((count) => count > 1).length,
    problems: [
      ...(arrivals.length === expected ? [] : [`${arrivals.length} mails arrived instead of ${expected}`]),
      ...arrivals.filter((count) => count > 2).map((count) => `a mail arrived ${count} times`),
    ],
  };
}
