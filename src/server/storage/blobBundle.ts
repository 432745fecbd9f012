/** A small blob as a whole. */
export interface SmallBlob {
  path: string;
  content: Buffer;
  contentType: string;
}

/** The parameters of the address to which a bundle is sent, after the container's. */
export const BUNDLE_QUERY = { comp: "bundle", restype: "container" };
/** A store that takes bundles says so, with this header, where it tells about itself. */
export const BUNDLE_HEADER = "x-ms-takes-bundles";
/** More than one bundle ever holds, so that a store can hold it in memory. */
export const LARGEST_BUNDLE = 32 * 1024 * 1024;

const LENGTH_BYTES = 4;

interface Listed {
  path: string;
  contentType: string;
  size: number;
}

/** Many blobs as one body: the length of a list, the list of them in JSON, then their bytes in the list's order. */
export function packBundle(blobs: SmallBlob[]): Buffer {
  const list = blobs.map(({ path, contentType, content }): Listed => ({
    path,
    contentType,
    size: content.length,
  }));
  const head = Buffer.from(JSON.stringify(list), "utf8");
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, ...blobs.map(({ content }) => content)]);
}

/** The blobs in a bundle; nothing when the body is no whole bundle. Their bytes are those of the body, not copies. */
export function unpackBundle(body: Buffer): SmallBlob[] | undefined {
  const list = body.length < LENGTH_BYTES ? undefined : listOf(body);
  if (!list) return undefined;
  let at = LENGTH_BYTES + body.readUInt32BE(0);
  const blobs = list.map(({ path, contentType, size }) => {
    const content = body.subarray(at, at + size);
    at += size;
    return { path, contentType, content };
  });
  return at === body.length ? blobs : undefined;
}

function listOf(body: Buffer): Listed[] | undefined {
  try {
    const text = body.toString("utf8", LENGTH_BYTES, LENGTH_BYTES + body.readUInt32BE(0));
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isListed) ? list : undefined;
  } catch {
    return undefined;
  }
}

const isListed = (row: unknown): row is Listed => {
  const { path, contentType, size } = (row ?? {}) as Partial<Listed>;
  return (
    typeof path === "string" && typeof contentType === "string" && Number.isSafeInteger(size) && size! >= 0
  );
};
