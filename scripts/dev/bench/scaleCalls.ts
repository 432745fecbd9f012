import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints, fillPath, parseRows } from "../../../src/contract/wire/endpoints.ts";
import { signIn, type Vendor } from "../lib/vendor.ts";
import { buildSaveBody } from "./saveBody.ts";

const WARM_UP_CALLS = 5;
export const CALLS = 100;

export interface ScaleCall {
  label: string;
  /** Below /api. */
  path: string;
  caller: Vendor;
  body?: object;
  /** Sends the ETag of the last answer: the answer is 304. */
  isPoll?: boolean;
  /** What the bare route reads: the rows that the call needs. */
  rows: RowSet[];
}

export interface RowSet {
  table: string;
  /** A query of their keys: the primary key, or `ctid` in a table without one. */
  keys: string;
  /** All if not given. */
  columns?: string;
}

/** What a vendor with 500 records and a reviewer call. */
export async function listCalls(
  url: string,
  names: { vendor: string; reviewer: string },
): Promise<ScaleCall[]> {
  const vendor = await signIn(url, names.vendor);
  const reviewer = await signIn(url, names.reviewer);
  const { username } = vendor.account;
  const listPath = fillPath(endpoints.listRecords.path, { username });
  const list = await send({ path: listPath, caller: vendor }, `${url}/api${listPath}`);
  const [record] = parseRows(JSON.parse(list.body)).toSorted(
    (a, b) => Number(a[RECORD_ID_KEY]) - Number(b[RECORD_ID_KEY]),
  );
  const recordId = String(record![RECORD_ID_KEY]);
  const contactId = vendor.account.id;
  const ofVendor = `SELECT id FROM records WHERE username = '${username}'`;
  const oneRecord = { table: "records", keys: `SELECT ${recordId} AS id` };
  return [
    {
      label: "Poll of the list, 304",
      ...{ path: listPath, caller: vendor, isPoll: true },
      rows: [
        { table: "records", keys: ofVendor, columns: "id, revision, last_read_message_id" },
        uploadsOf(ofVendor),
      ],
    },
    {
      label: "List of 500 records",
      ...{ path: listPath, caller: vendor },
      rows: [{ table: "records", keys: ofVendor }, uploadsOf(ofVendor)],
    },
    {
      label: "Record",
      ...{ path: fillPath(endpoints.getRecord.path, { recordId }), caller: vendor, rows: [oneRecord] },
    },
    {
      label: "Save",
      ...{ path: endpoints.saveRecord.path, caller: vendor, rows: [oneRecord] },
      body: { ...(await buildSaveBody(vendor)), [RECORD_ID_KEY]: recordId },
    },
    {
      label: "Contacts, first page",
      ...{ path: `${endpoints.listContacts.path}?limit=100`, caller: vendor },
      rows: rowsOfContacts("SELECT id FROM contacts ORDER BY id LIMIT 100"),
    },
    {
      label: "One contact",
      ...{ path: fillPath(endpoints.getContact.path, { contactId }), caller: vendor },
      rows: rowsOfContacts(`SELECT ${contactId} AS id`),
    },
    {
      label: "Review queue, first page",
      ...{ path: `${endpoints.listReviews.path}?limit=50`, caller: reviewer },
      rows: rowsOfReviewPage(50),
    },
    {
      label: "Pending records, first page",
      ...{ path: `${endpoints.listAllRecords.path}?status=pending&limit=25`, caller: reviewer },
      rows: rowsOfReviewPage(25),
    },
    {
      label: "Search of all records",
      ...{ path: `${endpoints.listAllRecords.path}?q=model+421`, caller: reviewer },
      rows: [{ table: "records", keys: "SELECT id FROM records WHERE title LIKE 'Model 421%' LIMIT 25" }],
    },
    {
      label: "Figures",
      ...{ path: endpoints.reviewFigures.path, caller: reviewer },
      rows: [
        {
          table: "notifications",
          keys: "SELECT id FROM notifications WHERE created_at > now() - interval '84 days'",
        },
      ],
    },
    {
      label: "Conflicts of a vendor",
      ...{ path: fillPath(endpoints.listConflicts.path, { username }), caller: vendor },
      rows: [
        {
          table: "model_files",
          keys: `SELECT id FROM model_files WHERE conflict_number IS NOT NULL AND username = '${username}'`,
        },
        { table: "records", keys: ofVendor, columns: "id" },
      ],
    },
    {
      label: "10,000 files of a record",
      ...{ path: fillPath(endpoints.listFiles.path, { recordId }), caller: vendor },
      rows: [{ table: "model_files", keys: `SELECT id FROM model_files WHERE record_id = ${recordId}` }],
    },
  ];
}

/** Each contact has the number of records that name it. */
const rowsOfContacts = (contactIds: string): RowSet[] => [
  { table: "contacts", keys: contactIds },
  {
    table: "record_contacts",
    keys: `SELECT ctid FROM record_contacts WHERE contact_id IN (SELECT id::text FROM (${contactIds}) contact)`,
  },
];

const uploadsOf = (recordIds: string): RowSet => ({
  table: "uploads",
  keys: `SELECT id FROM uploads WHERE record_id IN (${recordIds})`,
  columns: "sent_at, failed_at, cataloged_at, job_id",
});

/** The page shows the size of each model, which is that of its files. */
function rowsOfReviewPage(count: number): RowSet[] {
  const page = `SELECT id FROM records WHERE status = 'pending' ORDER BY status_changed_at LIMIT ${count}`;
  const inPage = `record_id IN (${page})`;
  return [
    { table: "records", keys: page },
    uploadsOf(page),
    { table: "model_files", keys: `SELECT id FROM model_files WHERE ${inPage}`, columns: "kind, size" },
    { table: "messages", keys: `SELECT id FROM messages WHERE ${inPage}`, columns: "username" },
  ];
}

interface Answer {
  status: number;
  body: string;
  /** Empty if the answer has none. */
  etag: string;
}

/** @throws Error with the status and the answer from 400 on */
export async function send(
  call: Pick<ScaleCall, "path" | "caller" | "body">,
  url: string,
  etag?: string,
): Promise<Answer> {
  const { caller, body } = call;
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    headers: {
      ...{ "x-access-token": caller.account.accessToken, "accept-encoding": "identity" },
      ...(etag && { "if-none-match": etag }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (response.status >= 400) throw new Error(`${call.path}: ${response.status} ${answer.slice(0, 500)}`);
  return { status: response.status, body: answer, etag: response.headers.get("etag") ?? "" };
}

/** One call after the other. A poll sends the ETag of the answer before, as the portal does. */
export async function measureCalls(call: ScaleCall, url: (index: number) => string): Promise<number[]> {
  const times: number[] = [];
  let etag: string | undefined;
  for (let index = 0; index < WARM_UP_CALLS + CALLS; index += 1) {
    const start = performance.now();
    const answer = await send(call, url(index), etag);
    times.push(performance.now() - start);
    if (call.isPoll) etag = answer.etag || undefined;
  }
  return times.slice(WARM_UP_CALLS);
}
