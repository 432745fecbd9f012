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
import { readStoredBlob } from "../../src/blob-store/blobs/readBlob.ts";
import { recordFolder } from "../../src/server/uploads/blobPaths.ts";
import type { OpenStored } from "./verifyReceipt.ts";

type StoreConfig = Pick<Config, "dataDir" | "storageConnectionString" | "storageContainer">;

/** Reads directly from the store: Azure if configured, otherwise the data folder. */
export function openFromStore(config: StoreConfig, recordId: string): OpenStored {
  const { dataDir, storageConnectionString: connectionString, storageContainer: container } = config;
  const getBlobName = (path: string) => `${recordFolder(recordId)}/${path}`;
  if (!connectionString)
    return (path) => readStoredBlob(join(dataDir, "store"), container, getBlobName(path));
  const storage = createBlobStorage({ connectionString, container });
  return async (path) =>
    (await storage.find(getBlobName(path))) ? storage.read(getBlobName(path)) : undefined;
}

const LINK_REFRESH_MS = 20 * 60_000;

/** Signs in and downloads each file with the record's download link. */
export async function openFromPortal(
  url: string,
  recordId: string,
  account: { username: string; password: string },
): Promise<OpenStored> {
  const api = `${url.replace(/\/+$/, "")}/api`;
  const session = await fetchRow(`${api}${endpoints.signIn.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  const headers = { "x-access-token": String(session["accessToken"]) };
  const requestLink = async () => {
    const answer = await fetchRow(`${api}${fillPath(endpoints.downloadLink.path, { recordId })}`, {
      headers,
    });
    return {
      at: Date.now(),
      link: decode(getSchema("download-link"), answer, "read") as unknown as DownloadLink,
    };
  };
  let current = requestLink();
  return async (path) => {
    if (Date.now() - (await current).at > LINK_REFRESH_MS) current = requestLink();
    const { link } = await current;
    const own = sasQueryFor(link, path);
    const answer = await fetch(buildBlobUrl({ prefix: link.prefix, query: own ?? link.query }, path));
    if (answer.status === 403 && own === undefined)
      throw new Error("The upload has been archived. Its files cannot be read through the portal.");
    if (answer.status === 404) return undefined;
    if (!answer.ok || !answer.body) throw new Error(`The store answered ${answer.status} for ${path}.`);
    return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  };
}

async function fetchRow(address: string, init: RequestInit) {
  const answer = await fetch(address, init);
  const [row = {}] = parseRows(await answer.json());
  if (!answer.ok) throw new Error(String(row["message"] ?? `${address} answered ${answer.status}.`));
  return row;
}
