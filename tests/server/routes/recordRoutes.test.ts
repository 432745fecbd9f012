import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { parseModelRecord } from "../../../src/contract/records/modelRecord.ts";
import { STATUSES } from "../../../src/contract/status.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { loadReferences } from "../../../src/server/stores/referenceStore.ts";
import { lockRecord, setStatus } from "../../../src/server/stores/records/recordStore.ts";
import { lockUpload } from "../../../src/server/stores/uploads/uploadStore.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { aSave, anonymous, signedIn, VENDOR1_EXTENT, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";
import { fillPathParams } from "../../support/pathParams.ts";

withDemoServer("Records", (server) => {
  let vendor1: Api, vendor2: Api, agency1: Api;
  beforeAll(async () => {
    [vendor1, vendor2, agency1] = (await Promise.all(
      ["vendor1", "vendor2", "agency1"].map((username) => signedIn(server(), username)),
    )) as [Api, Api, Api];
  });

  const idOf = (row: JsonObject | undefined) => String(row?.[RECORD_ID_KEY]);
  const addRecord = async (overrides: JsonObject = {}) =>
    idOf((await vendor1(endpoints.addRecord, { body: await aSave(server(), overrides) })).rows[0]);
  const read = (recordId: string, api = vendor1) => api(endpoints.getRecord, { params: { recordId } });
  const save = async (id: string, overrides: JsonObject = {}, headers: Record<string, string> = {}) =>
    vendor1(endpoints.saveRecord, {
      body: { ...(await aSave(server(), overrides)), [RECORD_ID_KEY]: id },
      headers,
    });
  const list = (headers: Record<string, string> = {}) =>
    vendor1(endpoints.listRecords, { params: { username: "vendor1" }, headers });

  it("are returned by get-record as they were saved", async () => {
    const { status, rows, headers } = await read(await addRecord());
    expect(status).toBe(200);
    expect(headers["etag"]).toMatch(/^"/);
    const record = parseModelRecord(rows[0]!, await loadReferences(server().services.db));
    expect(record).toMatchObject({
      currentMetadata: aMetadata({
        spatialExtentShapefile: VENDOR1_EXTENT,
        [`${RECORD_ID_KEY.split("_")[0]}CollectionIdentifier`]: "903",
      }),
      statusInfo: { status: "in progress" },
      dataIsAvailable: false,
      schemaVersion: 1,
    });
  });

  it.each(STATUSES)("can have the status %s", async (status) => {
    const id = await addRecord();
    const { db } = server().services;
    await setStatus(db, Number(id), status, new Date());
    const record = parseModelRecord((await read(id)).rows[0]!, await loadReferences(db));
    expect(record.statusInfo.status).toBe(status);
  });

  it("are listed by their latest status change", async () => {
    const id = await addRecord({ modelName: "The newest" });
    const { rows } = await list();
    expect(idOf(rows[0])).toBe(id);
    const times = rows.map((row) => String(row["most_recent_status_update"]));
    expect(times).toEqual(times.toSorted().reverse());
  });

  it("are listed up to a limit, with the total number", async () => {
    const all = await list();
    const first = await vendor1(endpoints.listRecords, {
      params: { username: "vendor1" },
      query: { limit: "2" },
    });
    expect(first.rows).toEqual(all.rows.slice(0, 2));
    expect(first.body).toMatchObject({ numberMatched: all.rows.length });
    expect(all.body).not.toHaveProperty("numberMatched");
    const unlimited = await vendor1(endpoints.listRecords, {
      params: { username: "vendor1" },
      query: { limit: "9999" },
    });
    expect(unlimited.body).toMatchObject({ numberMatched: all.rows.length });
    for (const limit of ["0", "-1", "2.5", "all", "100000000"])
      expect(
        await vendor1(endpoints.listRecords, { params: { username: "vendor1" }, query: { limit } }),
      ).toMatchObject({ status: 400 });
  });

  describe("records of another vendor", () => {
    it("cannot be listed (403)", async () => {
      expect(await vendor2(endpoints.listRecords, { params: { username: "vendor1" } })).toMatchObject({
        status: 403,
      });
      expect(await agency1(endpoints.listRecords, { params: { username: "vendor1" } })).toMatchObject({
        status: 403,
      });
    });

    it("cannot be read or changed by any operation (404)", async () => {
      const id = await addRecord();
      const body = { ...(await aSave(server())), [RECORD_ID_KEY]: id };
      const one = { [RECORD_ID_KEY]: id };
      const params = { recordId: id };
      const answers = await Promise.all([
        vendor2(endpoints.getRecord, { params }),
        vendor2(endpoints.saveRecord, { body }),
        vendor2(endpoints.duplicateRecord, { body: one }),
        vendor2(endpoints.createNewVersion, { body: one }),
        vendor2(endpoints.deleteRecord, { body: one }),
        vendor2(endpoints.restoreRecord, { body: one }),
        vendor2(endpoints.withdrawRecord, { body: one }),
        vendor2(endpoints.listHistory, { params }),
        vendor2(endpoints.listMessages, { params }),
        vendor2(endpoints.listNotifications, { params }),
        vendor2(endpoints.recordConflicts, { params }),
        vendor2(endpoints.conflictSummary, { params }),
        vendor2(endpoints.listArchive, { params }),
        vendor2(endpoints.listFiles, { params }),
        vendor2(endpoints.downloadLink, { params }),
        vendor2(endpoints.uploadProgress, { params }),
        vendor2(endpoints.requestUpload, { body: one }),
        vendor2(endpoints.finishUpload, { body: one }),
        vendor2(endpoints.sendMessage, { body: { ...one, msg_content: "Hello", username: "vendor2" } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      expect(await read(id)).toMatchObject({ status: 200 });
    });

    it("can be read but not changed by an admin of the agency", async () => {
      const id = await addRecord();
      expect(await read(id, agency1)).toMatchObject({ status: 200 });
      const one = { [RECORD_ID_KEY]: id };
      for (const endpoint of [endpoints.deleteRecord, endpoints.duplicateRecord, endpoints.requestUpload])
        expect(await agency1(endpoint, { body: one })).toMatchObject({ status: 404 });
    });

    it.each(["0", "-1", "abc", "1;DROP TABLE records", "99999999999999999999", "1.5", "%00"])(
      "are not found by the invalid id %s",
      async (id) => {
        expect(await read(id)).toMatchObject({ status: 404 });
      },
    );
  });

  describe("invalid values are rejected with the schema's message", () => {
    let existingId: string | undefined;
    /** @param rawValues values under their write names, which the portal never sends */
    const submitInvalid = async (overrides: JsonObject, rawValues: JsonObject = {}) => {
      const body = { ...(await aSave(server(), overrides)), ...rawValues };
      const { status, message, faults } = await vendor1(endpoints.addRecord, { body });
      existingId ??= await addRecord();
      const saved = await vendor1(endpoints.saveRecord, { body: { ...body, [RECORD_ID_KEY]: existingId } });
      // Saving must report the same errors as adding.
      expect({ status: saved.status, message: saved.message, faults: saved.faults }).toEqual({
        status,
        message,
        faults,
      });
      return {
        status,
        message,
        faults: Object.fromEntries(faults.map((f) => [f.path.join("."), f.message])),
      };
    };

    it.each([
      ["twdbFloodPlanningProjectID", [], "Required, must add at least one entry"],
      ["twdbFloodPlanningRegionID", "", "Required"],
      ["county", [], "Required, must add at least one entry"],
      ["spatialExtentShapefile", "", "Required"],
      ["modelName", "", "Required"],
      ["modelDescription", "", "Required"],
      ["modelType", [], "Required, must add at least one entry"],
      [
        "modelIdentifier",
        "230000000001",
        "Must be a 12-digit number where first 2-digits are the Flood Planning Region identifier, followed by regionally-unique 10-digit number.",
      ],
      ["softwareName", "", "Required"],
      ["softwareVersion", "", "Required"],
      ["modelOriginatorAgencyId", "", "Required"],
      ["modelCreationDate", "", "Required"],
      ["modelLastUpdatedDate", "", "Required"],
      ["modelCreationDate", "2026-02-30", "Date is invalid"],
      ["modelLastUpdatedDate", "yesterday", "Date is invalid"],
      ["modelUpdateFrequency", "", "Required"],
      ["useConstraint", [], "Required, must add at least one entry"],
      ["modelPurpose", "", "Required"],
      ["contacts", [], "Required, must add at least one entry"],
      ["contacts", [{ contactId: "1", roleId: "9" }], "Required, must add at least one entry"],
      ["modelOriginatorAgencyId", "No such agency", "Must be one of the listed options."],
    ])("for %s %j", async (field, value, message) => {
      const refused = await submitInvalid({ [field]: value });
      expect(refused).toMatchObject({ status: 400, message: "Please fix 1 error(s)." });
      expect(refused.faults).toEqual({ [field]: message });
    });

    it.each([
      [
        "hydrologicUnitCode",
        ["120301010101", "12x"],
        "hydrologicUnitCode.1",
        "Each entry must be a 12 digit number",
      ],
      [
        "twdbFloodPlanningProjectID",
        ["991000012"],
        "twdbFloodPlanningProjectID.0",
        /^Each entry must be a 9-digit/,
      ],
      ["county", ["Denton", "Dentn"], "county.1", "Must be one of the listed options."],
      [
        "timePeriodCovered",
        [{ start: "2020-02-01", end: "2020-01-01" }],
        "timePeriodCovered.0.end",
        "End date cannot be before the start date.",
      ],
      [
        "timePeriodCovered",
        [{ start: "2020-02-30", end: "2020-03-01" }],
        "timePeriodCovered.0.start",
        "At least one date is invalid",
      ],
    ])("for an entry of %s", async (field, value, path, message) => {
      const { status, faults } = await submitInvalid({ [field]: value });
      expect(status).toBe(400);
      expect(faults).toEqual({ [path]: expect.stringMatching(message) });
    });

    const HALF_A_PERIOD =
      "Start date & end date must both be defined or both be empty. If you'd like to represent a single date, simply use the same start & end date.";
    it.each([
      ["time_periods", [["2020-01-01", ""]], { "timePeriodCovered.0.end": HALF_A_PERIOD }],
      ["time_periods", [[null, "2020-01-01"]], { "timePeriodCovered.0.start": HALF_A_PERIOD }],
      ["model_contacts", "{,1}", { "contacts.0.contactId": "Must specify a contact" }],
      ["model_contacts", "{1,1},{1,}", { "contacts.1.roleId": "Must specify a role" }],
      ["model_contacts", "{1,1},{1}", { "contacts.1.roleId": "Must specify a role" }],
      [
        "model_contacts",
        "{,}",
        { "contacts.0.contactId": "Must specify a contact", "contacts.0.roleId": "Must specify a role" },
      ],
    ])("for an incomplete pair in %s: %j", async (name, value, expected) => {
      const { status, faults } = await submitInvalid({}, { [name]: value });
      expect(status).toBe(400);
      expect(faults).toEqual(expected);
    });

    it("but a pair with two empty dates is dropped", async () => {
      const body = { ...(await aSave(server())), time_periods: [["", ""]] };
      const { status, rows } = await vendor1(endpoints.addRecord, { body });
      expect(status).toBe(200);
      expect((await read(idOf(rows[0]))).rows[0]).toMatchObject({ time_periods: [] });
    });

    it("for several fields at the same time, with their number", async () => {
      const { message, faults } = await submitInvalid({ modelName: "", modelPurpose: "", county: [] });
      expect(message).toBe("Please fix 3 error(s).");
      expect(Object.keys(faults)).toEqual(["county", "modelName", "modelPurpose"]);
    });

    it("for a spatial extent that another user or no user uploaded", async () => {
      const { rows } = await vendor2(endpoints.listRecords, { params: { username: "vendor2" } });
      for (const extent of [rows[0]!["spatial_extent_shapefile"], "made_up.gdb.zip"])
        expect(await submitInvalid({ spatialExtentShapefile: extent })).toMatchObject({
          status: 400,
          faults: {
            spatialExtentShapefile: expect.stringContaining("not uploaded a geodatabase with this name"),
          },
        });
    });

    it.each([
      ["no body", undefined],
      ["an array", []],
      ["text", '"text"'],
      ["time periods that are not a list", { time_periods: 5 }],
      ["time periods that are not JSON", { time_periods: "[[" }],
      ["a NUL character", { model_name: "a\0b" }],
      ["an unpaired surrogate", { model_name: "a\ud800b" }],
      ["a list instead of text", { model_name: ["a"] }],
      ["an object instead of text", { model_name: { toString: "x" } }],
    ])("for %s (400, not 500)", async (_, body) => {
      const fullBody =
        body && !Array.isArray(body) && typeof body === "object"
          ? { ...(await aSave(server())), ...body }
          : body;
      const headers = { "content-type": "application/json" };
      const answer = await vendor1(endpoints.addRecord, { body: fullBody, headers });
      expect(answer.status).toBe(400);
      expect(answer.message).not.toBe("");
    });
  });

  describe("records, when saved", () => {
    it("add every change to the history, newest first", async () => {
      const id = await addRecord({ modelName: "First name" });
      await save(id, { modelName: "Second name" });
      await save(id, { modelName: "Third name" });
      const { body } = await vendor1(endpoints.listHistory, { params: { recordId: id } });
      const entries = body as unknown as { old_values: JsonObject | null; new_values: JsonObject }[];
      expect(entries.map((entry) => entry.new_values["model_title"])).toEqual([
        "Third name",
        "Second name",
        "First name",
      ]);
      expect(entries.map((entry) => entry.old_values?.["model_title"])).toEqual([
        "Second name",
        "First name",
        undefined,
      ]);
      expect(entries[2]!.old_values).toBeNull();
      expect(entries[0]!.new_values).toMatchObject({
        user_first_name: "Vera",
        user_last_name: "Delgado",
        user_id: "1",
        username: "vendor1",
        record_updated_date: expect.stringMatching(/^\d{4}-.*Z$/),
        schema_version: 1,
      });
    });

    it("can have a field emptied", async () => {
      const id = await addRecord();
      await save(id, { city: [], chainOfCustody: [], timePeriodCovered: [] });
      const { rows } = await read(id);
      expect(rows[0]).toMatchObject({ cities: [], custody_chain: [], time_periods: [] });
    });

    it("add no revision if nothing changed", async () => {
      const id = await addRecord();
      const before = (await read(id)).headers["etag"];
      expect((await save(id)).headers["etag"]).toBe(before);
      const { body } = await vendor1(endpoints.listHistory, { params: { recordId: id } });
      expect(body).toHaveLength(1);
    });

    it("return a new ETag that the next save accepts", async () => {
      const id = await addRecord();
      const first = (await read(id)).headers["etag"]!;
      const saved = await save(id, { modelName: "One" }, { "if-match": first });
      expect(saved.status).toBe(200);
      expect(saved.headers["etag"]).not.toBe(first);
      const again = await save(id, { modelName: "Two" }, { "if-match": saved.headers["etag"]! });
      expect(again.status).toBe(200);
      expect((await read(id)).headers["etag"]).toBe(again.headers["etag"]);
    });

    it("reject a save with an outdated ETag, with the author, time and current values", async () => {
      const id = await addRecord();
      const etag = (await read(id)).headers["etag"]!;
      await save(id, { modelName: "Theirs" });
      const refused = await save(id, { modelName: "Mine" }, { "if-match": etag });
      expect(refused.status).toBe(409);
      expect(refused.message).toBe("You saved this record since you opened it.");
      expect(refused.body).toMatchObject({
        savedBy: { username: "vendor1", firstName: "Vera", lastName: "Delgado" },
        savedAt: expect.stringMatching(/Z$/),
        etag: (await read(id)).headers["etag"],
        current: { features: [{ properties: { model_title: "Theirs" } }] },
      });
      expect((await read(id)).rows[0]).toMatchObject({ model_title: "Theirs" });
      await server()
        .services.db.updateTable("history")
        .set({ username: "agency1", first_name: "Ada", last_name: "Boone" })
        .where("record_id", "=", Number(id))
        .execute();
      const byAnother = await save(id, { modelName: "Mine" }, { "if-match": etag });
      expect(byAnother.message).toBe("Ada Boone saved this record since you opened it.");
    });

    it("accept only one of several concurrent saves", async () => {
      const id = await addRecord();
      const etag = (await read(id)).headers["etag"]!;
      const saves = await Promise.all(
        ["A", "B", "C"].map((modelName) => save(id, { modelName }, { "if-match": etag })),
      );
      expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    });

    it.each([
      ["pending", "This record is pending admin acceptance. Withdraw it to change it."],
      ["accepted", "This record is accepted, so you cannot change it."],
      ["rejected", "This record is rejected. Reopen it to change it."],
    ] as const)("cannot be saved when %s", async (status, message) => {
      const id = await addRecord();
      await setStatus(server().services.db, Number(id), status, new Date());
      expect(await save(id, { modelName: "Too late" })).toMatchObject({ status: 409, message });
      expect((await read(id)).rows[0]).toMatchObject({ data_is_available: status === "accepted", status });
    });

    it("keep a spatial extent that another user uploaded", async () => {
      const id = await addRecord();
      await server()
        .services.db.updateTable("spatial_extents")
        .set({ username: "vendor2" })
        .where("stored_name", "=", VENDOR1_EXTENT)
        .execute();
      const kept = await save(id, { modelName: "Keeps its extent" });
      const other = await vendor1(endpoints.addRecord, { body: await aSave(server()) });
      await server()
        .services.db.updateTable("spatial_extents")
        .set({ username: "vendor1" })
        .where("stored_name", "=", VENDOR1_EXTENT)
        .execute();
      expect(kept.status).toBe(200);
      expect(other.status).toBe(400);
    });
  });

  it("can be duplicated: same metadata, new id, in progress", async () => {
    const id = await addRecord();
    await setStatus(server().services.db, Number(id), "accepted", new Date());
    const copy = await vendor1(endpoints.duplicateRecord, { body: { [RECORD_ID_KEY]: id } });
    expect(idOf(copy.rows[0])).not.toBe(id);
    const surroundings = Object.values(getSchema("record").properties).map((f) => String(f["x-wire"]?.read));
    const metadataOf = (row: JsonObject) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !surroundings.includes(name)));
    expect(metadataOf(copy.rows[0]!)).toEqual(metadataOf((await read(id)).rows[0]!));
    expect(copy.rows[0]).toMatchObject({ status: "in progress" });
  });

  it("can be deleted while an upload is being cataloged, without a deadlock", async () => {
    const id = await addRecord();
    const body = { [RECORD_ID_KEY]: id };
    const { rows } = await vendor1(endpoints.requestUpload, { body });
    let onLocked: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (onLocked = resolve));
    const cataloging = server()
      .services.db.transaction()
      .execute(async (trx) => {
        await lockUpload(trx, String(rows[0]!["upload_batch_id"]));
        onLocked();
        await setTimeout(300);
        await lockRecord(trx, Number(id));
      });
    await locked;
    const deletion = vendor1(endpoints.deleteRecord, { body });
    await cataloging;
    expect(await deletion).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ status: 404 });
  });

  describe("an idempotency key", () => {
    const headers = (key: string) => ({ "idempotency-key": key });

    it("creates one record for repeated and for concurrent requests", async () => {
      const body = await aSave(server());
      const send = () => vendor1(endpoints.addRecord, { body, headers: headers("one-key") });
      const before = (await list()).rows.length;
      const answers = [await send(), ...(await Promise.all([send(), send(), send(), send()]))];
      expect(new Set(answers.map(({ rows }) => idOf(rows[0]))).size).toBe(1);
      expect(answers.map(({ status, headers: { etag } }) => [status, etag])).toEqual(
        answers.map(() => [200, answers[0]!.headers["etag"]]),
      );
      expect((await list()).rows).toHaveLength(before + 1);
    });

    it("creates one copy for a repeated duplicate request", async () => {
      const body = { [RECORD_ID_KEY]: await addRecord() };
      const send = () => vendor1(endpoints.duplicateRecord, { body, headers: headers("copy-key") });
      const [first, second] = await Promise.all([send(), send()]);
      expect(idOf(first!.rows[0])).toBe(idOf(second!.rows[0]));
    });

    it("is valid for one user and one operation", async () => {
      await vendor1(endpoints.addRecord, { body: await aSave(server()), headers: headers("shared") });
      const other = await vendor1(endpoints.duplicateRecord, {
        body: { [RECORD_ID_KEY]: await addRecord() },
        headers: headers("shared"),
      });
      expect(other.status).toBe(409);
      const { rows } = await vendor2(endpoints.listRecords, { params: { username: "vendor2" } });
      const theirs = await vendor2(endpoints.duplicateRecord, {
        body: { [RECORD_ID_KEY]: idOf(rows[0]) },
        headers: headers("shared"),
      });
      expect(theirs.status).toBe(200);
    });

    it("can be reused after a rejected create", async () => {
      const refused = await aSave(server(), { modelName: "" });
      const key = headers("after-refusal");
      expect(await vendor1(endpoints.addRecord, { body: refused, headers: key })).toMatchObject({
        status: 400,
      });
      const body = await aSave(server());
      expect(await vendor1(endpoints.addRecord, { body, headers: key })).toMatchObject({ status: 200 });
    });
  });

  describe("If-None-Match", () => {
    it("returns 304 for the record list until a record changes", async () => {
      const id = await addRecord();
      const { etag } = (await list()).headers;
      const known = { "if-none-match": etag! };
      expect(await list(known)).toMatchObject({ status: 304, body: {} });
      expect(await list({ "if-none-match": `W/${etag}` })).toMatchObject({ status: 304 });
      const changes = [
        () => save(id, { modelName: "Changed" }),
        () => setStatus(server().services.db, Number(id), "rejected", new Date()),
        () => vendor1(endpoints.duplicateRecord, { body: { [RECORD_ID_KEY]: id } }),
        () => vendor1(endpoints.deleteRecord, { body: { [RECORD_ID_KEY]: id } }),
      ];
      const seen = new Set([etag]);
      for (const change of changes) {
        await change();
        const next = await list(known);
        expect(next.status).toBe(200);
        seen.add(next.headers["etag"]);
      }
      expect(seen.size).toBe(changes.length + 1);
    });

    it("returns 304 for a limited record list if only records beyond the limit change", async () => {
      const [old, ...latest] = [await addRecord(), await addRecord(), await addRecord()];
      const first = (headers = {}) =>
        vendor1(endpoints.listRecords, { params: { username: "vendor1" }, query: { limit: "2" }, headers });
      const known = { "if-none-match": (await first()).headers["etag"]! };
      expect(await first(known)).toMatchObject({ status: 304 });
      await server()
        .services.db.updateTable("records")
        .set({ revision: 99 })
        .where("id", "=", Number(old))
        .execute();
      expect(await first(known)).toMatchObject({ status: 304 });
      await vendor1(endpoints.deleteRecord, { body: { [RECORD_ID_KEY]: old } });
      const counted = await first(known);
      expect(counted).toMatchObject({ status: 200, rows: [{}, {}] });
      await save(latest[0]!, { modelName: "Changed" });
      const changed = await first({ "if-none-match": counted.headers["etag"]! });
      expect(changed.status).toBe(200);
      expect(idOf(changed.rows[0])).toBe(latest[0]);
    });

    it("returns 304 for one record until it changes", async () => {
      const id = await addRecord();
      const { etag } = (await read(id)).headers;
      const again = await vendor1(endpoints.getRecord, {
        params: { recordId: id },
        headers: { "if-none-match": etag! },
      });
      expect(again.status).toBe(304);
    });
  });

  it("require a signed-in user for every operation but the public ones", async () => {
    const PUBLIC = ["signIn", "uploadComplete", "uploadState", "checkUpload", "healthLive", "healthReady"];
    const answers = await Promise.all(
      Object.entries(endpoints)
        .filter(([name]) => !PUBLIC.includes(name))
        .map(([, endpoint]) =>
          anonymous(server())(endpoint, {
            params: fillPathParams({ username: "vendor1" }),
            ...(endpoint.method === "POST" && { body: {} }),
          }),
        ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  });
});
