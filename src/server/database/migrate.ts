import { Migrator, type Kysely, type Migration } from "kysely";
import * as initial from "./migrations/001-initial.ts";
import * as contactSchemaVersion from "./migrations/002-contact-schema-version.ts";
import * as uploadFailedTries from "./migrations/003-upload-failed-tries.ts";
import * as uploadSentEtag from "./migrations/004-upload-sent-etag.ts";
import * as accountsAndAudit from "./migrations/005-accounts-and-audit.ts";
import * as messageDocuments from "./migrations/006-message-documents.ts";
import * as lastReadMessage from "./migrations/007-last-read-message.ts";
import * as vendorQuota from "./migrations/008-vendor-quota.ts";
import * as modelVersions from "./migrations/009-model-versions.ts";
import * as resolutionLog from "./migrations/010-resolution-log.ts";
import * as modelZip from "./migrations/011-model-zip.ts";
import * as corrections from "./migrations/012-corrections.ts";
import * as standingFiles from "./migrations/013-standing-files.ts";
import type { Database } from "./tables.ts";

/** Every migration, in order. A new one is added here; none is ever changed. */
const migrations: Record<string, Migration> = {
  "001-initial": initial,
  "002-contact-schema-version": contactSchemaVersion,
  "003-upload-failed-tries": uploadFailedTries,
  "004-upload-sent-etag": uploadSentEtag,
  "005-accounts-and-audit": accountsAndAudit,
  "006-message-documents": messageDocuments,
  "007-last-read-message": lastReadMessage,
  "008-vendor-quota": vendorQuota,
  "009-model-versions": modelVersions,
  "010-resolution-log": resolutionLog,
  "011-model-zip": modelZip,
  "012-corrections": corrections,
  "013-standing-files": standingFiles,
};

/**
 * Brings the database to this release. Servers that start at once wait for one another; one that finds nothing to
 * do changes nothing.
 *
 * @throws when a migration failed; the database is then as it was before
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
