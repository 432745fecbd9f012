import {
  endpoints,
  fillPath,
  isListAnswer,
  parseRows,
  type Endpoint,
} from "../../../contract/wire/endpoints.ts";
import type { Account } from "../../../contract/generated/entities.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { References } from "../../../contract/schema/references.ts";
import { messages } from "../../../contract/messages.ts";
import { readCapabilities, type Capabilities, type CapabilitySettings } from "../capabilities.ts";
import type { PortalConfig } from "./portalConfig.ts";
import { takeEarlyCall } from "./earlyCalls.ts";
import { fetchWithRetry } from "./fetchWithRetry.ts";
import { ApiError, type ApiErrorBody } from "./apiError.ts";
import type { VendorResponse } from "./vendorResponse.ts";

export interface CallOptions {
  /** Values for the `:name` parts of the path. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: JsonObject;
  headers?: Record<string, string>;
  /** Lets the call finish after the page is closed. */
  keepalive?: boolean;
  /** Returned as it is if its ETag is still current, so that polls do not parse and render the same list again. */
  previous?: VendorResponse | undefined;
}

export const buildOptionalHeader = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

export type BaseUrls = Pick<PortalConfig, "authBaseUrl" | "middlewareBaseUrl">;

/**
 * A GET that the services do not offer returns no rows, without a request.
 *
 * @throws ApiError for a status outside 200 to 299, a network error, or an unreadable response of any status
 */
export type VendorCall = (endpoint: Endpoint, options?: CallOptions) => Promise<VendorResponse>;

export interface CallContext {
  call: VendorCall;
  baseUrls: BaseUrls;
  capabilities: Capabilities;
  getReferences: () => Promise<References>;
  getUser: () => Account;
}

export type ServiceConfig = BaseUrls & CapabilitySettings;

export const NO_ROWS: VendorResponse = { rows: [], etag: undefined };

export function createVendorCall(config: ServiceConfig, accessToken: () => string | undefined): VendorCall {
  const capabilities = Object.entries(readCapabilities(config));
  const missingGets = new Set<Endpoint>(
    capabilities
      .filter(([, isOffered]) => !isOffered)
      .map(([name]) => endpoints[name as keyof Capabilities])
      .filter(({ method }) => method === "GET"),
  );
  return async (endpoint, { params, query, body, headers = {}, keepalive = false, previous } = {}) => {
    if (missingGets.has(endpoint)) return NO_ROWS;
    const token = accessToken();
    const url = buildUrl(config, endpoint, params, query);
    const early = endpoint.method === "GET" ? takeEarlyCall(url, token) : undefined;
    if (early) return early;
    const response = await send(endpoint, url, {
      method: endpoint.method,
      headers: { ...buildJsonHeaders(body), ...buildTokenHeader(token), ...headers },
      body: body && JSON.stringify(body),
      ...(keepalive && { keepalive }),
    });
    // A 401 for an old token must not end the new session.
    if (response.status === 401 && ![token, undefined].includes(accessToken()))
      throw new ApiError(messages.generic, 0);
    const etag = response.headers.get("etag") ?? undefined;
    if (response.ok && previous?.etag !== undefined && previous.etag === etag) {
      void response.body?.cancel();
      return previous;
    }
    const text = await readText(response);
    if (!response.ok) throw createApiError(response.status, parseJson(text));
    const content = parseContent(text, endpoint);
    const { numberMatched } = (content ?? {}) as { numberMatched?: number };
    return { rows: parseRows(content), etag, nextCursor: parseNextCursor(response), numberMatched };
  };
}

/** The parameter `after` of the URL in the Link header. */
function parseNextCursor({ headers }: Response): string | undefined {
  const query = /^<[^>?]*\?([^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  return new URLSearchParams(query).get("after") ?? undefined;
}

export const buildUrl = (
  baseUrls: BaseUrls,
  { base, path }: Endpoint,
  params?: Record<string, string>,
  query: Record<string, string> = {},
): string => {
  const queryString = new URLSearchParams(query).toString();
  const baseUrl = base === "auth" ? baseUrls.authBaseUrl : baseUrls.middlewareBaseUrl;
  return baseUrl + fillPath(path, params) + (queryString && `?${queryString}`);
};

export const buildTokenHeader = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { "x-access-token": token };

const buildJsonHeaders = (body: JsonObject | undefined): Record<string, string> =>
  body === undefined ? {} : { "content-type": "application/json" };

const createNetworkError = (cause: unknown) => new ApiError(messages.networkFailed, 0, {}, { cause });

async function send(endpoint: Endpoint, url: string, init: RequestInit): Promise<Response> {
  const canRepeat = endpoint.method === "GET" || endpoint.path === endpoints.signIn.path;
  try {
    return await (canRepeat ? fetchWithRetry(url, init) : fetch(url, init));
  } catch (cause) {
    throw createNetworkError(cause);
  }
}

const readText = (response: Response) =>
  response.text().catch((cause: unknown) => {
    throw createNetworkError(cause);
  });

const UNREADABLE = Symbol("unreadable");

export function parseJson(text: string): unknown {
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return UNREADABLE;
  }
}

/** Some services send an empty body for a change. A GET must return content. */
function parseContent(text: string, endpoint: Endpoint) {
  const content = parseJson(text);
  const isReadable =
    endpoint.method === "GET"
      ? typeof content === "object" && (!endpoint.returnsList || isListAnswer(content))
      : content !== UNREADABLE;
  if (!isReadable) throw createUnreadableError();
  return content;
}

/** For a proxy's page or a truncated response. Status 502, so that the portal offers Retry. */
export const createUnreadableError = () => new ApiError(messages.unreadableResponse, 502);

export function createApiError(status: number, content: unknown): ApiError {
  const body = typeof content === "object" && content !== null ? (content as ApiErrorBody) : {};
  const message: unknown = body.message;
  return new ApiError(typeof message === "string" ? message : messages.generic, status, body);
}
