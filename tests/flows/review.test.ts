import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PortalDataProvider } from "../../src/portal/providers/dataProvider.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { session } from "../../src/portal/providers/session.ts";
import { addAccount } from "../../src/server/accounts.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { DEMO_PASSWORD } from "../../src/server/seed/demoData.ts";
import { aContact } from "../support/aContact.ts";
import { signedIn } from "../support/signedIn.ts";
import { startServer } from "../support/startServer.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => session.end());

const as = async (username: string) => (await signedIn(server.url, username)).provider;

const nameOf = ({ currentMetadata }: RecordRow) => currentMetadata.modelName;

const reviewsFor = async (provider: PortalDataProvider) =>
  (
    await provider.getList<RecordRow>("reviews", {
      pagination: { page: 1, perPage: 1000 },
      sort: { field: "id", order: "ASC" },
      filter: {},
    })
  ).data;

async function waiting(name: string): Promise<string> {
  const rows = await reviewsFor(await as("agency1"));
  return rows.find((row) => nameOf(row) === name)!.id;
}

const notificationsOf = async (username: string, recordId: string) =>
  (await as(username)).recordNotifications(recordId);

describe("the review", () => {
  let rejectedId = "";

  it("lists the pending records of all vendors to an admin, the longest waiting first", async () => {
    const rows = await reviewsFor(await as("agency1"));
    expect(rows.map(nameOf)).toEqual(["Pecan Branch", "White Oak Bayou", "Upper Sulphur River"]);
    expect(rows.map(({ vendor }) => vendor)).toEqual(["vendor1", "vendor1", "vendor2"]);
    expect(new Set(rows.map(({ statusInfo }) => statusInfo.status))).toEqual(new Set(["pending"]));
  });

  it("is refused to a vendor, who cannot accept or reject their own record either", async () => {
    const recordId = await waiting("Upper Sulphur River");
    const vendor = await as("vendor2");
    await expect(reviewsFor(vendor)).rejects.toMatchObject({ status: 403 });
    await expect(vendor.acceptRecord(recordId)).rejects.toMatchObject({ status: 403 });
    await expect(vendor.rejectRecord({ recordId, reason: "mine" })).rejects.toMatchObject({ status: 403 });
    const { data } = await vendor.getOne<RecordRow>("records", { id: recordId });
    expect(data.statusInfo.status).toBe("pending");
  });

  it("refuses to accept while uploads conflict", async () => {
    const recordId = await waiting("Pecan Branch");
    const admin = await as("agency1");
    await expect(admin.acceptRecord(recordId)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("conflict"),
    });
  });

  it("serves ROLE_ADMIN-ADVANCED as it serves ROLE_ADMIN-APPLICATION", async () => {
    await addAccount(server.services, {
      username: "agency2",
      roles: ["ROLE_ADMIN-ADVANCED"],
      password: DEMO_PASSWORD,
      contact: aContact({ email: "agency2@example.com" }),
    });
    const advanced = await as("agency2");
    const rows = await reviewsFor(advanced);
    expect(rows.map(nameOf)).toContain("Upper Sulphur River");
    const recordId = rows.find((row) => nameOf(row) === "Pecan Branch")!.id;
    const { data } = await advanced.getOne<RecordRow>("records", { id: recordId });
    expect(nameOf(data)).toBe("Pecan Branch");
    await expect(advanced.acceptRecord(recordId)).rejects.toMatchObject({ status: 409 });
    await expect(advanced.rejectRecord({ recordId, reason: "" })).rejects.toMatchObject({ status: 400 });
  });

  it("rejects with a reason that the vendor reads, and an answer in the thread", async () => {
    const recordId = await waiting("Upper Sulphur River");
    rejectedId = recordId;
    const admin = await as("agency1");
    await admin.sendMessage({ recordId, content: "We look at it." }, "key-of-this-message");
    await admin.rejectRecord({ recordId, reason: "Model description: too short." });
    const vendor = await as("vendor2");
    const { data } = await vendor.getOne<RecordRow>("records", { id: recordId });
    expect(data.statusInfo.status).toBe("rejected");
    expect((await vendor.recordNotifications(recordId)).at(-1)).toMatchObject({
      status: "rejected",
      username: "agency1",
      content: "Model description: too short.",
    });
    expect((await vendor.recordMessages(recordId)).at(-1)).toMatchObject({ content: "We look at it." });
  });

  it("takes the same word of the same admin again, whose answer was lost, and writes nothing anew", async () => {
    const recordId = rejectedId;
    const before = await notificationsOf("vendor2", recordId);
    const admin = await as("agency1");
    const { data } = await admin.getOne<RecordRow>("records", { id: recordId });
    await admin.rejectRecord({ recordId, reason: "Model description: too short." });
    expect((await admin.getOne<RecordRow>("records", { id: recordId })).data).toEqual(data);
    await expect(admin.rejectRecord({ recordId, reason: "Another." })).rejects.toMatchObject({ status: 409 });
    await expect(admin.acceptRecord(recordId)).rejects.toMatchObject({ status: 409 });
    expect(await notificationsOf("vendor2", recordId)).toEqual(before);
  });

  it("accepts, which takes the record off the list and makes its data available", async () => {
    const recordId = await waiting("White Oak Bayou");
    const admin = await as("agency1");
    await admin.acceptRecord(recordId);
    expect((await reviewsFor(admin)).map(({ id }) => id)).not.toContain(recordId);
    const { data } = await (await as("vendor1")).getOne<RecordRow>("records", { id: recordId });
    expect(data).toMatchObject({ dataIsAvailable: true, statusInfo: { status: "accepted" } });
    const before = await notificationsOf("vendor1", recordId);
    await (await as("agency1")).acceptRecord(recordId);
    await expect((await as("agency2")).acceptRecord(recordId)).rejects.toMatchObject({ status: 409 });
    expect(await notificationsOf("vendor1", recordId)).toEqual(before);
  });
});
