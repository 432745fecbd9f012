import { versionHeaders } from "../blobs/blobHeaders.ts";
import type { Container } from "../blobs/container.ts";
import type { Answer, Operation } from "../requests/operation.ts";
import { textElement } from "../requests/xml.ts";

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
