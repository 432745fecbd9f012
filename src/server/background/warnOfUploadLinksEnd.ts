import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services.ts";

const DAY_MS = 24 * 60 * 60_000;
const WARN_BEFORE_END_MS = 60 * DAY_MS;

/** Warns at the start and every day in the last 60 days of the upload links. Returns a function that stops it. */
export function warnOfUploadLinksEnd(services: Services, log: FastifyBaseLogger): () => void {
  const warn = () => {
    const text = describeUploadLinksEnd(services);
    if (text) log.warn(text);
  };
  warn();
  const timer = setInterval(warn, DAY_MS);
  return () => clearInterval(timer);
}

function describeUploadLinksEnd({ config, now }: Pick<Services, "config" | "now">): string | undefined {
  const { uploadLinksEnd } = config;
  const time = now().getTime();
  if (time < uploadLinksEnd.getTime() - WARN_BEFORE_END_MS) return undefined;
  const day = uploadLinksEnd.toISOString().slice(0, 10);
  return time < uploadLinksEnd.getTime()
    ? `Upload links end on ${day}. To accept models after that day, set UPLOAD_LINKS_END to a later date.`
    : `Upload links ended on ${day}, so no model can be uploaded. Set UPLOAD_LINKS_END to a later date.`;
}
