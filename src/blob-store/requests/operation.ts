import type { Readable } from "node:stream";
import type { Account, Caller, RequiredPermission } from "./access.ts";
import type { BlobFolder } from "../blobs/blobFolder.ts";
import type { ResponseHeaders } from "../blobs/blobHeaders.ts";
import type { StoreRequest } from "./storeRequest.ts";

export interface StoreCall {
  request: StoreRequest;
  caller: Caller;
  store: BlobFolder;
  account: Account;
  /** Call again before committing: the link may close while the content is received. */
  requireOpenLink(): Promise<void>;
}

export interface StoreResponse {
  status: number;
  headers?: ResponseHeaders;
  body?: string | Readable;
}

export interface StoreOperation {
  requiredPermission: RequiredPermission;
  run(call: StoreCall): Promise<StoreResponse>;
}
