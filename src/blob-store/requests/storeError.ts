import { textElement } from "./xml.ts";

const ERRORS = {
  AuthenticationFailed: [403, "The signature, validity period or API version of the request is not valid."],
  AuthorizationFailure: [403, "The credentials of this request do not allow it."],
  AuthorizationPermissionMismatch: [403, "The SAS token does not have the required permission."],
  AuthorizationProtocolMismatch: [403, "The SAS token does not allow this protocol."],
  AuthorizationSourceIPMismatch: [403, "The SAS token does not allow this IP address."],
  BlobAlreadyExists: [409, "A blob with this name already exists."],
  BlobNotFound: [404, "The blob does not exist."],
  CannotVerifyCopySource: [403, "The source of the copy cannot be read with the given URL."],
  ConditionNotMet: [412, "A condition in the request headers is not met."],
  ContainerAlreadyExists: [409, "A container with this name already exists."],
  ContainerNotFound: [404, "The container does not exist."],
  CorsPreflightFailure: [403, "Requests from this web origin are not allowed."],
  InsufficientStorage: [507, "The disk is full. Nothing was stored."],
  InternalError: [500, "The store encountered an error. Try again."],
  InvalidBlobOrBlock: [400, "A block id must be base64 of at most 64 bytes."],
  InvalidBlockList: [400, "The block list is not valid."],
  InvalidHeaderValue: [400, "The value of a header is not valid."],
  InvalidMetadata: [400, "A metadata name is not a valid identifier."],
  InvalidQueryParameterValue: [400, "The value of a query parameter is not valid."],
  InvalidRange: [416, "The range is outside the blob."],
  InvalidResourceName: [400, "The container or blob name is not valid."],
  InvalidUri: [400, "The request URL is not valid."],
  InvalidXmlDocument: [400, "The XML request body is not valid."],
  MissingContentLengthHeader: [411, "The Content-Length header is required."],
  Md5Mismatch: [400, "The content does not match the MD5 sent with it."],
  NoAuthenticationInformation: [401, "The request has neither a signature nor a SAS token."],
  OutOfRangeQueryParameterValue: [400, "The value of a query parameter is out of range."],
  QuotaExceeded: [507, "The vendor's storage quota is used up. Ask the agency for more storage."],
  RequestBodyTooLarge: [413, "The request body is too large."],
  UnauthorizedBlobOverwrite: [
    403,
    "This blob already exists, and the SAS token does not allow overwriting it.",
  ],
  UnsupportedHttpVerb: [405, "The blob store does not support this operation."],
} as const satisfies Record<string, readonly [number, string]>;

export type StoreErrorCode = keyof typeof ERRORS | "NotModified";

/** Sent as XML, as the Blob protocol requires. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly statusCode: number;

  constructor(code: StoreErrorCode, detail?: string) {
    const [status, text] = code === "NotModified" ? [304, "Not modified."] : ERRORS[code];
    super(detail ? `${text} ${detail}` : text);
    this.code = code;
    this.statusCode = status;
  }
}

const DISK_FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Unknown errors become InternalError, without their details. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code === "string" && DISK_FULL_CODES.has(code)) return new StoreError("InsufficientStorage");
  if (statusCode === 413) return new StoreError("RequestBodyTooLarge");
  if (typeof statusCode === "number" && statusCode < 500) return new StoreError("InvalidHeaderValue");
  return new StoreError("InternalError");
}

export function formatErrorXml(error: StoreError, requestId: string): string {
  const message = `${error.message}\nRequestId:${requestId}\nTime:${new Date().toISOString()}`;
  const parts = [textElement("Code", error.code), textElement("Message", message)];
  return `<?xml version="1.0" encoding="utf-8"?><Error>${parts.join("")}</Error>`;
}
