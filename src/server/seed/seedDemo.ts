import { Readable } from "node:stream";
import { isPassword } from "../auth/passwords.ts";
import { schemaOf, textOf } from "../../contract/schema/fields.ts";
import { mimeTypeOf } from "../processing/mimeTypes.ts";
import type { Services } from "../services.ts";
import { findSetting, takeSetting } from "../stores/settingStore.ts";
import { listAccounts } from "../stores/accountStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { batchFolder, filePath, recordFolder } from "../uploads/uploadPlaces.ts";
import {
  DEMO_PASSWORD,
  demoExtent,
  demoFiles,
  demoPeople,
  demoRecords,
  demoZip,
  versionsOf,
} from "./demoData.ts";
import { hashPeople, seedPeople } from "./seedPeople.ts";
import { seedRecord } from "./seedRecord.ts";

const ROWS = "demo";
const FILES = "demo-files";

/**
 * Puts the rows of the demo data into an installation of the embedded default, once and in one transaction. What users
 * change or delete stays that way.
 */
export async function seedDemo(services: Services): Promise<void> {
  if ((await findSetting(services.db, ROWS)) === undefined) await seedRows(services);
}

/** Stores the files of the demo records, once. Where that is cut short, the next start does it again. */
export async function storeDemoFiles(services: Services): Promise<void> {
  const { db } = services;
  const ids = await findSetting(db, ROWS);
  if (ids === undefined || (await findSetting(db, FILES)) !== undefined) return;
  await storeFiles(services, JSON.parse(ids) as number[]);
  await takeSetting(db, FILES, "stored");
}

/** The demo users who could still sign in with the password that everybody knows. */
export async function openDemoAccounts({ db }: Pick<Services, "db">): Promise<string[]> {
  const names = demoPeople.flatMap(({ account }) => account?.username ?? []);
  const accounts = (await listAccounts(db)).filter(
    ({ username, disabled_at }) => names.includes(username) && disabled_at === null,
  );
  const isOpen = await Promise.all(accounts.map((one) => isPassword(one.password_hash, DEMO_PASSWORD)));
  return accounts.filter((_, index) => isOpen[index]).map(({ username }) => username);
}

/** Keeps the ids of the records in their order, for the files. */
async function seedRows({ db }: Services): Promise<void> {
  const references = await loadReferences(db);
  const hashes = await hashPeople();
  await db.transaction().execute(async (trx) => {
    const people = await seedPeople(trx, hashes);
    const ids: number[] = [];
    for (const record of demoRecords) ids.push(await seedRecord(trx, record, people, references));
    await takeSetting(trx, ROWS, JSON.stringify(ids));
  });
}

async function storeFiles({ storage }: Services, ids: number[]): Promise<void> {
  const store = (path: string, content: Buffer, contentType: string) =>
    storage.write(path, Readable.from([content]), { contentType });
  for (const [index, record] of demoRecords.entries()) {
    const id = ids[index] ?? 0;
    const metadata = versionsOf(record).at(-1)?.metadata ?? {};
    const extent = textOf(schemaOf("metadata"), metadata, "extent");
    await store(`spatial-extents/${extent}`, demoExtent(), "application/zip");
    for (const upload of record.uploads) {
      const files = demoFiles(record, upload);
      const zip = demoZip(record, files);
      const folder = batchFolder({ id: upload.batchId, record_id: id });
      await store(`${folder}/${zip.path}`, zip.content, mimeTypeOf(zip.path));
      for (const { path, content } of files)
        await store(`${recordFolder(id)}/${filePath(upload.batchId, path)}`, content, mimeTypeOf(path));
    }
  }
}
