import type { Account } from "./sharedKey.ts";
import { isSignatureOf } from "./signature.ts";
import { StoreError } from "./storeError.ts";
import type { StoreRequest } from "./storeRequest.ts";

/** What shared access is asked to reach: a blob, or the prefix of a list, in a container. */
export interface AccessTarget {
  container: string | undefined;
  blob?: string | undefined;
  prefix?: string | undefined;
  /** Only whether it is there, and what it is, is asked: that may be asked of a granted directory itself too. */
  onlyDescribed?: boolean;
}

type Asking = Pick<StoreRequest, "query" | "protocol" | "ip">;

const OLDEST_VERSION = "2018-11-09";
const VERSION_WITH_ENCRYPTION_SCOPE = "2020-12-06";
const OVERRIDES = ["rscc", "rscd", "rsce", "rscl", "rsct"];

/**
 * The permissions ("racwdlm" ...) that a shared-access query carries for a target. Refused when the signature was not
 * made with the account's key for a place that holds the target, or when times, address or protocol do not fit.
 */
export function permissionsOf(asking: Asking, target: AccessTarget, account: Account): Set<string> {
  const { query } = asking;
  const version = query.get("sv") ?? "";
  if (!/^\d{4}-\d\d-\d\d$/.test(version) || version < OLDEST_VERSION)
    throw new StoreError("AuthenticationFailed");
  // Stored policies are not kept here, so nothing can be granted by naming one.
  if (query.get("si")) throw new StoreError("AuthenticationFailed");
  const resource = grantedResource(query, target, account.name);
  const text = stringToSign(query, version, resource);
  if (!isSignatureOf(query.get("sig") ?? "", text, account.key)) throw new StoreError("AuthenticationFailed");
  requireTimes(query);
  requireCircumstances(asking);
  return new Set(query.get("sp") ?? "");
}

/** The signed name of the place that is granted: it must be, or hold, the target. */
function grantedResource(query: Map<string, string>, target: AccessTarget, account: string): string {
  const container = `/blob/${account}/${target.container ?? ""}`;
  if (!target.container) throw new StoreError("AuthorizationFailure");
  switch (query.get("sr")) {
    case "c":
      return container;
    case "b":
      if (target.blob === undefined) throw new StoreError("AuthorizationFailure");
      return `${container}/${target.blob}`;
    case "d":
      return `${container}/${directoryOf(target, query.get("sdd") ?? "")}`;
    default:
      throw new StoreError("AuthenticationFailed");
  }
}

/**
 * The first segments of the target, as many as the grant is deep. The target must go on below them: the directory's
 * own name, or a prefix that other directories share, is not inside it; nor is a path that other readers would take
 * out of it again.
 */
function directoryOf({ blob, prefix, onlyDescribed }: AccessTarget, depth: string): string {
  const segments = (blob ?? prefix ?? "").split("/");
  const isInside = /^[1-9]\d?$/.test(depth) && segments.length + (onlyDescribed ? 1 : 0) > Number(depth);
  if (!isInside || segments.some((segment) => segment === "." || segment === ".."))
    throw new StoreError("AuthorizationFailure");
  return segments.slice(0, Number(depth)).join("/");
}

function stringToSign(query: Map<string, string>, version: string, resource: string): string {
  const value = (name: string) => query.get(name) ?? "";
  const scope = version >= VERSION_WITH_ENCRYPTION_SCOPE ? [value("ses")] : [];
  return [
    ...[value("sp"), value("st"), value("se"), resource, value("si"), value("sip"), value("spr"), version],
    ...[value("sr"), "", ...scope, ...OVERRIDES.map(value)],
  ].join("\n");
}

function requireTimes(query: Map<string, string>): void {
  const start = query.get("st");
  const now = Date.now();
  // A time that cannot be read is no number and fits no comparison.
  if (start && !(Date.parse(start) <= now)) throw new StoreError("AuthenticationFailed");
  if (!(Date.parse(query.get("se") ?? "") > now)) throw new StoreError("AuthenticationFailed");
}

function requireCircumstances({ query, protocol, ip }: Asking): void {
  const protocols = query.get("spr");
  if (protocols && !protocols.split(",").includes(protocol))
    throw new StoreError("AuthorizationProtocolMismatch");
  const range = query.get("sip");
  if (range && !isAddressIn(ip, range)) throw new StoreError("AuthorizationSourceIPMismatch");
}

function isAddressIn(ip: string, range: string): boolean {
  const [first = "", last = first] = range.split("-");
  const [address, low, high] = [ip.replace(/^::ffff:/, ""), first, last].map(addressNumber);
  return low! <= address! && address! <= high!;
}

/** An IPv4 address as a number; anything else as none, which lies in no range. */
function addressNumber(address: string): number {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return Number.NaN;
  return address.split(".").reduce((number, byte) => number * 256 + Number(byte), 0);
}
