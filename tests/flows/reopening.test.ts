import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { getSchema, getFieldNameByRole } from "../../src/contract/schema/fields.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { session } from "../../src/portal/providers/session.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { signInProvider } from "../support/signInProvider.ts";
import { startServer } from "../support/startServer.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => session.end());

const as = async (username: string) => (await signInProvider(server.url, username)).provider;
const RECORD = "Upper Sulphur River";

async function recordId(): Promise<string> {
  const { data } = await (
    await as("vendor2")
  ).getList<RecordRow>("records", {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: "id", order: "ASC" },
    filter: {},
  });
  return data.find(({ currentMetadata }) => currentMetadata.modelName === RECORD)!.id;
}

const statusOf = async (id: string) =>
  (await (await as("vendor2")).getOne<RecordRow>("records", { id })).data.statusInfo.status;

it("a rejected record can be reopened by its vendor only and keeps its id, messages and versions", async () => {
  const id = await recordId();
  const description = getFieldNameByRole(getSchema("metadata"), "summary");
  const reasons = [
    { kind: "field", name: description, text: "Name the reaches." },
    { kind: "file", name: "Model_Files/plan.p01", text: "Use the 500-year flows." },
  ] as const;
  const vendor = await as("vendor2");
  await expect(vendor.reopenRecord(id)).rejects.toMatchObject({ status: 409 });
  const before = {
    uploads: await vendor.listUploads(id),
    files: await vendor.listFiles(id),
    history: await vendor.listHistory(id),
  };
  const admin = await as("agency1");
  await admin.rejectRecord({ recordId: id, reason: "Please correct two things.", reasons: [...reasons] });
  await expect((await as("vendor1")).reopenRecord(id)).rejects.toMatchObject({ status: 404 });
  await expect((await as("agency1")).reopenRecord(id)).rejects.toMatchObject({ status: 404 });

  const owner = await as("vendor2");
  const told = (await owner.listNotifications(id)).at(-1)!;
  expect(told).toMatchObject({ status: "rejected", content: "Please correct two things.", uploadVersion: 1 });
  expect(told.reasons).toMatchObject(reasons);
  const first = told.reasons![0]!.id;
  await expect(owner.answerReason(id, first, { answered: true })).rejects.toMatchObject({ status: 409 });

  await owner.reopenRecord(id);
  expect(await statusOf(id)).toBe("in progress");
  await expect((await as("vendor2")).reopenRecord(id)).rejects.toMatchObject({ status: 409 });
  const vendorAgain = await as("vendor2");
  expect((await vendorAgain.listMessages(id)).at(-1)).toMatchObject({
    username: "portal",
    content: expect.stringMatching(/^vendor2 reopened this record/),
  });
  expect({
    uploads: await vendorAgain.listUploads(id),
    files: await vendorAgain.listFiles(id),
    history: await vendorAgain.listHistory(id),
  }).toEqual(before);

  await vendorAgain.answerReason(id, first, { answered: true });
  const answered = async (username: string) =>
    (await (await as(username)).listNotifications(id)).at(-1)!.reasons!.map((one) => Boolean(one.answered));
  expect(await answered("agency1")).toEqual([true, false]);
  await (await as("vendor2")).answerReason(id, first, { answered: false });
  expect(await answered("agency1")).toEqual([false, false]);
  await expect((await as("vendor2")).answerReason(id, "999999", { answered: true })).rejects.toMatchObject({
    status: 404,
  });
  await expect((await as("agency1")).answerReason(id, first, { answered: true })).rejects.toMatchObject({
    status: 404,
  });
});
