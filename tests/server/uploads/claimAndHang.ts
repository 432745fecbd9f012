import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import { claimNextJob } from "../../../src/server/stores/jobStore.ts";
import { UPLOAD_JOB } from "../../../src/server/stores/uploads/uploadStore.ts";

/** Program: claims an upload for the given milliseconds, prints its id and hangs. */
const [, , databaseUrl = "", lease = "0"] = process.argv;
const db = await openDatabase({ databaseUrl, dataDir: "" });
const job = await claimNextJob(db, { kinds: [UPLOAD_JOB], now: new Date(), leaseMs: Number(lease) });
process.stdout.write(`${String(job?.payload.uploadId)}\n`);
setInterval(() => undefined, 60_000);
