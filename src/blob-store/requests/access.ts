import { createHmac, timingSafeEqual } from "node:crypto";
import { StoreError } from "./storeError.ts";
import { getHeader, type StoreRequest } from "./storeRequest.ts";

/** One of these SAS permissions, any SAS token, or the account key. */
export type RequiredPermission = readonly ("r" | "w" | "c" | "d" | "l")[] | "any" | "key";

export interface Caller {
  hasAccountKey: boolean;
  canOverwrite: boolean;
}

/** @throws StoreError if the request has no valid signature or not the required permission */
export function authorize(request: StoreRequest, required: RequiredPermission, account: Account): Caller {
  const authorization = getHeader(request.headers, "authorization");
  if (authorization !== undefined) {
    requireSharedKey(request, authorization, account);
    return { hasAccountKey: true, canOverwrite: true };
  }
  if (!request.query.has("sig")) throw new StoreError("NoAuthenticationInformation");
  const { container, blob, query, method } = request;
  // Clients check that the folder of a SAS token exists.
  const isPropertiesRequest = blob !== undefined && method === "HEAD";
  const target = { container, blob, prefix: query.get("prefix"), onlyDescribed: isPropertiesRequest };
  const permissions = getSasPermissions(request, target, account);
  if (required === "key") throw new StoreError("AuthorizationFailure");
  if (required !== "any" && !required.some((permission) => permissions.has(permission)))
    throw new StoreError("AuthorizationPermissionMismatch");
  return { hasAccountKey: false, canOverwrite: permissions.has("w") };
}

export interface Account {
  name: string;
  key: string;
}

const SIGNED_HEADERS = [
  "content-encoding",
  "content-language",
  "content-length",
  "content-md5",
  "content-type",
  "date",
  "if-modified-since",
  "if-match",
  "if-none-match",
  "if-unmodified-since",
  "range",
];
const MAX_CLOCK_SKEW_MS = 15 * 60 * 1000;

function requireSharedKey(request: StoreRequest, authorization: string, account: Account): void {
  const [, name, signature] = /^SharedKey ([^:]+):(\S+)$/.exec(authorization) ?? [];
  if (name !== account.name || !signature || !isRecent(request)) throw new StoreError("AuthenticationFailed");
  const isValid = [compareOrdinal, compareLikeDotNet].some((order) =>
    isValidSignature(signature, buildStringToSign(request, account.name, order), account.key),
  );
  if (!isValid) throw new StoreError("AuthenticationFailed");
}

function isRecent({ headers }: StoreRequest): boolean {
  const sent = Date.parse(getHeader(headers, "x-ms-date") ?? getHeader(headers, "date") ?? "");
  return Math.abs(Date.now() - sent) <= MAX_CLOCK_SKEW_MS;
}

type Comparator = (a: string, b: string) => number;

function buildStringToSign(request: StoreRequest, account: string, order: Comparator): string {
  const values = SIGNED_HEADERS.map((name) => getSignedHeader(request, name));
  return [
    request.method,
    ...values,
    ...buildHeaderLines(request, order),
    ...buildResourceLines(request, account),
  ].join("\n");
}

function getSignedHeader({ headers }: StoreRequest, name: string): string {
  const value = getHeader(headers, name) ?? "";
  if (name === "content-length" && value === "0") return "";
  // The x-ms-date header replaces Date in the signature.
  return name === "date" && headers["x-ms-date"] ? "" : value;
}

const buildHeaderLines = ({ headers }: StoreRequest, order: Comparator) =>
  Object.keys(headers)
    .filter((name) => name.startsWith("x-ms-"))
    .sort(order)
    .map((name) => `${name}:${getHeader(headers, name)!.trim()}`);

/** The account appears twice: the first segment of the path is also the account. */
function buildResourceLines({ path, query }: StoreRequest, account: string): string[] {
  const parameters = [...query].map(([name, value]) => [name.toLowerCase(), value] as const);
  parameters.sort(([a], [b]) => compareOrdinal(a, b));
  return [`/${account}${path}`, ...parameters.map(([name, value]) => `${name}:${value}`)];
}

const compareOrdinal: Comparator = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Some clients sort as .NET does: it ignores hyphens and sorts the underscore first. */
const compareLikeDotNet: Comparator = (a, b) =>
  compareOrdinal(dotNetKey(a), dotNetKey(b)) || compareOrdinal(a, b);
const dotNetKey = (name: string) => name.replaceAll("-", "").replaceAll("_", "!");

interface AccessTarget {
  container: string | undefined;
  blob?: string | undefined;
  prefix?: string | undefined;
  /** A HEAD request, which is also allowed for the granted directory itself. */
  onlyDescribed?: boolean;
}

type SasRequest = Pick<StoreRequest, "query" | "protocol" | "ip">;

