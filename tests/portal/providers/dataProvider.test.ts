import { QueryClient } from "@tanstack/react-query";
import type { GetListParams } from "react-admin";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { createDataProvider } from "../../../src/portal/providers/dataProvider.ts";
import type { RecordRow } from "../../../src/portal/providers/resources/recordRow.ts";
import { ALL_ROWS_PARAMS } from "../../../src/portal/providers/vendorHttpClient.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aVendorService } from "../../support/aVendorService.ts";
import { aWireConflict } from "../records/recordAnswers.ts";
import { golden } from "../../support/golden.ts";
import { wireReferences } from "../../support/wireReferences.ts";

const baseUrls = { authBaseUrl: "/api", middlewareBaseUrl: "/api" };

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
  const queryClient = new QueryClient();
  const provider = createDataProvider(service.call, baseUrls, queryClient);
  /** As react-admin's useGetList fetches a list. */
  const view = (resource: string, params: GetListParams) =>
    queryClient.fetchQuery({
      queryKey: [resource, "getList", params],
      queryFn: () => provider.getList<RecordRow>(resource, params),
    });
  return { ...service, provider, view };
}

beforeEach(() => session.start(anAccount({ id: "12", username: "vendor1" })));

describe("dataProvider, records", () => {
  it("lists the signed-in user's records, newest status change first", async () => {
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

  it("decodes the metadata of a row only when a caller accesses them", async () => {
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

  const BY_TIME = { field: "timeOfLastStatusChange", order: "ASC" } as const;
  const twoRows = () => [aRow(1, "2026-01-01T00:00:00.000Z"), aRow(2, "2026-02-01T00:00:00.000Z")];

  it("fetches the list again for a shown view and cuts new views from the last list", async () => {
    const { view, provider, askedFor } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.deleteRecord.path]: [],
      [endpoints.listRecords.path]: twoRows(),
    });
    const list = async (filter: JsonObject, perPage = 100) =>
      (await view("records", { pagination: { page: 1, perPage }, sort: BY_TIME, filter })).data.map(
        ({ id }) => id,
      );
    const asked = () => askedFor(endpoints.listRecords.path).length;
    expect(await list({})).toEqual(["1", "2"]);
    expect(await list({ status: "accepted" })).toEqual([]);
    expect(await list({}, 1)).toEqual(["1"]);
    expect(await list({ without: ["1"] })).toEqual(["2"]);
    expect(asked()).toBe(1);
    expect(await list({})).toEqual(["1", "2"]);
    expect(asked()).toBe(2);
    await provider.delete("records", { id: "1", previousData: { id: "1" } });
    await list({ status: "pending" });
    expect(asked()).toBe(3);
  });

  it("returns the whole list in meta and pages with the total of the filter", async () => {
    const { view } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.listRecords.path]: twoRows(),
    });
    const page = await view("records", {
      pagination: { page: 2, perPage: 1 },
      sort: BY_TIME,
      filter: { status: "in progress" },
    });
    expect(page).toMatchObject({ data: [{ id: "2" }], total: 2, meta: { rows: [{ id: "2" }, { id: "1" }] } });
  });

  it("returns the same rows while the list's ETag and the conflicts are unchanged", async () => {
    let etag = '"1"';
    let conflicts: JsonObject[] = [];
    const { provider } = aProvider({
      [endpoints.listConflicts.path]: () => structuredClone(conflicts),
      [endpoints.listRecords.path]: () => ({ rows: twoRows(), etag }),
    });
    const list = async () => (await provider.getList<RecordRow>("records", ALL_ROWS_PARAMS)).data;
    const first = await list();
    expect((await list())[0]).toBe(first[0]);
    conflicts = ["a", "b"].map((uploadBatchId) => aWireConflict({ recordId: "1", uploadBatchId }));
    const second = await list();
    expect(second[1]!.conflicts).toHaveLength(2);
    expect((await list())[0]).toBe(second[0]);
    etag = '"2"';
    expect((await list())[0]).not.toBe(second[0]);
  });

  it("requests a list again if a record changes while it is loading", async () => {
    let answerFirst: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (answerFirst = resolve));
    let rows = twoRows();
    const { provider, view, askedFor } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.deleteRecord.path]: () => {
        rows = rows.slice(1);
        return [];
      },
      [endpoints.listRecords.path]: async () => {
        const answer = rows;
        await released;
        return answer;
      },
    });
    const first = view("records", ALL_ROWS_PARAMS);
    await vi.waitFor(() => expect(askedFor(endpoints.listRecords.path)).toHaveLength(1));
    await provider.delete("records", { id: "1", previousData: { id: "1" } });
    answerFirst();
    expect((await first).data).toMatchObject([{ id: "2" }]);
  });

  it("searches the rows of the last list while the services fail", async () => {
    let answer: () => JsonObject[] | Error = () => [aRow(1, "2026-01-01T00:00:00.000Z")];
    const { view } = aProvider({
      [endpoints.listConflicts.path]: [],
      [endpoints.listRecords.path]: () => answer(),
    });
    const list = (filter: JsonObject) => view("records", { ...ALL_ROWS_PARAMS, filter });
    await list({});
    answer = () => new ApiError("down", 500);
    await expect(list({})).rejects.toThrow("down");
    expect((await list({ q: "1" })).data).toHaveLength(1);
    await expect(list({})).rejects.toThrow("down");
  });

  it("saves under the wire names with If-Match and the user's id", async () => {
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

  it("creates a record with its idempotency key and returns the new id", async () => {
    const { provider, askedFor } = aProvider({ [endpoints.addRecord.path]: [{ tdis_identifier: 8 }] });
    const { data } = await provider.create("records", {
      data: { currentMetadata: golden("metadata.json"), idempotencyKey: "one-form" },
    });
    expect(data.id).toBe("8");
    const [sent] = askedFor(endpoints.addRecord.path);
    expect(sent!.headers).toEqual({ "Idempotency-Key": "one-form" });
    expect(sent!.body).toEqual({ ...golden("wire-write.json"), userId: "12" });
  });

  it("deletes a record by its identifier, with keepalive", async () => {
    const { provider, askedFor } = aProvider({ [endpoints.deleteRecord.path]: [] });
    await provider.delete("records", { id: "7", previousData: { id: "7" } });
    expect(askedFor(endpoints.deleteRecord.path)[0]).toMatchObject({
      body: { tdis_identifier: "7" },
      keepalive: true,
    });
  });

  it("fetches the list once for two views on one page", async () => {
    const rows = [{ contact_id: 7 }, { contact_id: 8 }];
    const { view, askedFor } = aProvider({ [endpoints.listContacts.path]: () => [...rows] });
    const visit = async () => {
      const [filtered, all] = await Promise.all([
        view("contacts", { ...ALL_ROWS_PARAMS, filter: { q: "" } }),
        view("contacts", ALL_ROWS_PARAMS),
      ]);
      return [filtered.data.length, all.data.length];
    };
    expect(await visit()).toEqual([2, 2]);
    rows.pop();
    expect(await visit()).toEqual([1, 1]);
    expect(askedFor(endpoints.listContacts.path)).toHaveLength(2);
  });

  it("loads a record after the reference lists failed once", async () => {
    let fails = true;
    const { provider } = aProvider({
      [endpoints.getRecord.path]: [aRow(7, "2026-01-01T00:00:00.000Z")],
      [endpoints.listAgencies.path]: () => (fails ? new ApiError("down", 503) : []),
    });
    await expect(provider.getOne("records", { id: "7" })).rejects.toThrow("down");
    fails = false;
    await expect(provider.getOne("records", { id: "7" })).resolves.toBeDefined();
  });
});

