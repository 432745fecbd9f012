import { randomUUID } from "node:crypto";
import { sentMetadata, versionHeaders } from "../blobs/blobHeaders.ts";
import { commitCall } from "../blobs/commitContent.ts";
import type { Container } from "../blobs/container.ts";
import { requireSourceConditions } from "../requests/conditions.ts";
import type { Call, Operation } from "../requests/operation.ts";
import { permissionsOf } from "../requests/access.ts";
import { StoreError } from "../requests/storeError.ts";
import type { StoredEntry } from "../blobs/storedEntry.ts";
import { headerOf, queryOf, resourceOf } from "../requests/storeRequest.ts";

/**
 * Copy Blob inside this account, whichever way a client asks for it. The bytes get second names instead of being
 * copied, so that it is done, and says so, in its first answer, however large the blob is.
 */
export const copyBlob: Operation = {
  needs: ["w", "c"],
  async run(call) {
    const { request, store } = call;
    const { headers } = request;
    const address = sourceAddress(call);
    const from = sourceOf(call, address);
    const source = await from.container.find(from.blob);
    if (!source) throw new StoreError("BlobNotFound");
    requireSourceConditions(headers, source);
    const sent = sentMetadata(headers);
    const copy = { id: randomUUID(), source: withoutQuery(address), completed: new Date().toISOString() };
    const target = store.container(request.container!);
    const entry = await commitCall(call, target, async () => ({
      headers: source.headers,
      metadata: Object.keys(sent).length > 0 ? sent : source.metadata,
      parts: await target.adoptParts(request.blob!, linkable(from.container, source)),
      copy,
    }));
    // "Put Blob From URL" creates; "Copy Blob" accepts, even when it is done by then.
    const wanted = headers["x-ms-blob-type"] ? 201 : 202;
    const done = { "x-ms-copy-id": copy.id, "x-ms-copy-status": "success" };
    return { status: wanted, headers: { ...versionHeaders(entry), ...done } };
  },
};

function sourceAddress({ request }: Call): URL {
  const text = headerOf(request.headers, "x-ms-copy-source") ?? "";
  if (!URL.canParse(text)) throw new StoreError("InvalidHeaderValue", "x-ms-copy-source must be an address.");
  return new URL(text);
}

/**
 * The blob to copy from. It must be addressed in this store as this request is, and a caller who does not hold the
 * account's key must show, in the source's own address, that it may read there.
 */
function sourceOf(call: Call, address: URL) {
  const { request, caller, account, store } = call;
  if (address.host !== request.headers.host) throw new StoreError("CannotVerifyCopySource");
  const { container, blob } = resourceOf(address.pathname, account.name);
  if (!container || !blob) throw new StoreError("CannotVerifyCopySource");
  if (!caller.holdsKey) {
    const asking = { ...request, query: queryOf(address.search.slice(1)) };
    if (!permissionsOf(asking, { container, blob }, account).has("r"))
      throw new StoreError("CannotVerifyCopySource");
  }
  return { container: store.container(container), blob };
}

/** The address to remember: shared access is not kept. */
const withoutQuery = ({ origin, pathname }: URL) => `${origin}${pathname}`;

/** A blob's parts as files that can be given second names. */
export const linkable = (container: Pick<Container, "partPath">, source: StoredEntry) =>
  source.parts.map((part) => ({ block: part.block, size: part.size, path: container.partPath(part) }));
