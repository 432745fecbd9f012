import { createHmac, timingSafeEqual } from "node:crypto";
import { StoreError } from "./storeError.ts";
import { headerOf, type StoreRequest } from "./storeRequest.ts";

/** What an operation asks of a caller: any of these shared-access permissions, any at all, or the account's own key. */
export type Needed = readonly ("r" | "w" | "c" | "d" | "l")[] | "any" | "key";

export interface Caller {
  holdsKey: boolean;
  /** False for shared access that may create blobs and not replace them. */
  mayReplace: boolean;
}

/** Decides whether a request may do what it asks. There is no access without a signature. */
export function authorize(request: StoreRequest, needed: Needed, account: Account): Caller {
  const authorization = headerOf(request.headers, "authorization");
  if (authorization !== undefined) {
    requireSharedKey(request, authorization, account);
    return { holdsKey: true, mayReplace: true };
  }
  if (!request.query.has("sig")) throw new StoreError("NoAuthenticationInformation");
  const { container, blob, query, method } = request;
  // Clients look whether the folder they are to write into is there.
  const onlyDescribed = blob !== undefined && method === "HEAD";
  const target = { container, blob, prefix: query.get("prefix"), onlyDescribed };
  const permissions = permissionsOf(request, target, account);
  if (needed === "key") throw new StoreError("AuthorizationFailure");
  if (needed !== "any" && !needed.some((permission) => permissions.has(permission)))
    throw new StoreError("AuthorizationPermissionMismatch");
  return { holdsKey: false, mayReplace: permissions.has("w") };
}

export interface Account {
  name: string;
  /** Base64. */
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
const ALLOWED_CLOCK_SKEW = 15 * 60 * 1000;

/** Refuses a request that the account's key did not sign, or that was signed long ago. */
function requireSharedKey(request: StoreRequest, authorization: string, account: Account): void {
  const [, name, signature] = /^SharedKey ([^:]+):(\S+)$/.exec(authorization) ?? [];
  if (name !== account.name || !signature || !isRecent(request)) throw new StoreError("AuthenticationFailed");
  const holds = [inPlainOrder, inDotNetOrder].some((order) =>
    isSignatureOf(signature, textOfRequest(request, account.name, order), account.key),
  );
  if (!holds) throw new StoreError("AuthenticationFailed");
}

function isRecent({ headers }: StoreRequest): boolean {
  const sent = Date.parse(headerOf(headers, "x-ms-date") ?? headerOf(headers, "date") ?? "");
  return Math.abs(Date.now() - sent) <= ALLOWED_CLOCK_SKEW;
}

type Order = (a: string, b: string) => number;

function textOfRequest(request: StoreRequest, account: string, order: Order): string {
  const values = SIGNED_HEADERS.map((name) => signedValue(request, name));
  return [request.method, ...values, ...headerLines(request, order), ...resourceLines(request, account)].join(
    "\n",
  );
}

function signedValue({ headers }: StoreRequest, name: string): string {
  const value = headerOf(headers, name) ?? "";
  if (name === "content-length" && value === "0") return "";
  // Where the protocol's own date header is sent, the plain one is not part of the signature.
  return name === "date" && headers["x-ms-date"] ? "" : value;
}

const headerLines = ({ headers }: StoreRequest, order: Order) =>
  Object.keys(headers)
    .filter((name) => name.startsWith("x-ms-"))
    .sort(order)
    .map((name) => `${name}:${headerOf(headers, name)!.trim()}`);

/** The account stands twice: once for itself, once as the first segment of the path. */
function resourceLines({ path, query }: StoreRequest, account: string): string[] {
  const parameters = [...query].map(([name, value]) => [name.toLowerCase(), value] as const);
  parameters.sort(([a], [b]) => inPlainOrder(a, b));
  return [`/${account}${path}`, ...parameters.map(([name, value]) => `${name}:${value}`)];
}

const inPlainOrder: Order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Some clients sort as .NET does, which looks past hyphens and puts the underscore first. */
const inDotNetOrder: Order = (a, b) => inPlainOrder(dotNetKey(a), dotNetKey(b)) || inPlainOrder(a, b);
const dotNetKey = (name: string) => name.replaceAll("-", "").replaceAll("_", "!");

/** What shared access is asked to reach: a blob, or the prefix of a list, in a container. */
interface AccessTarget {
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
  const text = textOfGrant(query, version, resource);
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

function textOfGrant(query: Map<string, string>, version: string, resource: string): string {
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

/**
 * Whether a signature is that of a text. It must be the one canonical base64 writing of its bytes (lenient decoding
 * would take altered text for the same signature), and is compared in constant time.
 */
function isSignatureOf(signature: string, text: string, accountKey: string): boolean {
  const given = Buffer.from(signature, "base64");
  if (given.toString("base64") !== signature) return false;
  const expected = createHmac("sha256", Buffer.from(accountKey, "base64")).update(text, "utf8").digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
