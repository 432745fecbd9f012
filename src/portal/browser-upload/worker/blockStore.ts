import { fetchInWorker } from "./fetchInWorker.ts";
import { LinkExpiredError, sendWithRetry, UploadFailedError, type SendContext } from "./sendWithRetry.ts";

const HEADERS = { "x-ms-version": "2021-12-02" };

/** Sizes of the stored blocks by id. After a rejection only uncommitted blocks count: the others are the rejected zip. */
export async function listStoredBlocks(
  context: SendContext,
  blobUrl: string,
  type: "all" | "uncommitted",
): Promise<Map<string, number>> {
  const url = `${blobUrl}&comp=blocklist&blocklisttype=${type}`;
  const response = await sendWithRetry(context, url, { headers: HEADERS });
  if (response.status === 404 && (await readErrorCode(response)) === "BlobNotFound") return new Map();
  if (response.status !== 200) throw await createStoreError(response);
  const blocks = (await response.text()).matchAll(/<Name>([^<]*)<\/Name>\s*<Size>(\d+)<\/Size>/g);
  return new Map([...blocks].map(([, id, size]) => [id!, Number(size)]));
}

export async function putBlock(
  context: SendContext,
  blobUrl: string,
  { id, md5, bytes }: { id: string; md5: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const url = `${blobUrl}&comp=block&blockid=${encodeURIComponent(id)}`;
  const response = await sendWithRetry({ ...context, fetch: fetchInWorker }, url, {
    method: "PUT",
    headers: { ...HEADERS, "content-type": "application/octet-stream", "content-md5": md5 },
    body: bytes,
  });
  if (response.status !== 201) throw await createStoreError(response);
}

export async function commitBlocks(context: SendContext, blobUrl: string, ids: string[]): Promise<void> {
  const list = ids.map((id) => `<Latest>${id}</Latest>`).join("");
  const response = await sendWithRetry(context, `${blobUrl}&comp=blocklist`, {
    method: "PUT",
    headers: { ...HEADERS, "content-type": "application/xml", "x-ms-blob-content-type": "application/zip" },
    body: `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
  });
  if (response.status !== 201) throw await createStoreError(response);
}

const readErrorCode = async (response: Response): Promise<string | undefined> =>
  response.headers.get("x-ms-error-code") ?? /<Code>([A-Za-z0-9]+)</.exec(await response.text())?.[1];

async function createStoreError(response: Response): Promise<Error> {
  const code = await readErrorCode(response);
  const reason = [response.status, code].filter(Boolean).join(" ");
  if ([401, 403, 404].includes(response.status))
    return new LinkExpiredError(`The storage refused the upload (${reason}).`);
  if (response.status === 507)
    return new UploadFailedError(`The storage is full (${reason}). Contact the agency, then resume.`);
  if (code === "InvalidBlockList")
    return new UploadFailedError(
      "Another upload of this model was sent at the same time. Wait until it ends, then resume.",
    );
  return new UploadFailedError(`The storage did not accept the upload (${reason}). Try again later.`);
}
