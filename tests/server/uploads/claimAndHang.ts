import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import { claimNextUpload } from "../../../src/server/stores/uploads/uploadStore.ts";

/** A worker in a process of its own that claims an upload for so many milliseconds, says which, and does no more. */
const [, , databaseUrl = "", lease = "0"] = process.argv;
const db = await openDatabase({ databaseUrl, dataDir: "" });
const now = new Date();
const batch = await claimNextUpload(db, now, new Date(now.getTime() + Number(lease)));
process.stdout.write(`${batch?.id}\n`);
setInterval(() => undefined, 60_000);
