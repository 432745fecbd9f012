import { sql } from "kysely";
import type { Services } from "./services.ts";

/** One small request to each service that the server needs. It rejects if the service does not respond. */
export const getDependencyChecks = ({ db, storage }: Pick<Services, "db" | "storage">) => ({
  database: (): Promise<unknown> => sql`SELECT 1`.execute(db),
  store: (): Promise<unknown> => storage.find("store-id"),
});
