import { vi } from "vitest";
import { endpoints, toFeatureCollection, type Endpoint } from "../../src/contract/wire/endpoints.ts";
import type { PortalConfig } from "../../src/portal/providers/calls/portalConfig.ts";
import { ApiError } from "../../src/portal/providers/calls/apiError.ts";
import { aVendorService } from "./aVendorService.ts";
import { draftService } from "./draftService.ts";
import { wireReferences } from "./wireReferences.ts";

export const aConfig = (overrides: Partial<PortalConfig> = {}): PortalConfig => ({
  authBaseUrl: "/api",
  middlewareBaseUrl: "/api",
  documentationUrl: "https://docs.example.com/portal",
  supportEmail: "support@example.com",
  refreshInterval: 60_000,
  ...overrides,
});

export type Answers = Parameters<typeof aVendorService>[0];

/**
 * Replaces `fetch`: answers the configuration and the vendor calls by path. The four reference lists, the user's
 * contact, the mail settings and the drafts have default answers. An ApiError with status 0 is a connection error.
 */
export function portalNetwork(answers: Answers = {}, config = aConfig()) {
  const service = aVendorService({
    ...wireReferences(),
    ...defaultAnswers,
    ...draftService.answers,
    ...answers,
  });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}): Promise<Response> => {
    if (address.endsWith("config.json")) return Response.json(config);
    const [path = "", search] = address.slice(config.middlewareBaseUrl.length).split("?");
    const [endpoint, params] = findEndpoint(path, init.method);
    const query = search === undefined ? {} : { query: Object.fromEntries(new URLSearchParams(search)) };
    const headers = init.headers as Record<string, string>;
    try {
      const body = init.body ? JSON.parse(String(init.body)) : undefined;
      const { rows, etag, nextCursor, numberMatched } = await service.call(endpoint, {
        ...{ params, headers, body, ...query },
      });
      const content = numberMatched === undefined ? rows : { ...toFeatureCollection(rows), numberMatched };
      const link = nextCursor && { link: `<${path}?after=${encodeURIComponent(nextCursor)}>; rel="next"` };
      return Response.json(content, { headers: { ...(etag && { etag }), ...link } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 0) throw new TypeError("Failed to fetch", { cause: error });
      return Response.json({ message: error.message, ...error.body }, { status: error.status });
    }
  });
  return service;
}

const defaultAnswers = {
  [endpoints.checkIdentifier.path]: [],
  [endpoints.getContact.path]: [{ contact_id: 1, first_name: "Vera", last_name: "Delgado" }],
  [endpoints.getMailSettings.path]: [{ frequency: "at once", address: "vera@example.com", sends_mail: true }],
  [endpoints.getReviewDesk.path]: [],
  [endpoints.countUnread.path]: [],
  [endpoints.groupedFigures.path]: [],
  [endpoints.listVendors.path]: [],
  [endpoints.listReviewers.path]: [],
  [endpoints.recordNeighbors.path]: [],
};

function findEndpoint(path: string, method = "GET"): [Endpoint, Record<string, string>] {
  for (const endpoint of Object.values(endpoints)) {
    const pattern = new RegExp(`^${endpoint.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
    const found = pattern.exec(path);
    if (found && endpoint.method === method) return [endpoint, decodeParams(found.groups)];
  }
  throw new Error(`The vendor services have no ${method} ${path}`);
}

const decodeParams = (groups: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
