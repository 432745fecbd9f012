import type { Readable } from "node:stream";
import type { Account, Caller, Needed } from "./access.ts";
import type { BlobFolder } from "../blobs/blobFolder.ts";
import type { AnswerHeaders } from "../blobs/blobHeaders.ts";
import type { StoreRequest } from "./storeRequest.ts";

/** What an operation works with. */
export interface Call {
  request: StoreRequest;
  caller: Caller;
  store: BlobFolder;
  account: Account;
}

export interface Answer {
  status: number;
  headers?: AnswerHeaders;
  body?: string | Readable;
}

/** One operation of the protocol: who may call it, and what it does. */
export interface Operation {
  needs: Needed;
  run(call: Call): Promise<Answer>;
}
