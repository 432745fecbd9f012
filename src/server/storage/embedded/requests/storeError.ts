import { textElement } from "./xml.ts";

/** The error codes of the Blob protocol that this store answers with: HTTP status and explanation. */
const CATALOGUE = {
  AuthenticationFailed: [
    403,
    "The request could not be authenticated: its signature, times or version do not hold.",
  ],
  AuthorizationFailure: [403, "This request is not allowed for this caller."],
  AuthorizationPermissionMismatch: [
    403,
    "The shared access does not carry the permission this request needs.",
  ],
  AuthorizationProtocolMismatch: [403, "The shared access does not hold for this protocol."],
  AuthorizationSourceIPMismatch: [403, "The shared access does not hold for this network address."],
  BlobAlreadyExists: [409, "A blob of this name exists already."],
  BlobNotFound: [404, "There is no blob of this name."],
  CannotVerifyCopySource: [403, "The source of the copy cannot be read with this request's access."],
  ConditionNotMet: [412, "A condition given in the request's headers does not hold."],
  ContainerAlreadyExists: [409, "A container of this name exists already."],
  ContainerNotFound: [404, "There is no container of this name."],
  CorsPreflightFailure: [403, "This web origin may not call the store."],
  InsufficientStorage: [507, "The disk is full. Nothing was stored."],
  InternalError: [500, "The store failed to answer. Please retry."],
  InvalidBlobOrBlock: [400, "A block's name is not base64 of at most 64 bytes."],
  InvalidBlockList: [400, "The list names a block that is not stored."],
  InvalidHeaderValue: [400, "A header's value cannot be used."],
  InvalidMetadata: [400, "The metadata has a name that is not an identifier."],
  InvalidQueryParameterValue: [400, "A parameter of the address cannot be used."],
  InvalidRange: [416, "The range lies outside the blob."],
  InvalidResourceName: [400, "The name is not allowed."],
  InvalidUri: [400, "The address cannot be read."],
  InvalidXmlDocument: [400, "The XML body cannot be read."],
  MissingContentLengthHeader: [411, "The length of the body must be given beforehand."],
  Md5Mismatch: [400, "The content does not have the MD5 that was sent with it."],
  NoAuthenticationInformation: [401, "The request carries neither a signature nor shared access."],
  OutOfRangeQueryParameterValue: [400, "A number in the address is out of range."],
  QuotaExceeded: [507, "The vendor whose upload this is has used up the room there is for one vendor."],
  RequestBodyTooLarge: [413, "The body is larger than this operation takes."],
  UnauthorizedBlobOverwrite: [403, "The shared access may create blobs and not replace them."],
  UnsupportedHttpVerb: [405, "This store has no such operation."],
} as const satisfies Record<string, readonly [number, string]>;

export type StoreErrorCode = keyof typeof CATALOGUE | "NotModified";

/** A refusal that is answered in the protocol's own form. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly statusCode: number;

  constructor(code: StoreErrorCode, detail?: string) {
    const [status, text] = code === "NotModified" ? [304, "Not modified."] : CATALOGUE[code];
    super(detail ? `${text} ${detail}` : text);
    this.code = code;
    this.statusCode = status;
  }
}

const DISK_FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** What any failure is answered as; whatever is not known stays a plain internal error, without its details. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code === "string" && DISK_FULL.has(code)) return new StoreError("InsufficientStorage");
  if (statusCode === 413) return new StoreError("RequestBodyTooLarge");
  if (typeof statusCode === "number" && statusCode < 500) return new StoreError("InvalidHeaderValue");
  return new StoreError("InternalError");
}

/** The error's XML body, as the clients of the protocol read it. */
export function errorDocument(error: StoreError, requestId: string): string {
  const message = `${error.message}\nRequestId:${requestId}\nTime:${new Date().toISOString()}`;
  const parts = [textElement("Code", error.code), textElement("Message", message)];
  return `<?xml version="1.0" encoding="utf-8"?><Error>${parts.join("")}</Error>`;
}
