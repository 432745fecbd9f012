import { buildVersionHeaders } from "../blobs/blobHeaders.ts";
import type { Container } from "../blobs/container.ts";
import type { NameIndex } from "../blobs/nameIndex.ts";
import { mapInBatches } from "../blobs/mutex.ts";
import type { BlobEntry } from "../blobs/storedEntry.ts";
import type { StoreResponse, StoreOperation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { blobNameElement, textElement } from "../requests/xml.ts";

const getVersionHeaders = ({ info }: Container) =>
  buildVersionHeaders({ etag: info.etag, modified: info.created });

export const createContainer: StoreOperation = {
  requiredPermission: "key",
  async run({ request, store }) {
    return { status: 201, headers: getVersionHeaders(await store.createContainer(request.container!)) };
  },
};

/** Get Container Properties. Any SAS token is enough, so that clients can check that the container exists. */
export const containerProperties: StoreOperation = {
  requiredPermission: "any",
  async run({ request, store }) {
    const headers = {
      ...getVersionHeaders(store.getContainer(request.container!)),
      "x-ms-lease-state": "available",
    };
    return { status: 200, headers: { ...headers, "x-ms-lease-status": "unlocked" } };
  },
};

/** List Containers, on one page. */
export const listContainers: StoreOperation = {
  requiredPermission: "key",
  async run({ request, store }) {
    const prefix = request.query.get("prefix") ?? "";
    const names = store.containerNames().filter((name) => name.startsWith(prefix));
    const containers = names.map((name) => containerElement(store.getContainer(name)));
    const body = `<EnumerationResults><Containers>${containers.join("")}</Containers><NextMarker/></EnumerationResults>`;
    return xmlResponse(body);
  },
};

function containerElement(container: Container): string {
  const { ETag, "Last-Modified": modified } = getVersionHeaders(container);
  const properties = textElement("Last-Modified", modified!) + textElement("Etag", ETag!);
  return `<Container>${textElement("Name", container.name)}<Properties>${properties}</Properties></Container>`;
}

/** Get Account Information. Hierarchical namespace means that directory SAS tokens are supported. */
export const accountInformation: StoreOperation = {
  requiredPermission: "any",
  run: async () => ({
    status: 200,
    headers: {
      "x-ms-sku-name": "Standard_LRS",
      "x-ms-account-kind": "StorageV2",
      "x-ms-is-hns-enabled": "true",
    },
  }),
};

export const xmlResponse = (root: string, headers: StoreResponse["headers"] = {}): StoreResponse => ({
  status: 200,
  headers: { "Content-Type": "application/xml", ...headers },
  body: `<?xml version="1.0" encoding="utf-8"?>${root}`,
});

const MAX_PAGE_SIZE = 5000;
/** Sorts after every name with the same prefix. */
const LAST_CHARACTERS = "\uffff\uffff";

interface ListOptions {
  prefix: string;
  delimiter: string;
  from: string;
  size: number;
  withMetadata: boolean;
}

/**
 * List Blobs, flat or by folder (`delimiter`). The marker is the first name of the next page. A directory SAS token needs
 * a prefix inside the directory, which also limits the marker.
 */
export const listBlobs: StoreOperation = {
  requiredPermission: ["l"],
  async run({ request, store }) {
    const { find, nameIndex } = store.getContainer(request.container!);
    const options = parseListOptions(request.query);
    await nameIndex.loaded;
    const { found, next } = findPage(nameIndex, options);
    const items = await mapInBatches(found, async ({ name, isFolder }) => {
      if (isFolder) return `<BlobPrefix>${blobNameElement("Name", name)}</BlobPrefix>`;
      const entry = await find(name);
      // The blob may have been removed after the page was built.
      return entry ? blobElement(entry, options.withMetadata) : "";
    });
    const echoed = [
      blobNameElement("Prefix", options.prefix),
      textElement("Marker", request.query.get("marker") ?? ""),
    ];
    echoed.push(textElement("MaxResults", options.size));
    if (options.delimiter) echoed.push(textElement("Delimiter", options.delimiter));
    const marker = next === undefined ? "<NextMarker/>" : textElement("NextMarker", encodeMarker(next));
    const body = `${echoed.join("")}<Blobs>${items.join("")}</Blobs>${marker}`;
    return xmlResponse(
      `<EnumerationResults ContainerName="${request.container}">${body}</EnumerationResults>`,
    );
  },
};

function parseListOptions(query: Map<string, string>): ListOptions {
  const size = Number(query.get("maxresults") ?? MAX_PAGE_SIZE);
  if (!Number.isInteger(size) || size < 1) throw new StoreError("OutOfRangeQueryParameterValue");
  return {
    prefix: query.get("prefix") ?? "",
    delimiter: query.get("delimiter") ?? "",
    from: Buffer.from(query.get("marker") ?? "", "base64url").toString("utf8"),
    size: Math.min(size, MAX_PAGE_SIZE),
    withMetadata: (query.get("include") ?? "").split(",").includes("metadata"),
  };
}

const encodeMarker = (name: string) => Buffer.from(name, "utf8").toString("base64url");

function findPage(nameIndex: NameIndex, { prefix, delimiter, from, size }: ListOptions) {
  const found: { name: string; isFolder: boolean }[] = [];
  let index = nameIndex.lowerBound(from > prefix ? from : prefix);
  for (;;) {
    const name = nameIndex.names[index];
    if (name === undefined || !name.startsWith(prefix)) return { found, next: undefined };
    if (found.length === size) return { found, next: name };
    const delimiterIndex = delimiter ? name.indexOf(delimiter, prefix.length) : -1;
    if (delimiterIndex < 0) {
      found.push({ name, isFolder: false });
      index += 1;
    } else {
      const folder = name.slice(0, delimiterIndex + delimiter.length);
      found.push({ name: folder, isFolder: true });
      index = nameIndex.lowerBound(folder + LAST_CHARACTERS);
    }
  }
}

function blobElement(entry: BlobEntry, withMetadata: boolean): string {
  const properties = {
    "Creation-Time": new Date(entry.created).toUTCString(),
    "Last-Modified": buildVersionHeaders(entry)["Last-Modified"]!,
    Etag: entry.etag,
    "Content-Length": entry.size,
    ...entry.headers,
    BlobType: "BlockBlob",
    LeaseStatus: "unlocked",
    LeaseState: "available",
    ServerEncrypted: "false",
  };
  const metadata = withMetadata ? `<Metadata>${textElements(entry.metadata)}</Metadata>` : "";
  return `<Blob>${blobNameElement("Name", entry.name)}<Properties>${textElements(properties)}</Properties>${metadata}</Blob>`;
}

const textElements = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => textElement(name, value))
    .join("");
