import { isSignatureOf } from "./signature.ts";
import { StoreError } from "./storeError.ts";
import { headerOf, type StoreRequest } from "./storeRequest.ts";

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
export function requireSharedKey(request: StoreRequest, authorization: string, account: Account): void {
  const [, name, signature] = /^SharedKey ([^:]+):(\S+)$/.exec(authorization) ?? [];
  if (name !== account.name || !signature || !isRecent(request)) throw new StoreError("AuthenticationFailed");
  const holds = [inPlainOrder, inDotNetOrder].some((order) =>
    isSignatureOf(signature, stringToSign(request, account.name, order), account.key),
  );
  if (!holds) throw new StoreError("AuthenticationFailed");
}

function isRecent({ headers }: StoreRequest): boolean {
  const sent = Date.parse(headerOf(headers, "x-ms-date") ?? headerOf(headers, "date") ?? "");
  return Math.abs(Date.now() - sent) <= ALLOWED_CLOCK_SKEW;
}

type Order = (a: string, b: string) => number;

function stringToSign(request: StoreRequest, account: string, order: Order): string {
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
