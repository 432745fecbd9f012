import type { IncomingHttpHeaders } from "node:http";
import { StoreError, type StoreErrorCode } from "./storeError.ts";
import type { StoredEntry } from "../blobs/storedEntry.ts";
import { headerOf } from "./storeRequest.ts";

const names = (value: string) =>
  value.split(",").map((etag) => etag.trim().replace(/^W\//, "").replaceAll('"', ""));
const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);

/** HTTP's If-… headers against a blob as it is: which of "must match" and "must differ" fails, if any. */
function failing(headers: IncomingHttpHeaders, prefix: string, entry: StoredEntry | undefined) {
  const value = (name: string) => headerOf(headers, `${prefix}${name}`);
  const [match, noneMatch] = [value("if-match"), value("if-none-match")];
  const [modified, unmodified] = [value("if-modified-since"), value("if-unmodified-since")];
  const isNamed = (list: string) => entry !== undefined && (list === "*" || names(list).includes(entry.etag));
  const changed = entry && seconds(entry.modified);
  if (match !== undefined && !isNamed(match)) return "match";
  if (unmodified !== undefined && changed !== undefined && changed > seconds(unmodified)) return "match";
  if (noneMatch !== undefined && isNamed(noneMatch)) return noneMatch === "*" ? "absent" : "differ";
  if (modified !== undefined && changed !== undefined && changed <= seconds(modified)) return "differ";
  return undefined;
}

/** Refuses a read whose conditions do not hold: with "not modified" where the reader has the blob already. */
export function requireReadConditions(headers: IncomingHttpHeaders, entry: StoredEntry): void {
  const failed = failing(headers, "", entry);
  if (failed) throw new StoreError(failed === "match" ? "ConditionNotMet" : "NotModified");
}

/** Refuses a write whose conditions do not hold. */
export function requireWriteConditions(headers: IncomingHttpHeaders, entry: StoredEntry | undefined): void {
  const refusals: Record<string, StoreErrorCode> = { absent: "BlobAlreadyExists" };
  const failed = failing(headers, "", entry);
  if (failed) throw new StoreError(refusals[failed] ?? "ConditionNotMet");
}

/** Refuses a copy when the conditions on its source do not hold. */
export function requireSourceConditions(headers: IncomingHttpHeaders, source: StoredEntry): void {
  if (failing(headers, "x-ms-source-", source)) throw new StoreError("ConditionNotMet");
}
