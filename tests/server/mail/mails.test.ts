import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { updateUserAccount } from "../../../src/server/auth/accounts.ts";
import { collectMails } from "../../../src/server/background/collectMails.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { insertRecord, setStatus } from "../../../src/server/stores/records/recordStore.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { signedIn, type Api } from "../../support/apiClient.ts";
import { hasPostgres, isFullRun } from "../../support/database.ts";
import { startMailServer, type ReceivedMail } from "../../../scripts/dev/lib/mailServer.ts";
import { startServer } from "../../support/startServer.ts";
import { waitForAssertion } from "../uploads/uploadCalls.ts";

const VENDOR = "vera.delgado@example.com";
const OTHER_VENDOR = "victor.nguyen@example.com";
const AGENCY = "alma.whitfield@example.com";
const DAY_MS = 24 * 3_600_000;

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const withoutSignal = new AbortController().signal;

async function aRecord({ services }: RunningServer, username = "vendor1", title = "Denton Creek") {
  const { db, now } = services;
  const metadata = aMetadata({ modelName: title }) as unknown as JsonObject;
  return insertRecord(db, { username, metadata, schemaVersion: 1, now: now() });
}

const listOutbox = ({ services: { db } }: RunningServer) =>
  db.selectFrom("outbox").selectAll().orderBy("id").execute();

/** Sends a message, so that the other side gets a mail. */
const sendMessage = (api: Api, recordId: number, text = "Hello") =>
  api(endpoints.sendMessage, { body: { [RECORD_ID_KEY]: String(recordId), msg_content: text } });

const setFrequency = async (server: RunningServer, username: string, frequency: string) => {
  const api = await signedIn(server, username);
  const { status, body } = await api(endpoints.updateMailSettings, { body: { frequency } });
  expect([status, body["frequency"]]).toEqual([200, frequency]);
};

/** Runs the repeated task as if this time had passed. */
const collectAfter = ({ services }: RunningServer, milliseconds: number) =>
  collectMails({ ...services, now: () => new Date(Date.now() + milliseconds) }, withoutSignal);

const recipientsOf = (mails: ReceivedMail[]) => mails.flatMap(({ to }) => to);

/** All mails so far have left the queue. */
const waitUntilSent = ({ services: { db } }: RunningServer) =>
  waitForAssertion(async () => {
    const waiting = db.selectFrom("jobs").select("id").where("kind", "=", "send-mail");
    expect(await waiting.execute()).toEqual([]);
  });

