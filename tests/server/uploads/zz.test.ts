import { it } from "vitest";
import { sql } from "kysely";
import { startUploadServer } from "./uploadServer.ts";
import { numberConflicts, openConflicts, setArchived } from "../../../src/server/stores/conflictStore.ts";
import { catalogueExtracted } from "../../../src/server/stores/extractedFileStore.ts";
import { listFiles } from "../../../src/server/stores/uploadStore.ts";
import { startPostgres } from "../../support/postgres.ts";
it.each(["pglite","pg"])("many %s", async (kind) => {
  const pg = kind==="pg" ? await startPostgres() : undefined;
  const server = await startUploadServer(pg ? {databaseUrl: pg.url}: {});
  const record = await server.aRecord();
  const { db } = server.services;
  const lap = async (name: string, f: () => Promise<unknown>) => { const t = Date.now(); const r = await f(); console.log(kind, name, Date.now() - t, Array.isArray(r)? r.length : r); return r as any; };
  for (const n of [1, 2]) {
    const ticket = await server.requestUpload(record);
    await sql`insert into extracted_files (batch_id, entry, path, mime_type, size, sha256) select ${ticket.uploadBatchId}, 'root/Model_Files/folder/'||i, 'Model_Files/folder/'||i, 'text/plain', 10, md5(${String(n)}::text || i) from generate_series(1, 100000) i`.execute(db);
    await lap("catalogue", () => catalogueExtracted(db, { batchId: ticket.uploadBatchId, recordId: record.id, username: "vendor1", blobFolder: "x/", uploadedAt: new Date() }));
    await lap("number", () => numberConflicts(db, record.id));
  }
  const open = await lap("open", () => openConflicts(db, record.id));
  await lap("archive", () => setArchived(db, open.slice(0, 100000).map((x: any) => x.id), true));
  await lap("files", () => listFiles(db, record.id));
  await server.stop(); await pg?.stop();
}, 300000);
