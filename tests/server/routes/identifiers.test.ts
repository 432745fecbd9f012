import { beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { setStatus } from "../../../src/server/stores/records/recordStore.ts";
import { aSave, signedIn, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";

withDemoServer("Identifiers", (server) => {
  let vendor1: Api, vendor2: Api, agency1: Api;
  beforeAll(async () => {
    [vendor1, vendor2, agency1] = (await Promise.all(
      ["vendor1", "vendor2", "agency1"].map((username) => signedIn(server(), username)),
    )) as [Api, Api, Api];
  });

  const idOf = (row: JsonObject | undefined) => String(row?.[RECORD_ID_KEY]);
  const one = (id: string) => ({ body: { [RECORD_ID_KEY]: id } });
  let last = 39_999_999_000;
  const aNewIdentifier = () => `0${++last}`;
  const aRecord = async (modelIdentifier: string) =>
    idOf((await vendor1(endpoints.addRecord, { body: await aSave(server(), { modelIdentifier }) })).rows[0]);
  const accept = (id: string) => setStatus(server().services.db, Number(id), "accepted", new Date());
  const createNewVersion = (id: string, api = vendor1) => api(endpoints.createNewVersion, one(id));
  async function check(identifier: string, { api = vendor1, except }: { api?: Api; except?: string } = {}) {
    const query: Record<string, string> = except === undefined ? {} : { [RECORD_ID_KEY]: except };
    const { status, body } = await api(endpoints.checkIdentifier, { params: { identifier }, query });
    expect(status).toBe(200);
    const records = (body["records"] as { id: string }[]).map(({ id }) => id);
    return { records, isUsedByOthers: body["used_by_others"] };
  }

  it("are reported with the user's own records, and to other vendors only as used", async () => {
    const identifier = aNewIdentifier();
    const id = await aRecord(identifier);
    expect(await check(identifier)).toEqual({ records: [id], isUsedByOthers: false });
    expect(await check(identifier, { api: vendor2 })).toEqual({ records: [], isUsedByOthers: true });
    expect(await check(identifier, { api: agency1 })).toEqual({ records: [id], isUsedByOthers: false });
  });

  it("name a record by its title, vendor and status", async () => {
    const identifier = aNewIdentifier();
    const id = await aRecord(identifier);
    const { body } = await vendor1(endpoints.checkIdentifier, { params: { identifier } });
    expect(body["records"]).toEqual([{ id, name: "Denton Creek", vendor: "vendor1", status: "in progress" }]);
  });

  it("are free for the record itself, after a change and after a delete", async () => {
    const identifier = aNewIdentifier();
    const id = await aRecord(identifier);
    const free = { records: [], isUsedByOthers: false };
    expect(await check(identifier, { except: id })).toEqual(free);
    const changed = aNewIdentifier();
    const body = { ...(await aSave(server(), { modelIdentifier: changed })), [RECORD_ID_KEY]: id };
    expect(await vendor1(endpoints.saveRecord, { body })).toMatchObject({ status: 200 });
    expect(await check(identifier)).toEqual(free);
    expect((await check(changed)).records).toEqual([id]);
    await vendor1(endpoints.deleteRecord, one(id));
    expect(await check(changed)).toEqual(free);
  });

  it("cannot be checked for a record of another vendor", async () => {
    const identifier = aNewIdentifier();
    const options = { params: { identifier }, query: { [RECORD_ID_KEY]: await aRecord(identifier) } };
    expect(await vendor2(endpoints.checkIdentifier, options)).toMatchObject({ status: 404 });
  });

  it("are kept by new versions, which name their accepted record", async () => {
    const identifier = aNewIdentifier();
    const first = await aRecord(identifier);
    await accept(first);
    const { status, rows } = await createNewVersion(first);
    const second = idOf(rows[0]);
    expect(status).toBe(200);
    expect(rows[0]).toMatchObject({
      status: "in progress",
      external_identifier: identifier,
      [`previous_${RECORD_ID_KEY}`]: first,
    });
    expect((await check(identifier, { except: second })).records).toEqual([]);
    const query = { [RECORD_ID_KEY]: first };
    const { body } = await agency1(endpoints.checkIdentifier, { params: { identifier }, query });
    expect(body["records"]).toMatchObject([{ id: second, previous: first, status: "in progress" }]);
    await accept(second);
    const third = idOf((await createNewVersion(second)).rows[0]);
    expect((await check(identifier, { except: third })).records).toEqual([]);
    const copy = idOf((await vendor1(endpoints.duplicateRecord, one(first))).rows[0]);
    expect((await check(identifier, { except: third })).records).toEqual([copy]);
  });

  it("allow a new version only of the vendor's own accepted record", async () => {
    const id = await aRecord(aNewIdentifier());
    expect(await createNewVersion(id)).toMatchObject({
      status: 409,
      message: "Only an accepted record can have a new version. This one is in progress.",
    });
    await accept(id);
    expect(await createNewVersion(id, vendor2)).toMatchObject({ status: 404 });
  });

  it("allow one new version per idempotency key", async () => {
    const id = await aRecord(aNewIdentifier());
    await accept(id);
    const send = () =>
      vendor1(endpoints.createNewVersion, {
        ...one(id),
        headers: { "idempotency-key": `new-version-of-${id}` },
      });
    expect(idOf((await send()).rows[0])).toBe(idOf((await send()).rows[0]));
  });
});
