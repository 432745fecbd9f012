import { afterAll, beforeAll, expect, it } from "vitest";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints, fillPath } from "../../../src/contract/wire/endpoints.ts";
import { startServerOnly, type Product } from "../../../scripts/dev/lib/startProduct.ts";
import { startMailServer } from "../../support/mailServer.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import { waitForAssertion } from "../uploads/uploadCalls.ts";

const KILLS = Number(process.env["MAIL_KILLS"] ?? 6);

let product: Product;
let mail: Awaited<ReturnType<typeof startMailServer>>;
/** Called when a mail has arrived at the mail server and is not answered yet. */
let onArrival: (() => Promise<void>) | undefined;

beforeAll(async () => {
  mail = await startMailServer({ beforeAnswer: () => onArrival?.() });
  product = await startServerOnly({ SMTP_URL: mail.url, MAIL_FROM: "portal@example.com", DEMO: "true" });
});
afterAll(async () => {
  await product?.remove();
  await mail?.stop();
});

async function call(path: string, body?: unknown, token = ""): Promise<Record<string, unknown>> {
  const response = await fetch(`${product.url}/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", "x-access-token": token },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

it("sends each mail once, or twice with the same Message-ID if the answer was lost", async () => {
  const signIn = async (username: string) =>
    String((await call(endpoints.signIn.path, { username, password: DEMO_PASSWORD })).accessToken);
  const [token, agencyToken] = [await signIn("vendor1"), await signIn("agency1")];
  const waitUntilSent = () =>
    waitForAssertion(async () => {
      const { mails } = await call(endpoints.listOutgoingMail.path, undefined, agencyToken);
      expect((mails as { state: string }[]).filter(({ state }) => state !== "sent")).toEqual([]);
    });
  const list = await call(fillPath(endpoints.listRecords.path, { username: "vendor1" }), undefined, token);
  const [record] = (list as { features: { properties: Record<string, string> }[] }).features;
  const body = { [RECORD_ID_KEY]: record!.properties[RECORD_ID_KEY], msg_content: "Hello" };
  const countIds = () => {
    const counts = new Map<string, number>();
    for (const { headers } of mail.mails) {
      const id = headers.get("message-id")!;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = mail.mails.length;
    // Every other kill hits a mail that has arrived but is not answered, the others any moment after the event.
    const isBeforeAnswer = kill % 2 === 0;
    const killed = new Promise<unknown>((resolve) => {
      if (isBeforeAnswer) onArrival = () => product.stop("SIGKILL").then(resolve);
    });
    await call(endpoints.sendMessage.path, body, token);
    await (isBeforeAnswer ? killed : product.stop("SIGKILL"));
    onArrival = undefined;
    await product.restart();
    await waitUntilSent();
    expect(countIds().size).toBe(kill + 1);
    if (isBeforeAnswer) expect(mail.mails.length).toBe(before + 2);
  }
  const counts = [...countIds().values()];
  expect(counts.filter((count) => count > 2)).toEqual([]);
  expect(counts.filter((count) => count === 2).length).toBeGreaterThanOrEqual(Math.ceil(KILLS / 2));
}, 900_000);
