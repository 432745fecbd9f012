import {
  endpoints,
  fillPath,
  isList,
  rowsOf,
  totalOf,
  type Endpoint,
} from "../../../contract/wire/endpoints.ts";
import type { Account } from "../../../contract/generated/entities.ts";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import type { References } from "../../../contract/schema/references.ts";
import { messages } from "../../../contract/messages.ts";
import type { PortalConfig } from "./portalConfig.ts";
import { fetchOnceReady } from "./startingUp.ts";
import { VendorError, type RefusalBody } from "./vendorError.ts";

export interface CallOptions {
  /** Values for the `:name` parts of the path. */
  params?: Record<string, string>;
  /** What is asked for after the path's `?`. */
  query?: Record<string, string>;
  body?: JsonObject;
  headers?: Record<string, string>;
  /** The call goes on when the page that made it is left. */
  keepalive?: boolean;
}

/** A header that is sent where it has a value. */
export const optionalHeader = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

export interface VendorAnswer {
  rows: JsonObject[];
  /** How many there are, where only the first were asked for and the services tell. */
  total?: number | undefined;
  /** Version of what was read or saved, for If-Match. */
  etag: string | undefined;
}

export type Bases = Pick<PortalConfig, "authBaseUrl" | "middlewareBaseUrl">;

/**
 * Makes one vendor call. Throws VendorError for every status outside 200 to 299, when no answer came, and for an answer
 * that cannot be read: whatever its status, nothing is called saved, deleted or empty by it.
 */
export type VendorCall = (endpoint: Endpoint, options?: CallOptions) => Promise<VendorAnswer>;

/** What the calls and the resources are made of. */
export interface Surroundings {
  call: VendorCall;
  bases: Bases;
  references: () => Promise<References>;
  user: () => Account;
}

/** The only place that calls the vendor services. */
export function createVendorCall(bases: Bases, accessToken: () => string | undefined): VendorCall {
  return async (endpoint, { params, query, body, headers = {}, keepalive = false } = {}) => {
    const token = accessToken();
    const address = addressOf(bases, endpoint, params, query);
    const early = earlyAnswer(endpoint, address, token);
    if (early) return early;
    const response = await send(endpoint, address, {
      method: endpoint.method,
      headers: { ...jsonHeaders(body), ...tokenHeader(token), ...headers },
      body: body && JSON.stringify(body),
      ...(keepalive && { keepalive }),
    });
    // Of a session that another has followed since, which it must not end: as good as no answer.
    if (response.status === 401 && ![token, undefined].includes(accessToken()))
      throw new VendorError(messages.generic, 0);
    const text = await textOf(response);
    if (!response.ok) throw refusal(response.status, parsed(text));
    const content = contentOf(text, endpoint);
    return {
      rows: rowsOf(content),
      total: totalOf(content),
      etag: response.headers.get("etag") ?? undefined,
    };
  };
}

/** What was asked for before the code that wants it was there. */
const early = new Map<string, Promise<VendorAnswer>>();

const earlyKey = (address: string, token: string | undefined) => `${token} ${address}`;

/** A reading of which the answer will be wanted. */
export type EarlyCall = [endpoint: Endpoint, options?: Pick<CallOptions, "params" | "query">];

/** Milliseconds after which an answer that nobody wanted is old. */
const EARLY_FOR = 10_000;

/** Makes calls whose answers are given to whoever makes them next with the same token. */
export function callEarly(bases: Bases, token: string, calls: EarlyCall[]): void {
  const call = createVendorCall(bases, () => token);
  for (const [endpoint, options = {}] of calls) {
    const answer = call(endpoint, options);
    // Whoever is given it hears of a failure.
    answer.catch(() => undefined);
    early.set(earlyKey(addressOf(bases, endpoint, options.params, options.query), token), answer);
  }
  setTimeout(() => early.clear(), EARLY_FOR);
}

function earlyAnswer({ method }: Endpoint, address: string, token: string | undefined) {
  if (method !== "GET" || early.size === 0) return undefined;
  const key = earlyKey(address, token);
  const answer = early.get(key);
  early.delete(key);
  return answer;
}

export const addressOf = (
  bases: Bases,
  { base, path }: Endpoint,
  params?: Record<string, string>,
  query: Record<string, string> = {},
): string => {
  const asked = new URLSearchParams(query).toString();
  const from = base === "auth" ? bases.authBaseUrl : bases.middlewareBaseUrl;
  return from + fillPath(path, params) + (asked && `?${asked}`);
};

export const tokenHeader = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { "x-access-token": token };

const jsonHeaders = (body: JsonObject | undefined): Record<string, string> =>
  body === undefined ? {} : { "content-type": "application/json" };

const noAnswer = (cause: unknown) => new VendorError(messages.networkFailed, 0, {}, { cause });

async function send(endpoint: Endpoint, address: string, init: RequestInit): Promise<Response> {
  const mayRepeat = endpoint.method === "GET" || endpoint.path === endpoints.signIn.path;
  try {
    return await (mayRepeat ? fetchOnceReady(address, init) : fetch(address, init));
  } catch (cause) {
    throw noAnswer(cause);
  }
}

const textOf = (response: Response) =>
  response.text().catch((cause: unknown) => {
    throw noAnswer(cause);
  });

const UNREADABLE = Symbol("unreadable");

export function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return UNREADABLE;
  }
}

/** Some services answer a change with nothing; a reading has to answer something. */
function contentOf(text: string, endpoint: Endpoint) {
  const content = parsed(text);
  const isReadable =
    endpoint.method === "GET"
      ? typeof content === "object" && (!endpoint.list || isList(content))
      : content !== UNREADABLE;
  if (!isReadable) throw unreadable();
  return content;
}

/** A proxy's page, or an answer that was cut off: as a gateway says it, so that another try is offered. */
export const unreadable = () => new VendorError(messages.unreadable, 502);

export function refusal(status: number, content: unknown): VendorError {
  const body = typeof content === "object" && content !== null ? (content as RefusalBody) : {};
  const words: unknown = body.message;
  return new VendorError(typeof words === "string" ? words : messages.generic, status, body);
}
