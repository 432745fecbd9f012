import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { settings, type Role } from "./settings.ts";

/** The portal's path on this server. */
export const PORTAL_PATH = "/metadata_app/";

/** The portal's address for users, without a trailing slash. */
export const getPortalUrl = ({ publicUrl }: Pick<Config, "publicUrl">): string =>
  publicUrl + PORTAL_PATH.slice(0, -1);

export interface Config {
  role: Role;
  port: number;
  host: string;
  /** Number of reverse proxies whose X-Forwarded-For entry is trusted. */
  trustProxy: boolean | number;
  dataDir: string;
  /** PostgreSQL; the embedded database if not set. */
  databaseUrl?: string;
  /** Azure, or the embedded store of another process; the embedded store of this process if not set. */
  storageConnectionString?: string;
  /** Where vendors reach the store of `storageConnectionString`, if not at its own address. */
  publicStoreAddress?: string;
  storageContainer: string;
  /** The portal's address for users, without a path. */
  publicUrl: string;
  /** The embedded store's address for users, if it has its own web origin. */
  storeOrigin?: string;
  tokenSecret: string;
  tokenLifetimeSeconds: number;
  uploadLinkLifetimeSeconds: number;
  /** No upload link is valid after this time. */
  uploadLinksEnd: Date;
  auditRetentionDays: number;
  trashRetentionDays: number;
  vendorQuotaBytes: number;
  /** Of one user, or of one address without a session; 0 for no limit. */
  requestsPerMinute: number;
  /** Background jobs that this process runs at the same time. */
  workerCount: number;
  azcopyAddresses: { linux?: string; mac?: string; windows?: string };
  /** If empty, the one in public/config.json. */
  supportEmail: string;
  /** If empty, the one in public/config.json. */
  documentationUrl: string;
  logLevel: string;
  /** Mail server; mails are kept and not sent if not set. */
  smtpUrl?: string;
  /** Set if `smtpUrl` is set. */
  mailFrom?: string;
  /** Port of the metrics; none if not set. */
  metricsPort?: number;
  isDemo: boolean;
  /** Whether other machines can reach this server. */
  isPublic: boolean;
}

type Environment = Record<string, string | undefined>;

/** An empty variable counts as not set. @throws ConfigError with all errors */
export function readConfig(env: Environment): Config {
  const getValue = (name: string) => env[name]?.trim() || defaultValues[name] || "";
  const errors = validateSettings(env);
  const databaseUrl = getValue("DATABASE_URL");
  if (databaseUrl && !env["TOKEN_SECRET"]?.trim())
    errors.push(
      "Set TOKEN_SECRET if DATABASE_URL is set. Use the same secret on every server that shares the database.",
    );
  const isEmbedded = !databaseUrl && !getValue("AZURE_STORAGE_CONNECTION_STRING");
  const role = getValue("ROLE") as Role;
  errors.push(...validateRole(role, getValue));
  const isPublic = !isLoopback(getValue("HOST")) || !isLoopback(getHost(getValue("PUBLIC_URL")));
  if (isEmbedded && isPublic && !getValue("DEMO")) errors.push(PUBLIC_WITHOUT_DEMO_SETTING);
  if (!isEmbedded && getValue("DEMO") === "true")
    errors.push("DEMO can only be true with the embedded database and store.");
  if (getValue("SMTP_URL") && !getValue("MAIL_FROM")) errors.push("Set MAIL_FROM if SMTP_URL is set.");
  if (errors.length > 0) throw new ConfigError(errors);

  const port = Number(getValue("PORT"));
  const dataDir = resolve(getValue("DATA_DIR"));
  const tokenSecret = getValue("TOKEN_SECRET") || loadOrCreateSecret(dataDir);
  const publicUrl = (getValue("PUBLIC_URL") || `http://localhost:${port}`).replace(/\/+$/, "");
  const storeOrigin = getValue("STORE_ORIGIN").replace(/\/+$/, "");
  const storeUrl = getValue("STORE_URL").replace(/\/+$/, "");
  const storageConnectionString = storeUrl
    ? buildStoreConnectionString(storeUrl, tokenSecret)
    : getValue("AZURE_STORAGE_CONNECTION_STRING");
  return {
    role,
    port,
    host: getValue("HOST"),
    trustProxy: parseTrustedProxies(getValue("TRUST_PROXY")),
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    ...(storageConnectionString && { storageConnectionString }),
    storageContainer: getValue("AZURE_STORAGE_CONTAINER"),
    ...(storeUrl && { publicStoreAddress: `${storeOrigin || publicUrl}/${STORE_ACCOUNT_NAME}` }),
    publicUrl,
    ...(storeOrigin && { storeOrigin }),
    tokenSecret,
    tokenLifetimeSeconds: Number(getValue("TOKEN_LIFETIME")),
    uploadLinkLifetimeSeconds: Number(getValue("UPLOAD_LINK_LIFETIME")),
    uploadLinksEnd: new Date(`${getValue("UPLOAD_LINKS_END")}T23:59:59Z`),
    auditRetentionDays: Number(getValue("AUDIT_RETENTION_DAYS")),
    trashRetentionDays: Number(getValue("TRASH_RETENTION_DAYS")),
    vendorQuotaBytes: Number(getValue("VENDOR_QUOTA_GB")) * GIGABYTE,
    requestsPerMinute: Number(getValue("RATE_LIMIT")),
    workerCount: Number(getValue("WORKERS")),
    azcopyAddresses: readAzcopyAddresses(getValue),
    supportEmail: getValue("SUPPORT_EMAIL"),
    documentationUrl: getValue("DOCUMENTATION_URL"),
    logLevel: getValue("LOG_LEVEL"),
    ...(getValue("SMTP_URL") && { smtpUrl: getValue("SMTP_URL"), mailFrom: getValue("MAIL_FROM") }),
    ...(getValue("METRICS_PORT") && { metricsPort: Number(getValue("METRICS_PORT")) }),
    isDemo: isEmbedded && getValue("DEMO") !== "false",
    isPublic,
  };
}

