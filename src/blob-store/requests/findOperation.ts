import type { StoreOperation } from "./operation.ts";
import { getBlockList, putBlock, putBlockList } from "../operations/blocks.ts";
import {
  blobProperties,
  deleteBlob,
  getBlob,
  putBlob,
  setBlobMetadata,
  setBlobProperties,
} from "../operations/blob.ts";
import {
  accountInformation,
  containerProperties,
  createContainer,
  listBlobs,
  listContainers,
} from "../operations/containers.ts";
import { copyBlob } from "../operations/copyBlob.ts";
import { StoreError } from "./storeError.ts";
import type { StoreRequest } from "./storeRequest.ts";

/** Keys: level, method and the `comp` parameter, if any. */
const OPERATIONS: Record<string, StoreOperation> = {
  "account GET list": listContainers,
  "container PUT": createContainer,
  "container GET": containerProperties,
  "container HEAD": containerProperties,
  "container GET metadata": containerProperties,
  "container HEAD metadata": containerProperties,
  "container GET list": listBlobs,
  "blob GET": getBlob,
  "blob HEAD": blobProperties,
  "blob GET metadata": blobProperties,
  "blob HEAD metadata": blobProperties,
  "blob GET blocklist": getBlockList,
  "blob PUT": putBlob,
  "blob PUT copy": copyBlob,
  "blob PUT block": putBlock,
  "blob PUT blocklist": putBlockList,
  "blob PUT properties": setBlobProperties,
  "blob PUT metadata": setBlobMetadata,
  "blob DELETE": deleteBlob,
};

export function findOperation(request: StoreRequest): StoreOperation {
  const { query, method } = request;
  if (query.get("restype") === "account" && query.get("comp") === "properties") return accountInformation;
  // Versions and snapshots are not supported; the current blob would be the wrong response.
  if (query.has("snapshot") || query.has("versionid")) throw new StoreError("InvalidQueryParameterValue");
  const key = [getLevel(request), method, getCompOrCopy(request)].filter(Boolean).join(" ");
  const operation = Object.hasOwn(OPERATIONS, key) ? OPERATIONS[key] : undefined;
  if (!operation) throw new StoreError("UnsupportedHttpVerb");
  return operation;
}

function getLevel({ container, blob, query }: StoreRequest): string {
  if (blob !== undefined) return "blob";
  if (container !== undefined && query.get("restype") === "container") return "container";
  return container === undefined ? "account" : "";
}

function getCompOrCopy({ method, query, headers }: StoreRequest): string | undefined {
  const verb = query.get("comp");
  return !verb && method === "PUT" && headers["x-ms-copy-source"] ? "copy" : verb;
}
