import { expect, it } from "vitest";
import { killWhileMailing } from "../../../scripts/dev/soak/killWhileMailing.ts";

/** `npm run soak -- mails` does the same with 200 kills. */
it(
  "sends each mail once, or twice with the same Message-ID if the answer was lost",
  { timeout: 900_000 },
  async () => {
    const { problems, mails, lostAnswers, repeatedMails } = await killWhileMailing(4);
    expect(problems).toEqual([]);
    expect([mails, lostAnswers]).toEqual([4, 2]);
    expect(repeatedMails).toBeGreaterThanOrEqual(lostAnswers);
  },
);
