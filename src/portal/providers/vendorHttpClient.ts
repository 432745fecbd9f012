import type { Dialect, Row } from "./dialect.ts";
import { parseRestCall, type RestCall } from "./restCall.ts";

/** Plays the simple-rest server: takes its requests, asks the vendor services through a dialect, answers in its format. */
export function createVendorHttpClient(dialects: Record<string, Dialect>) {
  return async (url: string, options?: RequestInit) => {
    const call = parseRestCall(url, options);
    const perform = dialects[call.resource]?.[call.verb] as
      ((call: RestCall) => Promise<Row | Row[]>) | undefined;
    if (!perform) throw new Error(`The vendor services have no ${call.verb} for "${call.resource}"`);
    const answer = await perform(call);
    if (call.verb !== "getList") return answerWith(answer, new Headers());
    const { page, total } = pageOf(answer as Row[], call);
    return answerWith(page, new Headers({ "Content-Range": `${call.resource} */${total}` }));
  };
}

const answerWith = (json: Row | Row[], headers: Headers) => ({ status: 200, headers, body: "", json });

/** The services answer whole lists in their own order; paging is ours. Filtering and sorting belong to the screens. */
function pageOf(rows: Row[], { range: [first, last] }: Extract<RestCall, { verb: "getList" }>) {
  return { page: rows.slice(first, last + 1), total: rows.length };
}
