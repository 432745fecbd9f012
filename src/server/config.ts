import { resolve } from "node:path";
import { ConfigError } from "./config/configError.ts";
import { keptSecret } from "./config/keptSecret.ts";
import { settings } from "./config/settings.ts";

/** Everything an installation can set, checked and with its defaults filled in. */
export interface Config {
  port: number;
  host: string;
  /** Whether a proxy in front of this server is believed about who calls. */
  trustProxy: boolean;
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
  /** Empty where the portal's own configuration names it. */
  supportEmail: string;
  /** Empty where the portal's own configuration names it. */
  documentationUrl: string;
  /** True where the embedded default is used: demo data exists only there. */
  isDemo: boolean;
}

type Environment = Record<string, string | undefined>;

/**
 * The configuration that the environment describes. An empty variable counts as not set. In the embedded default
 * the secret of the tokens is made at the first start and kept in the data folder.
 *
 * @throws ConfigError naming everything that is wrong at once
 */
export function readConfig(env: Environment): Config {
  const value = (name: string) => env[name]?.trim() || fallbacks[name] || "";
  const faults = faultsOf(env);
  const databaseUrl = value("DATABASE_URL");
  if (databaseUrl && !env["TOKEN_SECRET"]?.trim())
    faults.push(
      "TOKEN_SECRET must be set where DATABASE_URL is, so that every server of the database agrees.",
    );
  if (faults.length > 0) throw new ConfigError(faults);

  const port = Number(value("PORT"));
  const dataDir = resolve(value("DATA_DIR"));
  const storageConnectionString = value("AZURE_STORAGE_CONNECTION_STRING");
  return {
    port,
    host: value("HOST"),
    trustProxy: value("TRUST_PROXY") === "true",
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    ...(storageConnectionString && { storageConnectionString }),
    storageContainer: value("AZURE_STORAGE_CONTAINER"),
    publicUrl: (value("PUBLIC_URL") || `http://localhost:${port}`).replace(/\/+$/, ""),
    tokenSecret: value("TOKEN_SECRET") || keptSecret(dataDir),
    tokenLifetime: Number(value("TOKEN_LIFETIME")),
    uploadLinkLifetime: Number(value("UPLOAD_LINK_LIFETIME")),
    azcopyAddresses: azcopyAddresses(value),
    supportEmail: value("SUPPORT_EMAIL"),
    documentationUrl: value("DOCUMENTATION_URL"),
    isDemo: !databaseUrl && !storageConnectionString,
  };
}

const fallbacks = Object.fromEntries(settings.map(({ name, fallback }) => [name, fallback]));

function faultsOf(env: Environment): string[] {
  return settings.flatMap(({ name, fault }) => {
    const given = env[name]?.trim();
    const wrong = given ? fault?.(given) : undefined;
    return wrong ? [`${name} ${wrong}.`] : [];
  });
}

function azcopyAddresses(value: (name: string) => string): Config["azcopyAddresses"] {
  const systems = ["linux", "mac", "windows"] as const;
  const given = systems.map((system) => [system, value(`AZCOPY_URL_${system.toUpperCase()}`)] as const);
  return Object.fromEntries(given.filter(([, address]) => address));
}
