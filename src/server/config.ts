import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { settings } from "./settings.ts";

/** Everything an installation can set, checked and with its defaults filled in. */
export interface Config {
  port: number;
  host: string;
  /** Whether a proxy in front of this server is believed about who calls. */
  trustProxy: boolean | number;
  /** Folder of the embedded database and store. */
  dataDir: string;
  /** PostgreSQL; without it the embedded database. */
  databaseUrl?: string;
  /** Azure; without it the embedded store. */
  storageConnectionString?: string;
  storageContainer: string;
  /** Where users reach the portal, without a path. */
  publicUrl: string;
  /** Where users reach the embedded store, when it has a web origin of its own. */
  storeOrigin?: string;
  tokenSecret: string;
  /** Seconds. */
  tokenLifetime: number;
  /** Seconds. */
  uploadLinkLifetime: number;
  /** Bytes of zips and spatial extents that one vendor may have here. */
  vendorQuota: number;
  azcopyAddresses: { linux?: string; mac?: string; windows?: string };
  /** Empty where the portal's own configuration names it. */
  supportEmail: string;
  /** Empty where the portal's own configuration names it. */
  documentationUrl: string;
  /** Whether demo data is put in: by default where everything is embedded and only this machine is served. */
  isDemo: boolean;
  /** Whether other machines reach this server. */
  isPublic: boolean;
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
  const isEmbedded = !databaseUrl && !value("AZURE_STORAGE_CONNECTION_STRING");
  const isPublic = !isLoopback(value("HOST")) || !isLoopback(hostOf(value("PUBLIC_URL")));
  if (isEmbedded && isPublic && !value("DEMO")) faults.push(DEMO_IN_PUBLIC);
  if (!isEmbedded && value("DEMO") === "true")
    faults.push("DEMO can be true only with the embedded database and store.");
  if (faults.length > 0) throw new ConfigError(faults);

  const port = Number(value("PORT"));
  const dataDir = resolve(value("DATA_DIR"));
  const storageConnectionString = value("AZURE_STORAGE_CONNECTION_STRING");
  return {
    port,
    host: value("HOST"),
    trustProxy: proxiesIn(value("TRUST_PROXY")),
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    ...(storageConnectionString && { storageConnectionString }),
    storageContainer: value("AZURE_STORAGE_CONTAINER"),
    publicUrl: (value("PUBLIC_URL") || `http://localhost:${port}`).replace(/\/+$/, ""),
    ...(value("STORE_ORIGIN") && { storeOrigin: value("STORE_ORIGIN").replace(/\/+$/, "") }),
    tokenSecret: value("TOKEN_SECRET") || keptSecret(dataDir),
    tokenLifetime: Number(value("TOKEN_LIFETIME")),
    uploadLinkLifetime: Number(value("UPLOAD_LINK_LIFETIME")),
    vendorQuota: Number(value("VENDOR_QUOTA_GB")) * GIGABYTE,
    azcopyAddresses: azcopyAddresses(value),
    supportEmail: value("SUPPORT_EMAIL"),
    documentationUrl: value("DOCUMENTATION_URL"),
    isDemo: isEmbedded && value("DEMO") !== "false",
    isPublic,
  };
}

const GIGABYTE = 1e9;

const DEMO_IN_PUBLIC =
  "DEMO must be set where other machines reach this server: to false for an empty portal, to true for one with demo accounts whose password everybody knows.";

/** Only the nearest proxy's word is taken: a caller can write anything before it. */
const proxiesIn = (text: string): boolean | number =>
  text === "false" ? false : text === "true" ? 1 : Number(text);

const isLoopback = (host: string): boolean =>
  host === "" ||
  host === "localhost" ||
  host === "::1" ||
  host === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(host);

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : "");

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

/**
 * The secret kept in the data folder, made there at the first start and readable by its owner only. It is written
 * aside and then linked into place, so that a start cut short leaves no half secret and two starts agree on one.
 */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "token-secret");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return existing(file) ?? made(file);
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`]);
  }
}

function existing(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function made(file: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}

/** What is wrong with the environment, everything at once, for whoever starts the server. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly faults: string[]) {
    super(["The configuration is not valid:", ...faults.map((fault) => `  - ${fault}`)].join("\n"));
  }
}

/** The embedded store's account: its name, which is also its path on this server, and its key. */
interface EmbeddedStoreAccount {
  accountName: string;
  /** Base64, as of an Azure storage account. */
  accountKey: string;
}

const NAME = "modelstore";

/** The account of the embedded store. Its key follows from the installation's secret, so there is none to keep. */
export function embeddedAccount({ tokenSecret }: Pick<Config, "tokenSecret">): EmbeddedStoreAccount {
  const accountKey = createHmac("sha512", tokenSecret).update("embedded blob store").digest("base64");
  return { accountName: NAME, accountKey };
}
