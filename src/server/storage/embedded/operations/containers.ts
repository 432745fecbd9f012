import { versionHeaders } from "../blobs/blobHeaders.ts";
import type { Container } from "../blobs/container.ts";
import type { NameIndex } from "../blobs/nameIndex.ts";
import { inBatches } from "../blobs/sideBySide.ts";
import type { StoredEntry } from "../blobs/storedEntry.ts";
import type { Answer, Operation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { nameElement, textElement } from "../requests/xml.ts";

const versionOf = ({ about }: Container) => versionHeaders({ etag: about.etag, modified: about.created });

/** Create Container: for the holder of the account's key only. */
export const createContainer: Operation = {
  needs: "key",
  async run({ request, store }) {
    return { status: 201, headers: versionOf(await store.create(request.container!)) };
  },
};

/** Get Container Properties: for any access to the container, so that clients can see that it is there. */
export const containerProperties: Operation = {
  needs: "any",
  async run({ request, store }) {
    const headers = { ...versionOf(store.container(request.container!)), "x-ms-lease-state": "available" };
    return { status: 200, headers: { ...headers, "x-ms-lease-status": "unlocked" } };
  },
};

/** List Containers: for the holder of the account's key only; all on one page. */
export const listContainers: Operation = {
  needs: "key",
  async run({ request, store }) {
    const prefix = request.query.get("prefix") ?? "";
    const names = store.names().filter((name) => name.startsWith(prefix));
    const containers = names.map((name) => containerElement(store.container(name)));
    const body = `<EnumerationResults><Containers>${containers.join("")}</Containers><NextMarker/></EnumerationResults>`;
    return xmlAnswer(body);
  },
};

function containerElement(container: Container): string {
  const { ETag, "Last-Modified": modified } = versionOf(container);
  const properties = textElement("Last-Modified", modified!) + textElement("Etag", ETag!);
  return `<Container>${textElement("Name", container.name)}<Properties>${properties}</Properties></Container>`;
}

/** Get Account Information: says that grants of single directories are understood here. */
export const accountInformation: Operation = {
  needs: "any",
  run: async () => ({
    status: 200,
    headers: {
      "x-ms-sku-name": "Standard_LRS",
      "x-ms-account-kind": "StorageV2",
      "x-ms-is-hns-enabled": "true",
    },
  }),
};

export const xmlAnswer = (root: string, headers: Answer["headers"] = {}): Answer => ({
  status: 200,
  headers: { "Content-Type": "application/xml", ...headers },
  body: `<?xml version="1.0" encoding="utf-8"?>${root}`,
});

const LONGEST_PAGE = 5000;
/** Comes after every name that starts with the text before it. */
const LAST = "\uffff\uffff";

interface Asked {
  prefix: string;
  delimiter: string;
  from: string;
  size: number;
  withMetadata: boolean;
}

/**
 * List Blobs, flat or folder by folder (`delimiter`), in pages; the marker is where the next page starts. Shared
 * access to a directory reaches this only with a prefix inside it, which also bounds what a marker can name.
 */
export const listBlobs: Operation = {
  needs: ["l"],
  async run({ request, store }) {
    const { find, index } = store.container(request.container!);
    const asked = askedOf(request.query);
    await index.known;
    const { found, next } = pageOf(index, asked);
    const items = await inBatches(found, async ({ name, isFolder }) => {
      if (isFolder) return `<BlobPrefix>${nameElement("Name", name)}</BlobPrefix>`;
      const entry = await find(name);
      // It was removed since.
      return entry ? blobElement(entry, asked.withMetadata) : "";
    });
    const echoed = [
      nameElement("Prefix", asked.prefix),
      textElement("Marker", request.query.get("marker") ?? ""),
    ];
    echoed.push(textElement("MaxResults", asked.size));
    if (asked.delimiter) echoed.push(textElement("Delimiter", asked.delimiter));
    const marker = next === undefined ? "<NextMarker/>" : textElement("NextMarker", markerOf(next));
    const body = `${echoed.join("")}<Blobs>${items.join("")}</Blobs>${marker}`;
    return xmlAnswer(`<EnumerationResults ContainerName="${request.container}">${body}</EnumerationResults>`);
  },
};

function askedOf(query: Map<string, string>): Asked {
  const size = Number(query.get("maxresults") ?? LONGEST_PAGE);
  if (!Number.isInteger(size) || size < 1) throw new StoreError("OutOfRangeQueryParameterValue");
  return {
    prefix: query.get("prefix") ?? "",
    delimiter: query.get("delimiter") ?? "",
    from: Buffer.from(query.get("marker") ?? "", "base64url").toString("utf8"),
    size: Math.min(size, LONGEST_PAGE),
    withMetadata: (query.get("include") ?? "").split(",").includes("metadata"),
  };
}

const markerOf = (name: string) => Buffer.from(name, "utf8").toString("base64url");

/** A page of blobs, and of the folders that stand for those below them. */
function pageOf(index: NameIndex, { prefix, delimiter, from, size }: Asked) {
  const found: { name: string; isFolder: boolean }[] = [];
  let place = index.placeOf(from > prefix ? from : prefix);
  for (;;) {
    const name = index.names[place];
    if (name === undefined || !name.startsWith(prefix)) return { found, next: undefined };
    if (found.length === size) return { found, next: name };
    const cut = delimiter ? name.indexOf(delimiter, prefix.length) : -1;
    if (cut < 0) {
      found.push({ name, isFolder: false });
      place += 1;
    } else {
      const folder = name.slice(0, cut + delimiter.length);
      found.push({ name: folder, isFolder: true });
      place = index.placeOf(folder + LAST);
    }
  }
}

function blobElement(entry: StoredEntry, withMetadata: boolean): string {
  const properties = {
    "Creation-Time": new Date(entry.created).toUTCString(),
    "Last-Modified": versionHeaders(entry)["Last-Modified"]!,
    Etag: entry.etag,
    "Content-Length": entry.size,
    ...entry.headers,
    BlobType: "BlockBlob",
    LeaseStatus: "unlocked",
    LeaseState: "available",
    ServerEncrypted: "false",
  };
  const metadata = withMetadata ? `<Metadata>${elements(entry.metadata)}</Metadata>` : "";
  return `<Blob>${nameElement("Name", entry.name)}<Properties>${elements(properties)}</Properties>${metadata}</Blob>`;
}

const elements = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => textElement(name, value))
    .join("");
