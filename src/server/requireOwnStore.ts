import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ConfigError } from "./config/configError.ts";
import type { Services } from "./services.ts";
import { findSetting, takeSetting } from "./stores/settingStore.ts";

const BLOB = "store-id";
const SETTING = "store-id";

/**
 * Refuses a store that is not the one with this database's files: with two of them, each server would look for what
 * the other was sent. A store's id lies in it, and goes with it wherever it is moved.
 *
 * @throws ConfigError saying what to do
 */
export async function requireOwnStore({ db, storage }: Pick<Services, "db" | "storage">): Promise<void> {
  if (!(await storage.find(BLOB))) {
    const isNew = (await findSetting(db, SETTING)) === undefined;
    if (!isNew) throw new ConfigError([OTHER_STORE]);
    await storage.write(BLOB, Readable.from([randomUUID()]), { contentType: "text/plain" });
  }
  const id = await textOf(await storage.read(BLOB));
  await takeSetting(db, SETTING, id);
  if ((await findSetting(db, SETTING)) !== id) throw new ConfigError([OTHER_STORE]);
}

const OTHER_STORE =
  "The store is not the one that holds this database's files. Servers that share DATABASE_URL must share the store too: " +
  "name it in AZURE_STORAGE_CONNECTION_STRING, or let one server alone use the database with its DATA_DIR";

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
