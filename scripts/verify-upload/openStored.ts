import { join } from "node:path";
import { Readable } from "node:stream";
import { endpoints, fillPath, parseRows } from "../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import { sasQueryFor } from "../../src/contract/uploads/sasQueryFor.ts";
import type { DownloadLink } from "../../src/contract/generated/entities.ts";
import { decode } from "../../src/contract/wire/wire.ts";
import type { Config } from "../../src/server/config.ts";
import { buildBlobUrl } from "../../src/server/storage/grants.ts";
import { createBlobStorage } from "../../src/server/storage/blobStorage.ts";
import { readStoredBlob } from "../../src/server/storage/embedded/blobs/readBlob.ts";
import { recordFolder } from "../../src/server/uploads/blobPaths.ts";
import type { OpenStored } from "./verifyReceipt.ts";

type StoreConfig = Pick<Config, "dataDir" | "storageConnectionString" | "storageContainer">;

/** Reads from the store of an installation itself: Azure where one is configured, else the data folder. */
export function openFromStore(config: StoreConfig, recordId: string): OpenStored {
  const { dataDir, storageConnectionString: connectionString, storageContainer: container } = config;
  const nameOf = (path: string) => `${recordFolder(recordId)}/${path}`;
  if (!connectionString) return (path) => readStoredBlob(join(dataDir, "store"), container, nameOf(path));
  const storage = createBlobStorage({ connectionString, container });
  return async (path) => ((await storage.find(nameOf(path))) ? storage.read(nameOf(path)) : undefined);
}

const LINK_USED_FOR = 20 * 60_000;

/** Reads as anyone can who may see the record: signs in, and downloads each file by the record's download link. */
export async function openFromPortal(
  url: string,
  recordId: string,
  account: { username: string; password: string },
): Promise<OpenStored> {
  const api = `${url.replace(/\/+$/, "")}/api`;
  const signedIn = await answerOf(`${api}${endpoints.signIn.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  const headers = { "x-access-token": String(signedIn["accessToken"]) };
  const askForLink = async () => {
    const answer = await answerOf(`${api}${fillPath(endpoints.downloadLink.path, { recordId })}`, {
      headers,
    });
    return {
      at: Date.now(),
      link: decode(getSchema("download-link"), answer, "read") as unknown as DownloadLink,
    };
  };
  let current = askForLink();
  return async (path) => {
    if (Date.now() - (await current).at > LINK_USED_FOR) current = askForLink();
    const { link } = await current;
    const own = sasQueryFor(link, path);
    const answer = await fetch(buildBlobUrl({ prefix: link.prefix, query: own ?? link.query }, path));
    if (answer.status === 403 && own === undefined)
      throw new Error("The upload was put aside since: its files cannot be read through the portal.");
    if (answer.status === 404) return undefined;
    if (!answer.ok || !answer.body) throw new Error(`The store answered ${answer.status} for ${path}.`);
    return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  };
}

async function answerOf(address: string, init: RequestInit) {
  const answer = await fetch(address, init);
  const [row = {}] = parseRows(await answer.json());
  if (!answer.ok) throw new Error(String(row["message"] ?? `${address} answered ${answer.status}.`));
  return row;
}