const MIN_SAS_VERSION = "2018-11-09";
const FIRST_VERSION_WITH_ENCRYPTION_SCOPE = "2020-12-06";
const OVERRIDE_PARAMETERS = ["rscc", "rscd", "rsce", "rscl", "rsct"];

/**
 * Returns the permissions of a SAS token ("racwdlm" ...).
 *
 * @throws StoreError if its signature, resource, period, IP range or protocol do not match
 */
export function getSasPermissions(
  sasRequest: SasRequest,
  target: AccessTarget,
  account: Account,
): Set<string> {
  const { query } = sasRequest;
  const version = query.get("sv") ?? "";
  if (!/^\d{4}-\d\d-\d\d$/.test(version) || version < MIN_SAS_VERSION)
    throw new StoreError("AuthenticationFailed");
  // Stored access policies are not supported.
  if (query.get("si")) throw new StoreError("AuthenticationFailed");
  const resource = getSignedResource(query, target, account.name);
  const text = buildSasStringToSign(query, version, resource);
  if (!isValidSignature(query.get("sig") ?? "", text, account.key))
    throw new StoreError("AuthenticationFailed");
  requireValidPeriod(query);
  requireProtocolAndIp(sasRequest);
  return new Set(query.get("sp") ?? "");
}

/** Canonicalized name of the granted resource, which must be or contain the target. */
function getSignedResource(query: Map<string, string>, target: AccessTarget, account: string): string {
  const container = `/blob/${account}/${target.container ?? ""}`;
  if (!target.container) throw new StoreError("AuthorizationFailure");
  switch (query.get("sr")) {
    case "c":
      return container;
    case "b":
      if (target.blob === undefined) throw new StoreError("AuthorizationFailure");
      return `${container}/${target.blob}`;
    case "d":
      return `${container}/${getSignedDirectory(target, query.get("sdd") ?? "")}`;
    default:
      throw new StoreError("AuthenticationFailed");
  }
}

/**
 * Returns the first `depth` segments of the target. The target must be inside that directory: its own name, a shared
 * prefix of several directories, and paths with "." or ".." are not.
 */
function getSignedDirectory({ blob, prefix, onlyDescribed }: AccessTarget, depth: string): string {
  const segments = (blob ?? prefix ?? "").split("/");
  const isInside = /^[1-9]\d?$/.test(depth) && segments.length + (onlyDescribed ? 1 : 0) > Number(depth);
  if (!isInside || segments.some((segment) => segment === "." || segment === ".."))
    throw new StoreError("AuthorizationFailure");
  return segments.slice(0, Number(depth)).join("/");
}

function buildSasStringToSign(query: Map<string, string>, version: string, resource: string): string {
  const value = (name: string) => query.get(name) ?? "";
  const scope = version >= FIRST_VERSION_WITH_ENCRYPTION_SCOPE ? [value("ses")] : [];
  return [
    ...[value("sp"), value("st"), value("se"), resource, value("si"), value("sip"), value("spr"), version],
    ...[value("sr"), "", ...scope, ...OVERRIDE_PARAMETERS.map(value)],
  ].join("\n");
}

function requireValidPeriod(query: Map<string, string>): void {
  const start = query.get("st");
  const now = Date.now();
  // An invalid date is NaN, and no comparison with NaN is true.
  if (start && !(Date.parse(start) <= now)) throw new StoreError("AuthenticationFailed");
  if (!(Date.parse(query.get("se") ?? "") > now)) throw new StoreError("AuthenticationFailed");
}

function requireProtocolAndIp({ query, protocol, ip }: SasRequest): void {
  const protocols = query.get("spr");
  if (protocols && !protocols.split(",").includes(protocol))
    throw new StoreError("AuthorizationProtocolMismatch");
  const range = query.get("sip");
  if (range && !isIpInRange(ip, range)) throw new StoreError("AuthorizationSourceIPMismatch");
}

function isIpInRange(ip: string, range: string): boolean {
  const [first = "", last = first] = range.split("-");
  const [address, low, high] = [ip.replace(/^::ffff:/, ""), first, last].map(ipToNumber);
  return low! <= address! && address! <= high!;
}

/** NaN for anything but an IPv4 address, which is in no range. */
function ipToNumber(address: string): number {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return Number.NaN;
  return address.split(".").reduce((number, byte) => number * 256 + Number(byte), 0);
}

/** Requires canonical base64, since lenient decoding accepts altered signatures. Compares in constant time. */
function isValidSignature(signature: string, text: string, accountKey: string): boolean {
  const actual = Buffer.from(signature, "base64");
  if (actual.toString("base64") !== signature) return false;
  const expected = createHmac("sha256", Buffer.from(accountKey, "base64")).update(text, "utf8").digest();
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