describe.each(hasPostgres && isFullRun ? [true, false] : [false])("mails (embedded: %s)", (isEmbedded) => {
  let mail: MailServer;
  let server: RunningServer;
  beforeAll(async () => {
    mail = await startMailServer({ refused: [OTHER_VENDOR] });
    server = await startServer({
      isEmbedded,
      smtpUrl: mail.url,
      mailFrom: "Flood Models <portal@example.com>",
      publicUrl: "https://portal.example.com",
    });
  });
  afterAll(async () => {
    await server?.close();
    await mail?.stop();
  });
  beforeEach(async () => {
    await waitUntilSent(server);
    mail.mails.length = 0;
    await server.services.db.deleteFrom("outbox").execute();
  });
  afterEach(async () => {
    await server.services.db.updateTable("accounts").set({ mail_frequency: "at once" }).execute();
  });

  it("sends one mail per event, with a link, a stable id and a way to unsubscribe", async () => {
    const record = await aRecord(server);
    await sendMessage(await signedIn(server, "vendor1"), record.id);
    await waitUntilSent(server);
    expect(recipientsOf(mail.mails)).toEqual([AGENCY]);
    const [{ headers, body }] = mail.mails as [ReceivedMail];
    const [item] = await listOutbox(server);
    expect(item).toMatchObject({ state: "sent", error_text: null });
    expect(Object.fromEntries(headers)).toMatchObject({
      from: "Flood Models <portal@example.com>",
      "message-id": `<${item!.mail_id}@portal.example.com>`,
      "list-unsubscribe": "<https://portal.example.com/metadata_app/app/settings>",
      "auto-submitted": "auto-generated",
      subject: "Denton Creek: vendor1 wrote a message about this model",
    });
    expect(body).toContain(`https://portal.example.com/metadata_app/app/view/${record.id}`);
  });

  it("mails a decision and its reasons only to the record's vendor", async () => {
    const record = await aRecord(server);
    await setStatus(server.services.db, record.id, "pending", new Date());
    const agency = await signedIn(server, "agency1");
    const about = { [RECORD_ID_KEY]: String(record.id), reason: "The hydrographs are missing." };
    expect((await agency(endpoints.rejectRecord, { body: about })).status).toBe(200);
    // A repeated decision is no second event.
    expect((await agency(endpoints.rejectRecord, { body: about })).status).toBe(200);
    await waitUntilSent(server);
    expect(recipientsOf(mail.mails)).toEqual([VENDOR]);
    expect(mail.mails[0]!.body).toContain("The hydrographs are missing.");
  });

  it("mails requested changes to the record's vendor", async () => {
    const record = await aRecord(server);
    await setStatus(server.services.db, record.id, "pending", new Date());
    const agency = await signedIn(server, "agency1");
    const about = { [RECORD_ID_KEY]: String(record.id), reason: "Add the hydrographs." };
    await agency(endpoints.requestChanges, { body: about });
    await waitUntilSent(server);
    expect(recipientsOf(mail.mails)).toEqual([VENDOR]);
    expect(mail.mails[0]!.headers.get("subject")).toContain("The agency requests the changes below");
    expect(mail.mails[0]!.body).toContain("Add the hydrographs.");
  });

  it("mails the agency that a vendor withdrew a model", async () => {
    const record = await aRecord(server);
    await setStatus(server.services.db, record.id, "pending", new Date());
    const vendor = await signedIn(server, "vendor1");
    await vendor(endpoints.withdrawRecord, { body: { [RECORD_ID_KEY]: String(record.id) } });
    await waitUntilSent(server);
    expect(recipientsOf(mail.mails)).toEqual([AGENCY]);
    expect(mail.mails[0]!.headers.get("subject")).toContain("vendor1 withdrew this record from review");
  });

  it("does not send a mail again that the mail server refuses", async () => {
    const record = await aRecord(server, "vendor2");
    await sendMessage(await signedIn(server, "agency1"), record.id);
    await waitUntilSent(server);
    expect(mail.mails).toEqual([]);
    expect(await listOutbox(server)).toMatchObject([
      { state: "failed", error_text: expect.stringContaining("No such mailbox") },
    ]);
  });

  it("sends one mail a day to users who want that", async () => {
    await setFrequency(server, "vendor1", "daily");
    // Otherwise the next day could be a Monday.
    const { db } = server.services;
    await db
      .updateTable("settings")
      .set({ value: "9999-12-31" })
      .where("name", "=", "weekly-mails")
      .execute();
    await collectAfter(server, 0);
    const records = [await aRecord(server), await aRecord(server, "vendor1", "Clear Fork")];
    const agency = await signedIn(server, "agency1");
    for (const { id } of records) await sendMessage(agency, id);
    await collectAfter(server, 0);
    await waitUntilSent(server);
    expect(mail.mails).toEqual([]);
    await collectAfter(server, DAY_MS);
    await collectAfter(server, DAY_MS);
    await waitUntilSent(server);
    expect(recipientsOf(mail.mails)).toEqual([VENDOR]);
    expect(mail.mails[0]!.headers.get("subject")).toBe("Daily summary: 2 events");
    expect(mail.mails[0]!.body).toMatch(/Denton Creek[^]*Clear Fork/);
    await db.updateTable("settings").set({ value: "" }).where("name", "=", "weekly-mails").execute();
  });

  it("sends nothing to users who turned mails off or whose account is disabled", async () => {
    const record = await aRecord(server);
    const agency = await signedIn(server, "agency1");
    await setFrequency(server, "vendor1", "never");
    await sendMessage(agency, record.id);
    await setFrequency(server, "vendor1", "at once");
    await updateUserAccount(server.services, "vendor1", { isDisabled: true });
    await sendMessage(agency, record.id);
    await updateUserAccount(server.services, "vendor1", { isDisabled: false });
    expect(await listOutbox(server)).toEqual([]);
  });

  it("summarizes each Monday what needs the agency's and each vendor's attention", async () => {
    const { db } = server.services;
    await collectAfter(server, 8 * DAY_MS);
    await waitUntilSent(server);
    mail.mails.length = 0;
    await db.deleteFrom("outbox").execute();
    const overdue = await aRecord(server, "vendor1", "Long Waiting");
    await setStatus(db, overdue.id, "pending", new Date(Date.now() - 30 * DAY_MS));
    const rejected = await aRecord(server, "vendor1", "Sent Back");
    await setStatus(db, rejected.id, "rejected", new Date());
    const agency = await signedIn(server, "agency1");
    await sendMessage(agency, (await aRecord(server, "vendor1", "Asked About")).id);
    await waitUntilSent(server);
    mail.mails.length = 0;
    await collectAfter(server, 15 * DAY_MS);
    await collectAfter(server, 15 * DAY_MS);
    await waitUntilSent(server);
    const [forAgency, ...others] = mail.mails.filter(({ to }) => to.includes(AGENCY));
    expect(others).toEqual([]);
    expect(forAgency!.body).toMatch(/Long Waiting \(\w+\): from vendor1, pending for 45 days/);
    const { rows } = await agency(endpoints.listAllRecords, { query: { waiting_for_vendor: "true" } });
    expect(forAgency!.body).toContain(`${rows.length} models are waiting for the vendor.`);
    const [forVendor, ...more] = mail.mails.filter(({ to }) => to.includes(VENDOR));
    expect(more).toEqual([]);
    expect(forVendor!.body).toMatch(/Sent Back \(\w+\): rejected/);
    expect(forVendor!.body).not.toContain("vendor2");
  });

  it("warns once before an upload link ends", async () => {
    const record = await aRecord(server);
    const vendor = await signedIn(server, "vendor1");
    await vendor(endpoints.requestUpload, { body: { [RECORD_ID_KEY]: String(record.id) } });
    await collectAfter(server, 5 * DAY_MS);
    expect((await listOutbox(server)).filter(({ record_id }) => record_id === record.id)).toEqual([]);
    await collectAfter(server, 6.5 * DAY_MS);
    await collectAfter(server, 6.6 * DAY_MS);
    expect((await listOutbox(server)).filter(({ record_id }) => record_id === record.id)).toMatchObject([
      { sentence: expect.stringMatching(/^Your upload link ends on \d{4}-\d\d-\d\d at \d\d:\d\d UTC/) },
    ]);
  });

  it("shows and changes only the own mail settings", async () => {
    await setFrequency(server, "vendor1", "daily");
    const [vendor1, vendor2] = [await signedIn(server, "vendor1"), await signedIn(server, "vendor2")];
    const read = async (api: Api) => (await api(endpoints.getMailSettings)).body;
    expect(await read(vendor1)).toEqual({ frequency: "daily", address: VENDOR, sends_mail: true });
    expect(await read(vendor2)).toEqual({ frequency: "at once", address: OTHER_VENDOR, sends_mail: true });
    const wrong = await vendor1(endpoints.updateMailSettings, { body: { frequency: "hourly" } });
    expect(wrong.status).toBe(400);
  });
});

