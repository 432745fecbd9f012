import { Piscina } from "piscina";
import { findChildProgram } from "../../src/server/processing/childProgram.ts";
import type { StoredDocument } from "../schema-diff/checkStoredDocuments.ts";
import type { Installation } from "../schema-diff/readStored.ts";

/** In a thread of its own: the embedded database would block the page. */
export async function readInBackground(installation: Installation): Promise<StoredDocument[]> {
  const { file: filename, nodeOptions: execArgv } = findChildProgram(
    import.meta.dirname,
    "installationWorker",
  );
  const pool = new Piscina<Installation, StoredDocument[]>({ filename, execArgv, maxThreads: 1 });
  try {
    return await pool.run(installation);
  } finally {
    await pool.destroy();
  }
}
