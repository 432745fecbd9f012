/** Everything an installation can set, checked and with its defaults filled in. */
export interface Config {
  port: number;
  host: string;
  /** Folder of the embedded database and store. */
  dataDir: string;
  /** PostgreSQL; without it the embedded database. */
  databaseUrl?: string;
  /** Azure; without it the embedded store. */
  storageConnectionString?: string;
  storageContainer: string;
  /** Where users reach the portal, without a path. */
  publicUrl: string;
  tokenSecret: string;
  /** Seconds. */
  tokenLifetime: number;
  /** Seconds. */
  uploadLinkLifetime: number;
  azcopyAddresses: { linux?: string; mac?: string; windows?: string };
  supportEmail: string;
  documentationUrl: string;
  /** True where the embedded default is used: demo data exists only there. */
  isDemo: boolean;
}