const GIGABYTE = 1e9;

/** Processes with roles share a database and a store. */
function validateRole(role: Role, getValue: (name: string) => string): string[] {
  const azure = getValue("AZURE_STORAGE_CONNECTION_STRING");
  const storeUrl = getValue("STORE_URL");
  const errors: string[] = [];
  if (storeUrl && azure) errors.push("Set only one of STORE_URL and AZURE_STORAGE_CONNECTION_STRING.");
  if (role !== "all" && !getValue("DATABASE_URL"))
    errors.push(`Set DATABASE_URL if ROLE is ${role}: processes with roles share a PostgreSQL database.`);
  if ((role === "web" || role === "worker") && !azure && !storeUrl)
    errors.push(
      `Set AZURE_STORAGE_CONNECTION_STRING or STORE_URL if ROLE is ${role}: processes with roles share a store.`,
    );
  if (role === "store" && (azure || storeUrl))
    errors.push("Set neither AZURE_STORAGE_CONNECTION_STRING nor STORE_URL if ROLE is store.");
  return errors;
}

const PUBLIC_WITHOUT_DEMO_SETTING =
  "Set DEMO, because other machines can reach this server: false for an empty portal, true for demo accounts with a public password.";

/** "true" trusts only the nearest proxy: the caller can set all earlier entries of X-Forwarded-For. */
const parseTrustedProxies = (text: string): boolean | number =>
  text === "false" ? false : text === "true" ? 1 : Number(text);

const isLoopback = (host: string): boolean =>
  host === "" ||
  host === "localhost" ||
  host === "::1" ||
  host === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(host);

const getHost = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : "");

const defaultValues = Object.fromEntries(settings.map(({ name, defaultValue }) => [name, defaultValue]));

function validateSettings(env: Environment): string[] {
  return settings.flatMap(({ name, validate }) => {
    const value = env[name]?.trim();
    const error = value ? validate?.(value) : undefined;
    return error ? [`${name} ${error}.`] : [];
  });
}

function readAzcopyAddresses(getValue: (name: string) => string): Config["azcopyAddresses"] {
  const systems = ["linux", "mac", "windows"] as const;
  const addresses = systems.map(
    (system) => [system, getValue(`AZCOPY_URL_${system.toUpperCase()}`)] as const,
  );
  return Object.fromEntries(addresses.filter(([, address]) => address));
}

/** Only the owner can read the file. Hard-linking a complete file prevents a half-written or a second secret. */
function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, "token-secret");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return readSecretFile(file) ?? createSecretFile(file);
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`]);
  }
}

function readSecretFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function createSecretFile(file: string): string {
  const temporaryFile = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(temporaryFile, randomBytes(48).toString("base64url"), { mode: 0o600, flush: true });
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(temporaryFile);
  }
  return readFileSync(file, "utf8").trim();
}

export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly errors: string[]) {
    super(["The configuration is not valid:", ...errors.map((error) => `  - ${error}`)].join("\n"));
  }
}

interface EmbeddedStoreAccount {
  /** Also the store's path on this server. */
  accountName: string;
  /** Base64, like the key of an Azure storage account. */
  accountKey: string;
}

const STORE_ACCOUNT_NAME = "modelstore";

function buildStoreConnectionString(storeUrl: string, tokenSecret: string): string {
  const { accountName, accountKey } = deriveStoreAccount({ tokenSecret });
  const protocol = new URL(storeUrl).protocol.slice(0, -1);
  return (
    `DefaultEndpointsProtocol=${protocol};AccountName=${accountName};AccountKey=${accountKey};` +
    `BlobEndpoint=${storeUrl}/${accountName}`
  );
}

/** The key is derived from the token secret, so it is not stored. */
export function deriveStoreAccount({ tokenSecret }: Pick<Config, "tokenSecret">): EmbeddedStoreAccount {
  const accountKey = createHmac("sha512", tokenSecret).update("embedded blob store").digest("base64");
  return { accountName: STORE_ACCOUNT_NAME, accountKey };
}
