import type { FastifyBaseLogger } from "fastify";
import { createPeriodicTask } from "./periodicTask.ts";
import { purgeOldRows } from "./purgeOldRows.ts";
import type { Services } from "./services.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WARN_BEFORE_END_MS = 60 * DAY_MS;

export interface Maintenance {
  stop(): Promise<void>;
}

/** Deletes old rows every hour, and warns every day in the last 60 days of the upload links. */
export function startMaintenance(services: Services, log: FastifyBaseLogger): Maintenance {
  const stopping = new AbortController();
  const purge = createPeriodicTask(HOUR_MS, () =>
    purgeOldRows(services, stopping.signal).catch((err: unknown) => {
      if (!stopping.signal.aborted)
        log.error({ err }, "Deleting old rows failed. The next try is in an hour.");
    }),
  );
  const warning = createPeriodicTask(DAY_MS, async () => {
    const text = describeUploadLinksEnd(services);
    if (text) log.warn(text);
  });
  purge.run();
  warning.run();
  return {
    async stop() {
      stopping.abort();
      await Promise.all([purge.stop(), warning.stop()]);
    },
  };
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
