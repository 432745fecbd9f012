import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import { claimNextUpload } from "../../../src/server/stores/uploads/uploadStore.ts";

/** Program: claims an upload for the given milliseconds, prints its id and hangs. */
const [, , databaseUrl = "", lease = "0"] = process.argv;
const db = await openDatabase({ databaseUrl, dataDir: "" });
const upload = await claimNextUpload(db, new Date(), Number(lease));
process.stdout.write(`${upload?.id}\n`);
setInterval(() => undefined, 60_000);
