import { Readable } from "node:stream";
import { verifyPassword } from "../auth/passwords.ts";
import { getSchema, getFieldText } from "../../contract/schema/fields.ts";
import { getMimeType } from "../processing/mimeTypes.ts";
import type { Services } from "../services.ts";
import { findSetting, setSettingOnce } from "../stores/settingStore.ts";
import { listAccounts } from "../stores/accountStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { storedUploadFolder, storedFilePath, recordFolder } from "../uploads/blobPaths.ts";
import {
  DEMO_PASSWORD,
  readDemoExtent,
  readDemoFiles,
  demoPeople,
  demoRecords,
  buildDemoZip,
  expandVersions,
} from "./demoData.ts";
import { hashDemoPasswords, seedPeople } from "./seedPeople.ts";
import { seedRecord } from "./seedRecord.ts";

const ROWS_SETTING = "demo";
const FILES_SETTING = "demo-files";

/** Runs once per database, so that changes and deletions by users are kept. */
export async function seedDemo(services: Services): Promise<void> {
  if ((await findSetting(services.db, ROWS_SETTING)) === undefined) await seedRows(services);
}

/** Runs once; the next start repeats it if it was interrupted. */
export async function storeDemoFiles(services: Services): Promise<void> {
  const { db } = services;
  const ids = await findSetting(db, ROWS_SETTING);
  if (ids === undefined || (await findSetting(db, FILES_SETTING)) !== undefined) return;
  await storeFiles(services, JSON.parse(ids) as number[]);
  await setSettingOnce(db, FILES_SETTING, "stored");
}

/** User names that are enabled and still have the public password. */
export async function listActiveDemoAccounts({ db }: Pick<Services, "db">): Promise<string[]> {
  const names = demoPeople.flatMap(({ account }) => account?.username ?? []);
  const accounts = (await listAccounts(db)).filter(
    ({ username, disabled_at }) => names.includes(username) && disabled_at === null,
  );
  const hasDemoPassword = await Promise.all(
    accounts.map((account) => verifyPassword(account.password_hash, DEMO_PASSWORD)),
  );
  return accounts.filter((_, index) => hasDemoPassword[index]).map(({ username }) => username);
}

/** Saves the record ids in order, for storeDemoFiles. */
async function seedRows({ db }: Services): Promise<void> {
  const references = await loadReferences(db);
  const hashes = await hashDemoPasswords();
  await db.transaction().execute(async (trx) => {
    const people = await seedPeople(trx, hashes);
    const ids: number[] = [];
    for (const record of demoRecords) ids.push(await seedRecord(trx, record, people, references));
    await setSettingOnce(trx, ROWS_SETTING, JSON.stringify(ids));
  });
}

async function storeFiles({ storage }: Services, ids: number[]): Promise<void> {
  const store = (path: string, content: Buffer, contentType: string) =>
    storage.write(path, Readable.from([content]), { contentType });
  for (const [index, record] of demoRecords.entries()) {
    const id = ids[index] ?? 0;
    const metadata = expandVersions(record).at(-1)?.metadata ?? {};
    const extent = getFieldText(getSchema("metadata"), metadata, "extent");
    await store(`spatial-extents/${extent}`, readDemoExtent(record), "application/zip");
    for (const upload of record.uploads) {
      const files = readDemoFiles(record, upload);
      const zip = buildDemoZip(record, files);
      const folder = storedUploadFolder({ id: upload.uploadId, record_id: id });
      await store(`${folder}/${zip.path}`, zip.content, getMimeType(zip.path));
      for (const { path, content } of files)
        await store(
          `${recordFolder(id)}/${storedFilePath(upload.uploadId, path)}`,
          content,
          getMimeType(path),
        );
    }
  }
}
