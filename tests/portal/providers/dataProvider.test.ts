import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { createDataProvider } from "../../../src/portal/providers/dataProvider.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import type { RecordRow } from "../../../src/portal/providers/resources/recordRow.ts";
import { ALL_ROWS_PARAMS } from "../../../src/portal/providers/resources/simpleRest.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aVendorService } from "../../support/aVendorService.ts";
import { golden } from "../../support/golden.ts";
import { wireReferences } from "../../support/wireReferences.ts";

const bases = { authBaseUrl: "/api", middlewareBaseUrl: "/api" };

const aRow = (id: number, since: string): JsonObject => ({
  ...golden("wire-read.json"),
  tdis_identifier: id,
  status: "in progress",
  most_recent_status_update: since,
  data_is_available: false,
  schema_version: 1,
});

function aProvider(answers: Parameters<typeof aVendorService>[0]) {
  const service = aVendorService({ ...wireReferences(), ...answers });
  return { ...service, provider: createDataProvider(service.call, bases) };
}

beforeEach(() => session.start(anAccount({ id: "12", username: "vendor1" })));

describe("records", () => {
  it("are listed for the signed-in user, the newest status first", async () => {
    const { provider, askedFor } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.listRecords.path]: [
        aRow(1, "2026-01-01T00:00:00.000Z"),
        aRow(2, "2026-02-01T00:00:00.000Z"),
      ],
    });
    const { data, total } = await provider.getList<RecordRow>("records", {
      pagination: { page: 1, perPage: 100 },
      sort: { field: "id", order: "ASC" },
      filter: {},
    });
    expect(data.map(({ id }) => id)).toEqual(["2", "1"]);
    expect(total).toBe(2);
    expect(data[0]!.currentMetadata).toEqual(golden("metadata.json"));
    expect(askedFor(endpoints.listRecords.path)[0]!.params).toEqual({ username: "vendor1" });
  });

  it("know whether this device keeps a draft of them, by one look at its storage for all", async () => {
    const { provider } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.listRecords.path]: [1, 2, 3].map((id) => aRow(id, `2026-0${id}-01T00:00:00.000Z`)),
    });
    const { data } = await provider.getList<RecordRow>("records", ALL_ROWS_PARAMS);
    const known = () => data.map(({ hasDraft }) => hasDraft);
    const looks = vi.spyOn(Object, "keys");
    expect(known()).toEqual([false, false, false]);
    expect(looks.mock.calls.filter(([looked]) => looked === localStorage)).toHaveLength(1);
    draftStore.save("vendor1", "2", { id: "a", values: {}, savedAt: "2026-03-02T15:04:05.000Z" });
    expect(known()).toEqual([false, true, false]);
    draftStore.discard("vendor1", "2", "a");
    expect(known()).toEqual([false, false, false]);
  });

  it("have their metadata read only where they are looked at: of thousands, those of one page", async () => {
    const read: number[] = [];
    const watched = (id: number, since: string): JsonObject => ({
      ...aRow(id, since),
      get model_title() {
        read.push(id);
        return `Model ${id}`;
      },
    });
    const { provider } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.listRecords.path]: [
        watched(1, "2026-01-01T00:00:00.000Z"),
        watched(2, "2026-02-01T00:00:00.000Z"),
      ],
    });
    const { data } = await provider.getList<RecordRow>("records", {
      pagination: { page: 1, perPage: 100 },
      sort: { field: "timeOfLastStatusChange", order: "DESC" },
      filter: { status: "in progress" },
    });
    expect(read).toEqual([]);
    expect(data[0]!.currentMetadata).toMatchObject({ modelName: "Model 2" });
    expect(new Set(read)).toEqual(new Set([2]));
  });

  it("are asked for anew by a question that was answered, and cut from the last answer by another", async () => {
    const { provider, askedFor } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.deleteRecord.path]: [],
      [endpoints.listRecords.path]: [
        aRow(1, "2026-01-01T00:00:00.000Z"),
        aRow(2, "2026-02-01T00:00:00.000Z"),
      ],
    });
    const list = (filter: JsonObject, perPage = 100) =>
      provider.getList<RecordRow>("records", {
        pagination: { page: 1, perPage },
        sort: { field: "timeOfLastStatusChange", order: "ASC" },
        filter,
      });
    const asked = () => askedFor(endpoints.listRecords.path).length;
    expect((await list({})).data.map(({ id }) => id)).toEqual(["1", "2"]);
    expect((await list({ status: "accepted" })).data).toEqual([]);
    expect((await list({}, 1)).data.map(({ id }) => id)).toEqual(["1"]);
    expect(asked()).toBe(1);
    expect((await list({})).meta).toMatchObject({ total: 2, statuses: { "in progress": 2, accepted: 0 } });
    expect(asked()).toBe(2);
    const others = await list({ without: ["1"] });
    expect(others).toMatchObject({ total: 1, meta: { total: 1, statuses: { "in progress": 1 } } });
    expect(asked()).toBe(2);
    await provider.delete("records", { id: "1", previousData: { id: "1" } });
    await list({ status: "pending" });
    expect(asked()).toBe(3);
  });

  it.each([
    ["all there are, as the services say", { total: 2 }, 2, true],
    ["the first of more, as the services say", { total: 3 }, 2, false],
    ["all there are, by services that know of no limit", {}, 1, true],
    ["perhaps the first of more, by services that do not say", {}, 2, false],
  ])("are answered first as far as asked for: %s", async (_, about, limit, isComplete) => {
    const rows = [aRow(1, "2026-02-01T00:00:00.000Z"), aRow(2, "2026-01-01T00:00:00.000Z")];
    const { provider, askedFor } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.listRecords.path]: { rows, ...about },
    });
    const first = await provider.getNewestRecords(limit);
    expect(first.records.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(first.isComplete).toBe(isComplete);
    await provider.getList("records", ALL_ROWS_PARAMS);
    expect(askedFor(endpoints.listRecords.path).map(({ query }) => query)).toEqual([
      { limit: String(limit) },
      ...(isComplete ? [] : [undefined]),
    ]);
  });

  it("are asked for anew where one was changed while the first were on their way", async () => {
    const before = [aRow(1, "2026-02-01T00:00:00.000Z"), aRow(2, "2026-01-01T00:00:00.000Z")];
    let answerFirst: () => void = () => undefined;
    const rested = new Promise<void>((resolve) => (answerFirst = resolve));
    let rows = before;
    const { provider } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.deleteRecord.path]: [],
      [endpoints.listRecords.path]: async () => {
        const answer = { rows, total: rows.length };
        await rested;
        return answer;
      },
    });
    const first = provider.getNewestRecords(48);
    await provider.delete("records", { id: "1", previousData: { id: "1" } });
    rows = before.slice(1);
    answerFirst();
    expect((await first).records).toHaveLength(2);
    expect((await provider.getList("records", ALL_ROWS_PARAMS)).data.map(({ id }) => id)).toEqual(["2"]);
  });

  it("are asked for within the limit that was enough, until it is not", async () => {
    const rows = [aRow(1, "2026-02-01T00:00:00.000Z"), aRow(2, "2026-01-01T00:00:00.000Z")];
    let count = 1;
    const { provider, askedFor } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.listRecords.path]: ({ query }) => ({
        rows: rows.slice(0, Math.min(count, Number(query?.["limit"] ?? count))),
        ...(query && { total: count }),
      }),
    });
    await provider.getNewestRecords(1);
    const list = async () => (await provider.getList("records", ALL_ROWS_PARAMS)).data.length;
    expect([await list(), await list()]).toEqual([1, 1]);
    count = 2;
    expect([await list(), await list()]).toEqual([2, 2]);
    expect(askedFor(endpoints.listRecords.path).map(({ query }) => query?.["limit"])).toEqual([
      "1",
      "1",
      "1",
      undefined,
      undefined,
    ]);
  });

  it("are still searched in what was answered last, while the services fail", async () => {
    let answer: () => JsonObject[] | Error = () => [aRow(1, "2026-01-01T00:00:00.000Z")];
    const { provider } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.listRecords.path]: () => answer(),
    });
    const list = (filter: JsonObject) =>
      provider.getList<RecordRow>("records", {
        pagination: { page: 1, perPage: 100 },
        sort: { field: "id", order: "ASC" },
        filter,
      });
    await list({});
    answer = () => new VendorError("down", 500);
    await expect(list({})).rejects.toThrow("down");
    expect((await list({ q: "1" })).data).toHaveLength(1);
    await expect(list({})).rejects.toThrow("down");
  });

  it("are saved under the server's names, over the version that was read, by the user", async () => {
    const { provider, askedFor } = aProvider({
      [endpoints.getRecord.path]: { rows: [aRow(7, "2026-01-01T00:00:00.000Z")], etag: '"3"' },
      [endpoints.saveRecord.path]: { rows: [{ tdis_identifier: 7 }], etag: '"4"' },
    });
    const { data } = await provider.getOne<RecordRow>("records", { id: "7" });
    const saved = await provider.update<RecordRow>("records", { id: "7", data, previousData: data });
    expect(askedFor(endpoints.saveRecord.path)[0]).toMatchObject({
      headers: { "If-Match": '"3"' },
      body: { ...golden("wire-write.json"), tdis_identifier: "7", userId: "12" },
    });
    expect(saved.data.etag).toBe('"4"');
  });

  it("are created once for one key, and answer the new id", async () => {
    const { provider, askedFor } = aProvider({ [endpoints.addRecord.path]: [{ tdis_identifier: 8 }] });
    const { data } = await provider.create("records", {
      data: { currentMetadata: golden("metadata.json"), idempotencyKey: "one-form" },
    });
    expect(data.id).toBe("8");
    const [sent] = askedFor(endpoints.addRecord.path);
    expect(sent!.headers).toEqual({ "Idempotency-Key": "one-form" });
    expect(sent!.body).toEqual({ ...golden("wire-write.json"), userId: "12" });
  });

  it("are deleted by their identifier, also when the page is left meanwhile", async () => {
    const { provider, askedFor } = aProvider({ [endpoints.deleteRecord.path]: [] });
    await provider.delete("records", { id: "7", previousData: { id: "7" } });
    expect(askedFor(endpoints.deleteRecord.path)[0]).toMatchObject({
      body: { tdis_identifier: "7" },
      keepalive: true,
    });
  });

  it("are asked for anew by each visit of a screen with two lists of them, once for both", async () => {
    const rows = [aRow(7, "2026-01-01T00:00:00.000Z"), aRow(8, "2026-01-02T00:00:00.000Z")];
    const { provider, askedFor } = aProvider({ [endpoints.listReviews.path]: () => [...rows] });
    const pagination = { page: 1, perPage: 100 };
    const sort = { field: "timeOfLastStatusChange", order: "ASC" } as const;
    const visit = async () => {
      const [found, all] = await Promise.all([
        provider.getList("reviews", { filter: { q: "" }, pagination, sort }),
        provider.getList("reviews", { filter: {}, pagination, sort }),
      ]);
      return [found.data.length, all.data.length];
    };
    expect(await visit()).toEqual([2, 2]);
    rows.pop();
    expect(await visit()).toEqual([1, 1]);
    expect(askedFor(endpoints.listReviews.path)).toHaveLength(2);
  });

  it("are asked for again after the lists they need could not be had", async () => {
    let fails = true;
    const { provider } = aProvider({
      [endpoints.getRecord.path]: [aRow(7, "2026-01-01T00:00:00.000Z")],
      [endpoints.listAgencies.path]: () => (fails ? new VendorError("down", 503) : []),
    });
    await expect(provider.getOne("records", { id: "7" })).rejects.toThrow("down");
    fails = false;
    await expect(provider.getOne("records", { id: "7" })).resolves.toBeDefined();
  });
});

