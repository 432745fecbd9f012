import { randomUUID } from "node:crypto";
import { parseMetadata, buildVersionHeaders } from "../blobs/blobHeaders.ts";
import { commitRequestedContent } from "../blobs/commitContent.ts";
import type { Container } from "../blobs/container.ts";
import { requireSourceConditions } from "../requests/conditions.ts";
import type { StoreCall, StoreOperation } from "../requests/operation.ts";
import { getSasPermissions } from "../requests/access.ts";
import { StoreError } from "../requests/storeError.ts";
import type { BlobEntry } from "../blobs/storedEntry.ts";
import { getHeader, parseQuery, parseResourcePath } from "../requests/storeRequest.ts";

/** Copy Blob and Put Blob From URL inside this account. Hard links the files, so the copy is complete in the response. */
export const copyBlob: StoreOperation = {
  requiredPermission: ["w", "c"],
  async run(call) {
    const { request, store } = call;
    const { headers } = request;
    const url = parseSourceUrl(call);
    const { container, blob } = requireSource(call, url);
    const source = await container.find(blob);
    if (!source) throw new StoreError("BlobNotFound");
    requireSourceConditions(headers, source);
    const metadata = parseMetadata(headers);
    const copy = { id: randomUUID(), source: withoutQuery(url), completed: new Date().toISOString() };
    const target = store.getContainer(request.container!);
    const entry = await commitRequestedContent(call, target, async () => ({
      headers: source.headers,
      metadata: Object.keys(metadata).length > 0 ? metadata : source.metadata,
      parts: await target.linkParts(request.blob!, listPartSources(container, source)),
      copy,
    }));
    // Put Blob From URL returns 201 Created, Copy Blob 202 Accepted.
    const status = headers["x-ms-blob-type"] ? 201 : 202;
    const copyHeaders = { "x-ms-copy-id": copy.id, "x-ms-copy-status": "success" };
    return { status, headers: { ...buildVersionHeaders(entry), ...copyHeaders } };
  },
};

function parseSourceUrl({ request }: StoreCall): URL {
  const text = getHeader(request.headers, "x-ms-copy-source") ?? "";
  if (!URL.canParse(text)) throw new StoreError("InvalidHeaderValue", "x-ms-copy-source must be a URL.");
  return new URL(text);
}

/** The source must be in this store. Without the account key, its URL needs a SAS token with read permission. */
function requireSource(call: StoreCall, url: URL) {
  const { request, caller, account, store } = call;
  if (url.host !== request.headers.host) throw new StoreError("CannotVerifyCopySource");
  const { container, blob } = parseResourcePath(url.pathname, account.name);
  if (!container || !blob) throw new StoreError("CannotVerifyCopySource");
  if (!caller.hasAccountKey) {
    const sasRequest = { ...request, query: parseQuery(url.search.slice(1)) };
    if (!getSasPermissions(sasRequest, { container, blob }, account).has("r"))
      throw new StoreError("CannotVerifyCopySource");
  }
  return { container: store.getContainer(container), blob };
}

const withoutQuery = ({ origin, pathname }: URL) => `${origin}${pathname}`;

export const listPartSources = (container: Pick<Container, "partPath">, source: BlobEntry) =>
  source.parts.map((part) => ({ block: part.block, size: part.size, path: container.partPath(part) }));
