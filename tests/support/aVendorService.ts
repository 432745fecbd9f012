import type { Endpoint } from "../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { CallOptions, VendorCall } from "../../src/portal/providers/calls/vendorCall.ts";
import type { VendorResponse } from "../../src/portal/providers/calls/vendorResponse.ts";

export interface ReceivedCall extends CallOptions {
  path: string;
}

type FakeResult = JsonObject[] | Partial<VendorResponse> | Error;

type FakeAnswer = FakeResult | ((options: CallOptions) => FakeResult | Promise<FakeResult>);

/** Fakes the vendor services: answers calls by path and records them. Throws on a path without an answer. */
export function aVendorService(answers: Record<string, FakeAnswer>) {
  const asked: ReceivedCall[] = [];
  const call: VendorCall = async (endpoint: Endpoint, options: CallOptions = {}) => {
    asked.push({ ...options, path: endpoint.path });
    const known = answers[endpoint.path];
    if (known === undefined)
      throw new Error(`Add an answer for ${endpoint.path} to the test, or to portalNetwork.ts`);
    const answer = typeof known === "function" ? await known(options) : known;
    if (answer instanceof Error) throw answer;
    const response = { rows: [], etag: undefined, ...(Array.isArray(answer) ? { rows: answer } : answer) };
    const { previous } = options;
    return previous?.etag !== undefined && previous.etag === response.etag ? previous : response;
  };
  return { call, asked, askedFor: (path: string) => asked.filter((one) => one.path === path) };
}