it("dataProvider skips entries of a reference list without a name", async () => {
  const { provider } = aProvider({
    [endpoints.listContactRoles.path]: [{ id: 3 }, { id: 1, name: "Submitter" }],
  });
  expect((await provider.getReferences()).contactRoles).toEqual([{ id: "1", name: "Submitter" }]);
});

it("dataProvider rejects an operation that the services do not offer", async () => {
  const { provider } = aProvider({});
  await expect(provider.delete("contacts", { id: "1" })).rejects.toThrow(
    'do not support "delete" for "contacts"',
  );
});

it("dataProvider adds a contact under the wire names, with the phone as work and cell number", async () => {
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

it("dataProvider updates a contact without the fields that only a new contact has", async () => {
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

it("listFiles returns only files and folders, and archived ones only on request", async () => {
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

it("getUploadReceipt returns undefined if the upload has no receipt (404)", async () => {
  const { provider } = aProvider({ [endpoints.uploadReceipt.path]: new ApiError("Not Found", 404) });
  expect(await provider.getUploadReceipt("1", "6f1f")).toBeUndefined();
});

it("getUploadReceipt returns the receipt unchanged", async () => {
  const receipt = { receipt_version: 1, files: [{ path: "a", size: 1, sha256: "0" }] };
  const { provider } = aProvider({ [endpoints.uploadReceipt.path]: [receipt] });
  expect(await provider.getUploadReceipt("1", "6f1f")).toEqual(receipt);
});

it("verifyPassword does not change the session", async () => {
  const before = session.getAccount();
  const { provider, asked } = aProvider({
    [endpoints.signIn.path]: [{ id: 12, roles: ["ROLE_EDITOR"], accessToken: "other", expirationTime: 9 }],
  });
  await provider.verifyPassword("FloodModel2026");
  expect(asked[0]!.body).toEqual({ username: "vendor1", password: "FloodModel2026" });
  expect(session.getAccount()).toEqual(before);
});
