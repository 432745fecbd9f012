import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { CONTACT_ID_KEY, RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { findContact, updateContact } from "../../../src/server/stores/contactStore.ts";
import { lockRecord, setStatus, updateMetadata } from "../../../src/server/stores/records/recordStore.ts";
import { aSave, signedIn, type Api } from "../../support/apiClient.ts";
import { readPages } from "../../support/readPages.ts";
import { withDemoServer } from "../../support/database.ts";
import { allowDifference } from "../../support/allowDifference.ts";

withDemoServer("What users share", (server) => {
  let vendor1: Api, vendor2: Api, agency1: Api;
  beforeAll(async () => {
    [vendor1, vendor2, agency1] = (await Promise.all(
      ["vendor1", "vendor2", "agency1"].map((username) => signedIn(server(), username)),
    )) as [Api, Api, Api];
  });

  const aRecord = async (status?: "pending" | "accepted") => {
    const { rows } = await vendor1(endpoints.addRecord, { body: await aSave(server()) });
    const id = String(rows[0]![RECORD_ID_KEY]);
    if (status) await setStatus(server().services.db, Number(id), status, new Date());
    return id;
  };

  describe("contacts", () => {
    let count = 0;
    const aContact = (overrides: JsonObject = {}): JsonObject => ({
      userId: "1",
      email: `new.contact${++count}@example.com`,
      first_name: "Nora",
      last_name: "O'Brien",
      work_phone: "512-555-0199",
      cell_phone: "512-555-0199",
      agency: "3",
      comments: "",
      ...overrides,
    });
    const add = (body: JsonObject, headers = {}) => vendor1(endpoints.addContact, { body, headers });
    const update = (body: JsonObject) => vendor2(endpoints.updateContact, { body });

    it("can be added and read by all users", async () => {
      const contact = aContact();
      const { status, rows } = await add(contact);
      expect(status).toBe(200);
      const id = String(rows[0]![CONTACT_ID_KEY]);
      const one = await vendor2(endpoints.getContact, { params: { contactId: id } });
      expect(one.rows[0]).toEqual({
        id,
        contact_id: id,
        [CONTACT_ID_KEY]: id,
        email: contact["email"],
        first_name: "Nora",
        last_name: "O'Brien",
        work_phone: "512-555-0199",
        agency: "3",
        record_count: 0,
        etag: `"${id}-1"`,
      });
    });

    it("are rejected if the email exists in any upper/lower case", async () => {
      const { status, message, faults } = await add(aContact({ email: "VERA.Delgado@Example.com" }));
      const words =
        "A contact with this email already exists. Please select the contact from existing contacts list instead.";
      expect({ status, message }).toEqual({ status: 409, message: words });
      expect(faults).toEqual([expect.objectContaining({ path: ["email"], message: words })]);
    });

    it.each([
      ["email", "", "email", "Required"],
      ["email", "nobody@example.museum", "email", "Invalid email address"],
      ["work_phone", "", "phoneNumber", "Required"],
      ["first_name", "", "firstName", "Required"],
      ["last_name", "", "lastName", "Required"],
      ["agency", "", "agency", "Required"],
    ])("are rejected for an invalid %s: %j", async (name, value, field, message) => {
      const { status, faults } = await add(aContact({ [name]: value }));
      expect(status).toBe(400);
      expect(faults).toEqual([expect.objectContaining({ path: [field], message })]);
    });

    it("are added once for a repeated idempotency key", async () => {
      const body = aContact();
      const headers = { "idempotency-key": "contact-key" };
      const [first, second] = await Promise.all([add(body, headers), add(body, headers)]);
      expect([first!.status, second!.status]).toEqual([200, 200]);
      expect(first!.rows).toEqual(second!.rows);
    });

    it("are returned with the number of records that use them", async () => {
      const { rows } = await add(aContact());
      const contactId = String(rows[0]![CONTACT_ID_KEY]);
      const contacts = [
        { contactId, roleId: "1" },
        { contactId, roleId: "2" },
      ];
      for (let records = 0; records < 2; records++)
        await vendor1(endpoints.addRecord, { body: await aSave(server(), { contacts }) });
      const { rows: all } = await vendor2(endpoints.listContacts);
      expect(all.find((row) => row["contact_id"] === contactId)).toMatchObject({ record_count: 2 });
    });

    it.each(["contact_id", CONTACT_ID_KEY])("can be updated by any user, identified by %s", async (name) => {
      const contact = aContact();
      const { rows } = await add(contact);
      const id = String(rows[0]![CONTACT_ID_KEY]);
      expect(await update({ ...contact, first_name: "Leonora", [name]: id })).toMatchObject({ status: 200 });
      const one = await vendor1(endpoints.getContact, { params: { contactId: id } });
      expect(one.rows[0]).toMatchObject({ first_name: "Leonora", email: contact["email"] });
    });

    it("are not updated over a change that was saved since they were read", async () => {
      const contact = aContact();
      const [row] = (await add(contact)).rows;
      const change = (values: JsonObject, etag = String(row!["etag"])) =>
        vendor2(endpoints.updateContact, {
          body: { ...contact, contact_id: row!["contact_id"], ...values },
          headers: { "if-match": etag },
        });
      const answers = await Promise.all([
        change({ first_name: "Leonora" }),
        change({ last_name: "Smith" }),
        change({ work_phone: "512-555-0100" }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      const refused = answers.find(({ status }) => status === 409)!;
      expect(refused.message).toContain("Another user changed this contact after you opened it.");
      const current = (refused.body as { current: { features: { properties: JsonObject }[] } }).current;
      const saved = answers.find(({ status }) => status === 200)!.rows[0]!;
      expect(current.features[0]?.properties).toEqual(saved);
      expect(await change({ first_name: "Lea" }, String(saved["etag"]))).toMatchObject({ status: 200 });
    });

    it("keep both of two simultaneous changes of single fields", async () => {
      const contact = aContact();
      const contact_id = (await add(contact)).rows[0]!["contact_id"];
      const rest = { ...contact };
      delete rest["agency"];
      await Promise.all([
        update({ ...contact, contact_id, agency: "4" }),
        update({ ...rest, contact_id, first_name: "Leonora" }),
        update({ ...rest, contact_id, first_name: "Leonora" }),
      ]);
      const one = await vendor1(endpoints.getContact, { params: { contactId: String(contact_id) } });
      expect(one.rows[0]).toMatchObject({ agency: "4" });
    });

    it("are read page by page, each page with a link to the next", async () => {
      const { rows: all } = await vendor2(endpoints.listContacts);
      const pages = await readPages(vendor2, endpoints.listContacts, { query: { limit: "4" } });
      expect(pages.length).toBe(Math.ceil(all.length / 4));
      expect(pages.flat()).toEqual(all);
      for (const wrong of ["x", "0", "1e3"])
        expect(await vendor2(endpoints.listContacts, { query: { limit: "4", after: wrong } })).toMatchObject({
          status: 400,
        });
    });

    it("cannot change their email", async () => {
      const contact = aContact();
      const { rows } = await add(contact);
      const contact_id = rows[0]!["contact_id"];
      const { status, faults } = await update({ ...contact, contact_id, email: "other@example.com" });
      expect(status).toBe(400);
      expect(faults[0]?.path).toEqual(["email"]);
      expect(await update({ ...contact, contact_id, email: "" })).toMatchObject({ status: 200 });
    });

    it("keep an email that no longer matches the rules, while other fields are validated", async () => {
      allowDifference(/properties\/email must match/);
      const contact = aContact();
      const { rows } = await add(contact);
      const contact_id = String(rows[0]!["contact_id"]);
      const email = `Info${count}@rivers.engineering`;
      const { db } = server().services;
      const stored = await findContact(db, contact_id);
      const document = { ...stored!.document, email };
      await updateContact(db, { id: stored!.id, document, updatedBy: "vendor1", now: new Date() });
      const again = { ...contact, contact_id, first_name: "Leonora" };
      expect(await update({ ...again, email })).toMatchObject({ status: 200 });
      expect(await update({ ...again, email: email.toLowerCase() })).toMatchObject({ status: 200 });
      expect(await update({ ...again, email: "" })).toMatchObject({ status: 200 });
      const one = await vendor1(endpoints.getContact, { params: { contactId: contact_id } });
      expect(one.rows[0]).toMatchObject({ first_name: "Leonora", email });
      for (const [wrong, message] of [
        [{ email, work_phone: "" }, "Required"],
        [{ email: "info@streams.engineering" }, "Invalid email address"],
      ] as const) {
        const { status, faults } = await update({ ...again, ...wrong });
        expect(status).toBe(400);
        expect(faults).toEqual([expect.objectContaining({ message })]);
      }
    });

    it("can be updated with only the fields of the specification", async () => {
      const { rows } = await add(aContact());
      const { status } = await update({
        contact_id: rows[0]!["contact_id"],
        first_name: "Leonora",
        last_name: "O'Brien",
        work_phone: "512-555-0100",
        email: rows[0]!["email"],
        agency: "4",
      });
      expect(status).toBe(200);
    });

    it("keep their agency if an update has none; other fields are required", async () => {
      const contact = aContact();
      const { rows } = await add(contact);
      const contact_id = rows[0]!["contact_id"];
      expect(await update({ ...contact, contact_id, agency: undefined })).toMatchObject({ status: 200 });
      const { status, faults } = await update({ ...contact, contact_id, work_phone: "" });
      expect(status).toBe(400);
      expect(faults).toEqual([expect.objectContaining({ path: ["phoneNumber"], message: "Required" })]);
    });

    it("can have an affiliation that is not a listed agency", async () => {
      const contact = aContact({ agency: "Own Engineering, LLC" });
      const { rows } = await add(contact);
      expect(rows[0]).toMatchObject({ agency: "Own Engineering, LLC" });
      const contact_id = rows[0]!["contact_id"];
      const changed = await update({ ...contact, contact_id, agency: "Other Engineering" });
      expect(changed.rows[0]).toMatchObject({ agency: "Other Engineering" });
    });

    it("are rejected with an unknown agency number", async () => {
      const fault = expect.objectContaining({
        path: ["agency"],
        message: expect.stringMatching(/^No agency has this number/),
      });
      const contact = aContact();
      expect(await add({ ...contact, agency: "9999" })).toMatchObject({ status: 400, faults: [fault] });
      const { rows } = await add(contact);
      const change = { ...contact, contact_id: rows[0]!["contact_id"], agency: "9999" };
      expect(await update(change)).toMatchObject({ status: 400, faults: [fault] });
      expect(await add(aContact({ agency: "  " }))).toMatchObject({ status: 400 });
    });

    it("accept the name of an agency", async () => {
      const { rows } = await add(aContact({ agency: "City of Austin" }));
      expect(rows[0]).toMatchObject({ agency: "20" });
    });

    it("that do not exist cannot be read or updated (404)", async () => {
      expect(await vendor1(endpoints.getContact, { params: { contactId: "9999" } })).toMatchObject({
        status: 404,
      });
      expect(await update(aContact({ contact_id: "x" }))).toMatchObject({ status: 404 });
    });
  });

  it.each([
    ["listContactRoles", 8, { id: "9", name: "Digital Object Creator" }],
    ["listAgencies", 22, { id: "1", name: "Texas Water Development Board" }],
    ["listSoftware", 72, { software_name: "EPANET", software_abbr: "EPANET" }],
    ["listCollections", 15, { collection_id: "161", collection_name: "Region 01 Canadian-Upper Red" }],
  ] as const)("%s returns the complete list as a plain array", async (name, count, entry) => {
    const { status, body } = await vendor1(endpoints[name]);
    expect(status).toBe(200);
    expect(body).toHaveLength(count);
    expect(body).toContainEqual(entry);
  });

  describe("messages", () => {
    const send = (api: Api, recordId: string, body: JsonObject, headers = {}) =>
      api(endpoints.sendMessage, { body: { [RECORD_ID_KEY]: recordId, ...body }, headers });
    const markRead = (api: Api, recordId: string, first_shown: number, last_shown: number) =>
      api(endpoints.markMessagesRead, { body: { [RECORD_ID_KEY]: recordId, first_shown, last_shown } });
    const thread = async (recordId: string) =>
      (await vendor1(endpoints.listMessages, { params: { recordId } })).rows;

    it("are exchanged between vendor and agency, oldest first", async () => {
      const id = await aRecord();
      await send(vendor1, id, { msg_content: 'It says "done" \u{1F30A}\nSecond line', username: "vendor1" });
      await send(agency1, id, { msg_content: "Thanks", username: "agency1" });
      expect(await thread(id)).toEqual([
        {
          [RECORD_ID_KEY]: id,
          msg_content: 'It says "done" \u{1F30A}\nSecond line',
          username: "vendor1",
          date: expect.stringMatching(/Z$/),
          // The record has no upload.
          upload_version: null,
          unread: false,
        },
        expect.objectContaining({ msg_content: "Thanks", username: "agency1" }),
      ]);
    });

    it("are unread for the vendor until the vendor reads them", async () => {
      const id = await aRecord();
      const inList = async (known = {}) => {
        const params = { username: "vendor1" };
        const { status, headers, rows } = await vendor1(endpoints.listRecords, { params, headers: known });
        const row = rows.find((one) => one[RECORD_ID_KEY] === id);
        return { status, etag: headers["etag"]!, unread: row?.["unread_messages"] };
      };
      await send(vendor1, id, { msg_content: "Mine", username: "vendor1" });
      const { etag, unread } = await inList();
      expect(unread).toBe(0);
      await send(agency1, id, { msg_content: "One", username: "agency1" });
      await send(agency1, id, { msg_content: "Two", username: "agency1" });
      const asAgency = await agency1(endpoints.listMessages, { params: { recordId: id } });
      expect(asAgency.rows.map(({ unread: isUnread }) => isUnread)).toEqual([true, false, false]);
      const after = await inList({ "if-none-match": etag });
      expect(after).toMatchObject({ status: 200, unread: 2 });
      const marked = async () => (await thread(id)).map(({ unread: isUnread }) => isUnread);
      expect(await marked()).toEqual([false, true, true]);
      expect(await marked()).toEqual([false, true, true]);
      expect(await markRead(agency1, id, 1, 3)).toMatchObject({ status: 200 });
      expect(await marked()).toEqual([false, true, true]);
      expect(await markRead(vendor1, id, 1, 3)).toMatchObject({ body: { unread_messages: 0 } });
      expect(await marked()).toEqual([false, false, false]);
      expect(await inList({ "if-none-match": after.etag })).toMatchObject({ status: 200, unread: 0 });
    });

    it("count as read once all earlier ones are read", async () => {
      const id = await aRecord();
      const unread = async () => {
        const { rows } = await vendor1(endpoints.listRecords, { params: { username: "vendor1" } });
        return rows.find((one) => one[RECORD_ID_KEY] === id)?.["unread_messages"];
      };
      const look = (first: number, last: number) => markRead(vendor1, id, first, last);
      for (const msg_content of ["One", "Two", "Three"])
        await send(agency1, id, { msg_content, username: "agency1" });
      await look(1, 0);
      expect(await unread()).toBe(3);
      await look(2, 3);
      expect(await unread()).toBe(3);
      await look(1, 2);
      expect(await unread()).toBe(1);
      await look(3, 3);
      expect(await unread()).toBe(0);
    });

    it("of the portal count as unread unless they are about a checked version", async () => {
      const id = await aRecord();
      const insert = (upload_version: number | null) =>
        server()
          .services.db.insertInto("messages")
          .values({
            ...{ record_id: Number(id), username: "portal", content: "Note", document: "{}" },
            ...{ upload_version, sent_at: new Date() },
          })
          .execute();
      const unread = async () => {
        const { rows } = await vendor1(endpoints.listRecords, { params: { username: "vendor1" } });
        return rows.find((one) => one[RECORD_ID_KEY] === id)?.["unread_messages"];
      };
      await insert(1);
      expect(await unread()).toBe(0);
      await insert(null);
      expect(await unread()).toBe(1);
    });

    it("cannot be sent with another user name", async () => {
      const id = await aRecord();
      expect(await send(vendor1, id, { msg_content: "Hello", username: "agency1" })).toMatchObject({
        status: 403,
      });
      expect(await thread(id)).toEqual([]);
    });

    it.each([
      ["", 400],
      ["x".repeat(10_000), 200],
      ["x".repeat(10_001), 400],
    ])("are limited to 10,000 characters", async (msg_content, status) => {
      const id = await aRecord();
      expect(await send(vendor1, id, { msg_content, username: "vendor1" })).toMatchObject({ status });
    });

    it("are sent once for a repeated idempotency key", async () => {
      const id = await aRecord();
      const headers = { "idempotency-key": "message-key" };
      const twice = () => send(vendor1, id, { msg_content: "Once", username: "vendor1" }, headers);
      await Promise.all([twice(), twice()]);
      expect(await thread(id)).toHaveLength(1);
    });
  });

  describe("reviews", () => {
    const one = (id: string) => ({ body: { [RECORD_ID_KEY]: id } });

    it("are refused to users without an admin role", async () => {
      const id = await aRecord("pending");
      expect(await vendor1(endpoints.listReviews)).toMatchObject({ status: 403 });
      expect(await vendor1(endpoints.acceptRecord, one(id))).toMatchObject({ status: 403 });
      expect(await vendor1(endpoints.rejectRecord, one(id))).toMatchObject({ status: 403 });
    });

    it("list the pending records of all vendors, longest waiting first", async () => {
      await aRecord("pending");
      const { rows } = await agency1(endpoints.listReviews);
      expect(rows.length).toBeGreaterThan(3);
      expect(new Set(rows.map((row) => row["status"]))).toEqual(new Set(["pending"]));
      expect(rows.map((row) => row["model_title"])).toContain("Upper Sulphur River");
      const times = rows.map((row) => String(row["most_recent_status_update"]));
      expect(times).toEqual(times.toSorted());
    });

    it("list the size and the number of conflicts of each waiting upload", async () => {
      const { rows } = await agency1(endpoints.listReviews);
      const contested = rows.filter((row) => Number(row["open_conflicts"]) > 0);
      expect(contested.map((row) => row["model_title"])).toEqual(["Pecan Branch"]);
      const sizes = rows.filter((row) => row["uploaded"]).map((row) => row["model_size"]);
      expect(sizes.length).toBeGreaterThan(2);
      for (const size of sizes) expect(size).toBeGreaterThan(100);
    });

    it("have statistics: uploads per week and the time to a decision", async () => {
      expect(await vendor1(endpoints.reviewFigures)).toMatchObject({ status: 403 });
      const readFigures = async () => (await agency1(endpoints.reviewFigures)).body as JsonObject;
      const { decisions, median_days, deliveries, counties } = await readFigures();
      expect(Number(decisions)).toBeGreaterThan(0);
      expect(Number(median_days)).toBeGreaterThan(0);
      expect(deliveries).toContainEqual({
        week: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        status: "pending",
        count: expect.any(Number),
      });
      expect(counties).toContainEqual({ county: "Denton", count: expect.any(Number) });
    });

    it("accept a record, make its data available and notify the vendor", async () => {
      const id = await aRecord("pending");
      const { status, rows } = await agency1(endpoints.acceptRecord, one(id));
      expect(status).toBe(200);
      expect(rows[0]).toMatchObject({ status: "accepted", data_is_available: true });
      const notifications = await vendor1(endpoints.listNotifications, { params: { recordId: id } });
      expect(notifications.rows.at(-1)).toMatchObject({ status: "accepted", username: "agency1" });
    });

    it("accept a repeated request without a second notification", async () => {
      const id = await aRecord("pending");
      const notifications = async () =>
        (await vendor1(endpoints.listNotifications, { params: { recordId: id } })).rows.length;
      await agency1(endpoints.acceptRecord, one(id));
      const once = await notifications();
      expect(await agency1(endpoints.acceptRecord, one(id))).toMatchObject({ status: 200 });
      expect(await notifications()).toBe(once);
      const body = { [RECORD_ID_KEY]: id, reason: "Too late." };
      expect(await agency1(endpoints.rejectRecord, { body })).toMatchObject({ status: 409 });
    });

    it("reject a record with a reason for the vendor", async () => {
      const id = await aRecord("pending");
      const noReason = await agency1(endpoints.rejectRecord, one(id));
      expect(noReason).toMatchObject({ status: 400 });
      expect(noReason.faults).toEqual([expect.objectContaining({ path: ["reason"], message: "Required" })]);
      const body = { [RECORD_ID_KEY]: id, reason: "The extent is elsewhere." };
      expect(await agency1(endpoints.rejectRecord, { body })).toMatchObject({ status: 200 });
      const notifications = await vendor1(endpoints.listNotifications, { params: { recordId: id } });
      expect(notifications.rows.at(-1)).toMatchObject({
        status: "rejected",
        content: "The extent is elsewhere.",
        username: "agency1",
      });
      // A repeated request is accepted, but not with other reasons.
      expect(await agency1(endpoints.rejectRecord, { body })).toMatchObject({ status: 200 });
      const reasons = [{ kind: "finding", name: "Model report", text: "No plan has a result." }];
      expect(await agency1(endpoints.rejectRecord, { body: { ...body, reasons } })).toMatchObject({
        status: 409,
      });
    });

    it("read what the portal had found for a requested change, and the vendor does not", async () => {
      const id = await aRecord("pending");
      const reasons = [{ text: "Send the GIS files.", finding: "Upload: The folder GIS is empty." }];
      await agency1(endpoints.rejectRecord, { body: { [RECORD_ID_KEY]: id, reason: "No.", reasons } });
      const readReasons = async (call: typeof vendor1) =>
        (await call(endpoints.listNotifications, { params: { recordId: id } })).rows.at(-1)!["reasons"];
      expect(await readReasons(agency1)).toMatchObject(reasons);
      expect(await readReasons(vendor1)).toMatchObject([{ text: "Send the GIS files." }]);
      expect(JSON.stringify(await readReasons(vendor1))).not.toContain("finding");
    });

    it("let the vendor check off reasons until the next decision", async () => {
      const id = await aRecord("pending");
      const reasons = [{ kind: "finding", name: "Model report", text: "No plan has a result." }];
      const body = { [RECORD_ID_KEY]: id, reason: "Model report: No plan has a result.", reasons };
      expect(await agency1(endpoints.rejectRecord, { body })).toMatchObject({ status: 200 });
      const notifications = await vendor1(endpoints.listNotifications, { params: { recordId: id } });
      const [reason] = notifications.rows.at(-1)!["reasons"] as { id: string }[];
      const checkOff = async () => {
        const body = { [RECORD_ID_KEY]: id, reason_id: reason!.id, answered: true };
        return (await vendor1(endpoints.answerReason, { body })).status;
      };
      expect(await checkOff()).toBe(409);
      await vendor1(endpoints.reopenRecord, one(id));
      expect(await checkOff()).toBe(200);
      await setStatus(server().services.db, Number(id), "pending", new Date());
      expect(await checkOff()).toBe(200);
      await agency1(endpoints.acceptRecord, one(id));
      expect(await checkOff()).toBe(409);
    });

    it("request changes, which reopens the record with a checklist that the vendor can answer", async () => {
      const id = await aRecord("pending");
      const reasons = [{ text: "Send the report.", blocking: false }, { text: "Name the storms." }];
      const body = { [RECORD_ID_KEY]: id, reason: "Send the report.\nName the storms.", reasons };
      expect(await vendor1(endpoints.requestChanges, { body })).toMatchObject({ status: 403 });
      for (const attempt of ["first", "repeated"]) {
        const { rows } = await agency1(endpoints.requestChanges, { body });
        expect(rows[0], attempt).toMatchObject({ status: "in progress" });
      }
      const about = { params: { recordId: id } };
      const listMessages = async () => (await vendor1(endpoints.listMessages, about)).rows;
      expect(await listMessages()).toMatchObject([
        {
          username: "portal",
          msg_content: expect.stringMatching(/^agency1 requested changes to this record\. It is in progress/),
        },
      ]);
      const findRejection = async () => {
        const { rows } = await vendor1(endpoints.listNotifications, about);
        return rows.at(-1) as { reasons: { id: string }[] };
      };
      const rejection = await findRejection();
      expect(rejection).toMatchObject({
        ...{ status: "rejected", requests_changes: true },
        reasons: [
          { text: "Send the report.", blocking: false, answered: null, answer: "" },
          { text: "Name the storms.", blocking: true },
        ],
      });
      const answer = { reason_id: rejection.reasons[0]!.id, answered: true, answer: "It follows by mail." };
      await vendor1(endpoints.answerReason, { body: { [RECORD_ID_KEY]: id, ...answer } });
      expect((await findRejection()).reasons[0]).toMatchObject({
        ...{ answered: expect.any(String), answer: "It follows by mail." },
      });
      // Without an answer, the stored one stays.
      const open = { reason_id: answer.reason_id, answered: false };
      await vendor1(endpoints.answerReason, { body: { [RECORD_ID_KEY]: id, ...open } });
      expect((await findRejection()).reasons[0]).toMatchObject({
        ...{ answered: null, answer: "It follows by mail." },
      });
      const waiting = { status: "in progress", waiting_for_vendor: "true" };
      const { rows } = await agency1(endpoints.listAllRecords, { query: waiting });
      expect(rows.map((row) => row[RECORD_ID_KEY])).toContain(id);
      const listed = await vendor1(endpoints.listRecords, { params: { username: "vendor1" } });
      const record = listed.rows.find((row) => row[RECORD_ID_KEY] === id);
      expect(record).toMatchObject({ changes_requested: true });
      await setStatus(server().services.db, Number(id), "pending", new Date());
      const delivered = await vendor1(endpoints.getRecord, about);
      expect(delivered.rows[0]).toMatchObject({ changes_requested: null });
      const entries = await agency1(endpoints.listAudit, {});
      expect(entries.rows.filter((entry) => entry[RECORD_ID_KEY] === id)).toMatchObject([
        { event: "changes requested", username: "agency1" },
      ]);
    });

    it("keep the note of an acceptance from vendors", async () => {
      const id = await aRecord("pending");
      const note = "The missing files are not part of the contract.";
      await agency1(endpoints.acceptRecord, { body: { [RECORD_ID_KEY]: id, note } });
      const readNote = async (call: typeof agency1) =>
        (await call(endpoints.listNotifications, { params: { recordId: id } })).rows.at(-1)!["note"];
      expect(await readNote(agency1)).toBe(note);
      expect(await readNote(vendor1)).toBe("");
      const entries = await agency1(endpoints.listAudit, {});
      expect(entries.rows.find((entry) => entry[RECORD_ID_KEY] === id)).toMatchObject({
        ...{ event: "record accepted", detail: { note } },
      });
    });

    it("store the checklist of each decision, for the agency only", async () => {
      const id = await aRecord("pending");
      const readDecisions = async (call: Api) => {
        const { rows } = await call(endpoints.listNotifications, { params: { recordId: id } });
        return rows.filter((row) => row["status"] !== "in progress").map((row) => row["checklist"]);
      };
      const rejected = { model_run: "fails", check_notes: "The plan ends early." };
      const rejection = { body: { ...one(id).body, reason: "No.", checklist: rejected } };
      for (const attempt of ["first", "repeated"])
        expect(await agency1(endpoints.requestChanges, rejection), attempt).toMatchObject({ status: 200 });
      await setStatus(server().services.db, Number(id), "pending", new Date());
      const accept = (checklist: JsonObject) =>
        agency1(endpoints.acceptRecord, { body: { ...one(id).body, checklist } });
      expect(await accept({ files_complete: false })).toMatchObject({ status: 200 });
      expect(await accept({ files_complete: true })).toMatchObject({ status: 409 });
      expect(await readDecisions(agency1)).toEqual([
        { ...rejected, files_complete: null },
        { model_run: "", files_complete: false, check_notes: "" },
      ]);
      expect(await readDecisions(vendor1)).toEqual([null, null]);
    });

    it.each([
      ["an unknown choice", { model_run: "perhaps" }, "modelRun"],
      ["a long text", { check_notes: "x".repeat(51) }, "checkNotes"],
      ["an unknown name", { model_runs: "fails" }, "model_runs"],
      ["no value of a required field", { model_run: "fails" }, "checkNotes"],
    ])("are refused with a checklist with %s", async (_, checklist, name) => {
      const id = await aRecord("pending");
      for (const endpoint of [endpoints.acceptRecord, endpoints.rejectRecord]) {
        const reason = endpoint === endpoints.rejectRecord ? { reason: "No." } : {};
        const answer = await agency1(endpoint, { body: { ...one(id).body, ...reason, checklist } });
        expect(answer).toMatchObject({ status: 400, faults: [{ path: ["checklist", name] }] });
      }
    });

    it("are refused with a reason that has a kind and no name", async () => {
      const id = await aRecord("pending");
      const body = { ...one(id).body, reason: "No.", reasons: [{ kind: "file", text: "It is empty." }] };
      expect(await agency1(endpoints.requestChanges, { body })).toMatchObject({
        status: 400,
        faults: [{ path: ["reasons", "0", "name"], message: "Name the field or file." }],
      });
    });

    it("keep the waiting time when the agency saves a record", async () => {
      const id = await aRecord("pending");
      const { db } = server().services;
      const before = await lockRecord(db, Number(id));
      const change = { metadata: before.metadata, schemaVersion: before.schema_version };
      const now = new Date(before.status_changed_at.getTime() + 86_400_000);
      const { status_changed_at, updated_at } = await updateMetadata(db, before.id, { ...change, now });
      expect({ status_changed_at, updated_at }).toEqual({
        status_changed_at: before.status_changed_at,
        updated_at: now,
      });
    });

    it.each([
      ["accept", endpoints.acceptRecord, {}],
      ["reject", endpoints.rejectRecord, { reason: "Please correct it." }],
    ])("cannot %s a model that has changed since the admin read it", async (_, decision, details) => {
      const id = await aRecord("pending");
      const { etag } = (await vendor1(endpoints.listFiles, { params: { recordId: id } })).headers;
      const decide = (seen: unknown) =>
        agency1(decision, { body: { ...one(id).body, ...details }, headers: { "if-match": String(seen) } });
      expect(await decide('"other"')).toMatchObject({
        status: 409,
        message: expect.stringContaining("changed after you opened it"),
      });
      expect(await decide(etag)).toMatchObject({ status: 200 });
    });

    it("list conflicts page by page, of a vendor and of a record", async () => {
      const ofVendor = { params: { username: "vendor1" } };
      const all = (await vendor1(endpoints.listConflicts, ofVendor)).rows;
      const ofRecord = { params: { recordId: String(all[0]![RECORD_ID_KEY]) } };
      for (const [endpoint, options] of [
        [endpoints.listConflicts, ofVendor],
        [endpoints.recordConflicts, ofRecord],
      ] as const) {
        const { rows } = await vendor1(endpoint, options);
        const pages = await readPages(vendor1, endpoint, { ...options, query: { limit: "1" } });
        expect(pages.length).toBeGreaterThan(1);
        expect(pages).toEqual(rows.map((row) => [row]));
        for (const after of ["x", "1_1", "1_1_1_1", "1_1_999999999999999999"])
          expect(await vendor1(endpoint, { ...options, query: { limit: "1", after } })).toMatchObject({
            status: 400,
          });
      }
    });

    it("can accept a record only after its conflicts are resolved", async () => {
      const listed = (headers = {}) =>
        vendor1(endpoints.listConflicts, { params: { username: "vendor1" }, headers });
      const { etag } = (await listed()).headers;
      expect(await listed({ "if-none-match": etag })).toMatchObject({ status: 304 });
      const { rows } = await vendor1(endpoints.listRecords, { params: { username: "vendor1" } });
      const contested = rows.find((row) => row["model_title"] === "Pecan Branch")!;
      const id = String(contested[RECORD_ID_KEY]);
      const refused = await agency1(endpoints.acceptRecord, one(id));
      expect(refused.status).toBe(409);
      expect(refused.message).toContain("conflict");
      const conflicts = await vendor1(endpoints.recordConflicts, { params: { recordId: id } });
      const body = {
        username: "vendor1",
        [`model_${RECORD_ID_KEY}`]: id,
        upload_batch_id: conflicts.rows.at(-1)!["upload_batch_id"],
      };
      expect(await vendor1(endpoints.resolveBatchConflict, { body })).toMatchObject({ status: 200 });
      expect(await listed({ "if-none-match": etag })).toMatchObject({ status: 200, rows: [] });
      expect(await agency1(endpoints.acceptRecord, one(id))).toMatchObject({ status: 200 });
    });

    it("cannot accept a record in progress", async () => {
      expect(await agency1(endpoints.acceptRecord, one(await aRecord()))).toMatchObject({ status: 409 });
    });

    it("accept only one of two concurrent decisions", async () => {
      const id = await aRecord("pending");
      const body = { [RECORD_ID_KEY]: id, reason: "No." };
      const answers = await Promise.all([
        agency1(endpoints.acceptRecord, one(id)),
        agency1(endpoints.rejectRecord, { body }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });
  });
});