it("passes over entries of a reference list that lack a name", async () => {
  const { provider } = aProvider({
    [endpoints.listContactRoles.path]: [{ id: 3 }, { id: 1, name: "Submitter" }],
  });
  expect((await provider.getReferences()).contactRoles).toEqual([{ id: "1", name: "Submitter" }]);
});

it("says which call the services do not offer", async () => {
  const { provider } = aProvider({});
  await expect(provider.delete("contacts", { id: "1" })).rejects.toThrow('no delete for "contacts"');
});

it("adds a contact under the server's names, its phone as both numbers", async () => {
  const { provider, askedFor } = aProvider({ [endpoints.addContact.path]: [{ tdis_contact_id: 40 }] });
  const contact = {
    firstName: "Ann",
    lastName: "Lee",
    email: "a@example.com",
    phoneNumber: "1",
    agency: "4",
  };
  const { data } = await provider.create("contacts", { data: contact });
  expect(data.id).toBe("40");
  expect(askedFor(endpoints.addContact.path)[0]!.body).toEqual({
    userId: "12",
    first_name: "Ann",
    last_name: "Lee",
    email: "a@example.com",
    work_phone: "1",
    cell_phone: "1",
    agency: "4",
    comments: "",
  });
});

it("updates a contact without what only a new contact is given", async () => {
  const { provider, askedFor } = aProvider({ [endpoints.updateContact.path]: [] });
  const data = { firstName: "Ann", lastName: "Lee", email: "a@example.com", phoneNumber: "1", agency: "4" };
  await provider.update("contacts", { id: "40", data, previousData: { id: "40" } });
  expect(askedFor(endpoints.updateContact.path)[0]!.body).toEqual({
    contact_id: "40",
    tdis_contact_id: "40",
    first_name: "Ann",
    last_name: "Lee",
    email: "a@example.com",
    work_phone: "1",
    agency: "4",
  });
});

