import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { JsonObject } from "../../contract/json.ts";

/** Hash of an empty style element: Emotion adds one to the page and fills it by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The portal only links to these addresses and sends no requests to them. */
const LINK_ONLY_SETTINGS = ["documentationUrl"];

/**
 * Allows scripts and styles from this server only, and requests and previews also from the store and from the services in
 * the portal's configuration.
 */
export function buildSecurityHeaders(storeOrigins: string[], portal: JsonObject): FastifyHelmetOptions {
  const services = Object.entries(portal).filter(([name]) => !LINK_ONLY_SETTINGS.includes(name));
  const serviceOrigins = services.flatMap(([, value]) => listOrigin(value));
  const sources = ["'self'", ...new Set([...storeOrigins, ...serviceOrigins])];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "worker-src": ["'self'"],
        "script-src-attr": ["'none'"],
        "style-src": ["'self'", EMPTY_STYLE],
        "connect-src": sources,
        "img-src": [...sources, "data:"],
        "frame-src": sources,
        "font-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'self'"],
      },
    },
    referrerPolicy: { policy: "same-origin" },
    // Other servers of the domain may not support HTTPS.
    strictTransportSecurity: { includeSubDomains: false },
  };
}

function listOrigin(value: unknown): string[] {
  if (typeof value !== "string" || !/^https?:/.test(value) || !URL.canParse(value)) return [];
  return [new URL(value).origin];
}