it("keeps mails without a mail server and lists them for agency admins", async () => {
  const server = await startServer();
  try {
    const record = await aRecord(server);
    await sendMessage(await signedIn(server, "vendor1"), record.id);
    await waitUntilSent(server);
    const agency = await signedIn(server, "agency1");
    const { body } = await agency(endpoints.listOutgoingMail);
    expect(body).toMatchObject({
      sends_mail: false,
      mails: [
        {
          username: "agency1",
          subject: "Denton Creek: vendor1 wrote a message about this model",
          text: expect.stringContaining("vendor1 wrote a message about this model."),
          state: "kept",
          sent: null,
        },
      ],
    });
    const vendor = await signedIn(server, "vendor1");
    expect((await vendor(endpoints.listOutgoingMail)).status).toBe(403);
  } finally {
    await server.close();
  }
});

it("sends mails once the mail server can be reached again, and logs no secret", async () => {
  const stopped = await startMailServer();
  await stopped.stop();
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const login = { user: "portal", password: "a-secret-of-the-mail-server" };
  const server = await startServer({
    smtpUrl: `smtp://${login.user}:${login.password}@127.0.0.1:${stopped.port}`,
    mailFrom: "portal@example.com",
  });
  let mail: MailServer | undefined;
  try {
    const { db } = server.services;
    const hasFailedWith = (error: string) =>
      waitForAssertion(async () =>
        expect(await listOutbox(server)).toMatchObject([
          { state: "waiting", error_text: expect.stringContaining(error) },
        ]),
      );
    const makeDue = () =>
      db
        .updateTable("jobs")
        .set({ due_at: new Date(0) })
        .where("kind", "=", "send-mail")
        .execute();
    const record = await aRecord(server);
    await sendMessage(await signedIn(server, "vendor1"), record.id);
    await hasFailedWith("ECONNREFUSED");
    // A refused sign-in is no reason to give the mail up.
    mail = await startMailServer({ port: stopped.port, user: login.user, password: "changed" });
    await makeDue();
    await hasFailedWith("535");
    await mail.stop();
    // Nor is an answer about the sender.
    mail = await startMailServer({ port: stopped.port, ...login, senderAnswer: "553 Sender not allowed" });
    await makeDue();
    await hasFailedWith("553");
    await mail.stop();
    mail = await startMailServer({ port: stopped.port, ...login });
    await makeDue();
    await waitUntilSent(server);
    expect(recipientsOf(mail.mails)).toEqual([AGENCY]);
    expect(await listOutbox(server)).toMatchObject([{ state: "sent", error_text: null }]);
    const log = written.mock.calls.map(([text]) => String(text)).join("");
    expect(log).toContain("ECONNREFUSED");
    expect(log).not.toContain(login.password);
    expect(log).not.toContain(Buffer.from(login.password).toString("base64"));
  } finally {
    written.mockRestore();
    await server.close();
    await mail?.stop();
  }
});