it("keeps only files and folders of the file structure, and asks for archived ones only where they are wanted", async () => {
  const { provider, askedFor } = aProvider({
    [endpoints.listFiles.path]: [
      { path: "a", upload_type: "file" },
      { path: "b", upload_type: "directory" },
      { path: "c", upload_type: "zip" },
    ],
  });
  expect((await provider.listFiles("1")).files.map(({ path }) => path)).toEqual(["a", "b"]);
  await provider.listFiles("1", { withArchived: true });
  expect(askedFor(endpoints.listFiles.path).map(({ query }) => query)).toEqual([
    undefined,
    { archived: "true" },
  ]);
});

it("does without the calls that other services do not answer", async () => {
  const notServed = new VendorError("Not Found", 404);
  const { provider } = aProvider({
    [endpoints.uploadProgress.path]: notServed,
    [endpoints.downloadLink.path]: notServed,
    [endpoints.uploadReceipt.path]: notServed,
  });
  expect(await provider.getUploadReceipt("1", "6f1f")).toBeUndefined();
  expect(await provider.getUploadProgress("1")).toBeUndefined();
  expect(await provider.getDownloadLink("1")).toBeUndefined();
});

it("hands on a receipt as the services word it, so that it can be verified later", async () => {
  const receipt = { receipt_version: 1, files: [{ path: "a", size: 1, sha256: "0" }] };
  const { provider } = aProvider({ [endpoints.uploadReceipt.path]: [receipt] });
  expect(await provider.getUploadReceipt("1", "6f1f")).toEqual(receipt);
});

it("re-checks the password without touching the session", async () => {
  const before = session.getAccount();
  const { provider, asked } = aProvider({
    [endpoints.signIn.path]: [{ id: 12, roles: ["ROLE_EDITOR"], accessToken: "other", expirationTime: 9 }],
  });
  await provider.verifyPassword("FloodModel2026");
  expect(asked[0]!.body).toEqual({ username: "vendor1", password: "FloodModel2026" });
  expect(session.getAccount()).toEqual(before);
});
