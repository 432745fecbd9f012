import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { JsonObject } from "../../contract/schema/fields.ts";

/** Hash of an empty style element: the styling library puts one into the page and fills it by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** What the portal opens as a page of its own and never calls. */
const ONLY_LINKED = ["documentationUrl"];

/**
 * Headers that keep the portal's pages to themselves: scripts and styles of this server only, nothing evaluated;
 * calls and previews also from the store and from services that the portal's configuration names.
 */
export function securityHeaders(storeOrigins: string[], portal: JsonObject): FastifyHelmetOptions {
  const named = Object.entries(portal).filter(([name]) => !ONLY_LINKED.includes(name));
  const others = named.flatMap(([, value]) => originOf(value));
  const files = ["'self'", ...new Set([...storeOrigins, ...others])];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "script-src-attr": ["'none'"],
        "style-src": ["'self'", EMPTY_STYLE],
        "connect-src": files,
        "img-src": [...files, "data:"],
        "frame-src": files,
        "font-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'self'"],
      },
    },
    referrerPolicy: { policy: "same-origin" },
    // Other servers of the same domain decide for themselves.
    strictTransportSecurity: { includeSubDomains: false },
  };
}

function originOf(value: unknown): string[] {
  if (typeof value !== "string" || !/^https?:/.test(value) || !URL.canParse(value)) return [];
  return [new URL(value).origin];
}
