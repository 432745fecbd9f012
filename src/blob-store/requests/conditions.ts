import type { IncomingHttpHeaders } from "node:http";
import { StoreError, type StoreErrorCode } from "./storeError.ts";
import type { BlobEntry } from "../blobs/storedEntry.ts";
import { getHeader } from "./storeRequest.ts";

const parseEtags = (value: string) =>
  value.split(",").map((etag) => etag.trim().replace(/^W\//, "").replaceAll('"', ""));
const toSeconds = (time: string) => Math.floor(Date.parse(time) / 1000);

/** Evaluates the HTTP If-* headers, "absent" for a failed If-None-Match: *. */
function findFailedCondition(headers: IncomingHttpHeaders, prefix: string, entry: BlobEntry | undefined) {
  const value = (name: string) => getHeader(headers, `${prefix}${name}`);
  const [match, noneMatch] = [value("if-match"), value("if-none-match")];
  const [modified, unmodified] = [value("if-modified-since"), value("if-unmodified-since")];
  const matches = (list: string) =>
    entry !== undefined && (list === "*" || parseEtags(list).includes(entry.etag));
  const changed = entry && toSeconds(entry.modified);
  if (match !== undefined && !matches(match)) return "match";
  if (unmodified !== undefined && changed !== undefined && changed > toSeconds(unmodified)) return "match";
  if (noneMatch !== undefined && matches(noneMatch)) return noneMatch === "*" ? "absent" : "differ";
  if (modified !== undefined && changed !== undefined && changed <= toSeconds(modified)) return "differ";
  return undefined;
}

export function requireReadConditions(headers: IncomingHttpHeaders, entry: BlobEntry): void {
  const failed = findFailedCondition(headers, "", entry);
  if (failed) throw new StoreError(failed === "match" ? "ConditionNotMet" : "NotModified");
}

export function requireWriteConditions(headers: IncomingHttpHeaders, entry: BlobEntry | undefined): void {
  const errorCodes: Record<string, StoreErrorCode> = { absent: "BlobAlreadyExists" };
  const failed = findFailedCondition(headers, "", entry);
  if (failed) throw new StoreError(errorCodes[failed] ?? "ConditionNotMet");
}

export function requireSourceConditions(headers: IncomingHttpHeaders, source: BlobEntry): void {
  if (findFailedCondition(headers, "x-ms-source-", source)) throw new StoreError("ConditionNotMet");
}
