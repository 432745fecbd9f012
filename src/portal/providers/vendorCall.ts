import { fillPath, rowsOf, type Endpoint } from "../../contract/endpoints.ts";
import type { Bag } from "../../contract/fields.ts";
import { messages } from "../../contract/messages.ts";
import { createAnswerMemory } from "./answerMemory.ts";
import { earlyCalls } from "./earlyCalls.ts";
import { VendorError, type RefusalBody } from "./vendorError.ts";

export interface CallOptions {
  /** Values for the `:name` parts of the path. */
  params?: Record<string, string>;
  body?: Bag;
  headers?: Record<string, string>;
}

export interface VendorAnswer {
  rows: Bag[];
  /** Version of what was read or saved, for If-Match. */
  etag: string | undefined;
}

export interface Bases {
  authBaseUrl: string;
  middlewareBaseUrl: string;
}

/** Makes one vendor call. Throws VendorError for every status outside 200 to 299, and when no answer came. */
export type VendorCall = (endpoint: Endpoint, options?: CallOptions) => Promise<VendorAnswer>;

/**
 * The only place that touches `fetch` for the vendor services. What is read again and has the version it had is not
 * parsed again: its answer is the same object.
 */
export function createVendorCall(bases: Bases, accessToken: () => string | undefined): VendorCall {
  const known = createAnswerMemory();
  return async (endpoint, { params, body, headers = {} } = {}) => {
    const address = addressOf(bases, endpoint, params);
    const token = accessToken();
    const response = await send(address, token, {
      method: endpoint.method,
      headers: { ...jsonHeaders(body), ...tokenHeader(token), ...headers },
      body: body && JSON.stringify(body),
    });
    const etag = response.headers.get("etag") ?? undefined;
    const isReading = endpoint.method === "GET" && response.ok;
    const same = isReading ? known.recall(address, etag) : undefined;
    if (same) {
      void response.body?.cancel();
      return same;
    }
    const content = await contentOf(response);
    if (!response.ok) throw refusal(response.status, content as RefusalBody | undefined);
    const answer = { rows: rowsOf(content), etag };
    if (isReading) known.keep(address, answer);
    return answer;
  };
}

export const addressOf = (bases: Bases, { base, path }: Endpoint, params?: Record<string, string>): string =>
  (base === "auth" ? bases.authBaseUrl : bases.middlewareBaseUrl) + fillPath(path, params);

export const tokenHeader = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { "x-access-token": token };

const jsonHeaders = (body: Bag | undefined): Record<string, string> =>
  body === undefined ? {} : { "content-type": "application/json" };

async function send(address: string, token: string | undefined, init: RequestInit): Promise<Response> {
  try {
    const early = init.method === "GET" ? earlyCalls.take(address, token) : undefined;
    return await (early ?? fetch(address, init));
  } catch (cause) {
    throw new VendorError(messages.networkFailed, 0, {}, { cause });
  }
}

/** Some services answer nothing, or text: then there are no rows. */
async function contentOf(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new VendorError(messages.networkFailed, 0, {}, { cause });
  });
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function refusal(status: number, body: RefusalBody = {}): VendorError {
  return new VendorError(body.message ?? messages.generic, status, body);
}
