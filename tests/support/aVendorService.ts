import type { Endpoint } from "../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { CallOptions, VendorResponse, VendorCall } from "../../src/portal/providers/calls/vendorCall.ts";

export interface Asked extends CallOptions {
  path: string;
}

type Said = JsonObject[] | Partial<VendorResponse> | Error;

/** A function may take its time. */
type Answer = Said | ((options: CallOptions) => Said | Promise<Said>);

/** The network edge of the portal: answers by path, and a list of what was asked. An unknown path is a fault. */
export function aVendorService(answers: Record<string, Answer>) {
  const asked: Asked[] = [];
  const call: VendorCall = async (endpoint: Endpoint, options: CallOptions = {}) => {
    asked.push({ ...options, path: endpoint.path });
    const known = answers[endpoint.path];
    if (known === undefined) throw new Error(`Nobody said what ${endpoint.path} answers`);
    const answer = typeof known === "function" ? await known(options) : known;
    if (answer instanceof Error) throw answer;
    return { rows: [], etag: undefined, ...(Array.isArray(answer) ? { rows: answer } : answer) };
  };
  return { call, asked, askedFor: (path: string) => asked.filter((one) => one.path === path) };
}
