import { BlobServiceClient } from "@azure/storage-blob";

interface Setting {
  name: string;
  defaultValue: string;
  description: string;
  /** Returns the error of a value, to follow the name in a sentence. */
  validate?(value: string): string | undefined;
}

const validateInteger =
  (min: number, max: number) =>
  (value: string): string | undefined =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`;

function validateUrl(value: string): string | undefined {
  const address = URL.canParse(value) ? new URL(value) : undefined;
  return address && ["http:", "https:"].includes(address.protocol)
    ? undefined
    : "must be a complete URL, for example https://portal.example.com";
}

function validateDatabaseUrl(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return "must be a URL that starts with postgresql://";
  const limit = url.searchParams.get("connection_limit");
  return limit === null || /^[1-9]\d{0,3}$/.test(limit)
    ? undefined
    : "must have a connection_limit from 1 to 9999";
}

function validateSmtpUrl(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== ""
    ? undefined
    : "must be a URL that starts with smtp:// or smtps://";
}

/** Vendors download and run this program, so its hash is required. */
const validatePinnedUrl = (value: string) =>
  validateUrl(value) ??
  (/#sha256=[0-9a-f]{64}$/.test(value) ? undefined : "must end with #sha256= and the SHA-256 of the file");

const validateOrigin = (value: string) =>
  validateUrl(value) ??
  (/^\/?$/.test(new URL(value).pathname + new URL(value).search)
    ? undefined
    : "must be a URL without a path");

function validateConnectionString(value: string): string | undefined {
  const isDevelopment = /(^|;)UseDevelopmentStorage=true/i.test(value);
  const hasKey = /(^|;)AccountName=[^;]/i.test(value) && /(^|;)AccountKey=[^;]/i.test(value);
  try {
    BlobServiceClient.fromConnectionString(value);
    if (isDevelopment || hasKey) return undefined;
  } catch {
    // The library's error message could contain the key.
  }
  return "must contain DefaultEndpointsProtocol, AccountName and AccountKey (the key signs SAS tokens)";
}

export const ROLES = ["all", "web", "worker", "store", "migrate"] as const;

export type Role = (typeof ROLES)[number];

export const servesPortal = (role: Role): boolean => role === "all" || role === "web";
export const processesUploads = (role: Role): boolean => role === "all" || role === "worker";

const isRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name);

const DAY_SECONDS = 24 * 60 * 60;
const MIN_SECRET_LENGTH = 32;

export const settings: Setting[] = [
  {
    name: "PORT",
    defaultValue: "3000",
    description: "Port to listen on.",
    validate: validateInteger(0, 65_535),
  },
  {
    name: "HOST",
    defaultValue: "localhost",
    description:
      "Address to listen on. By default, only this machine can reach the server. Use 0.0.0.0 for all addresses.",
  },
  {
    name: "TRUST_PROXY",
    defaultValue: "false",
    description:
      "Set to true behind a reverse proxy that adds the client's address to X-Forwarded-For. Behind several proxies, set their number.",
    validate: (value) =>
      /^(true|false|[1-9])$/.test(value) ? undefined : "must be true, false or a number from 1 to 9",
  },
  {
    name: "DATA_DIR",
    defaultValue: "./data",
    description: "Folder of the embedded database, the embedded store and their secret.",
  },
  {
    name: "ROLE",
    defaultValue: "all",
    description:
      "What this process does: web, worker, store, migrate or all. The first argument of npm start and npm run serve takes precedence.",
    validate: (value) => (isRole(value) ? undefined : `must be one of ${ROLES.join(", ")}`),
  },
  {
    name: "DATABASE_URL",
    defaultValue: "",
    description:
      "PostgreSQL 13 or later: postgresql://user:password@host:5432/name. Append ?connection_limit=20 to change the number of connections (10). If not set, the embedded database is used.",
    validate: validateDatabaseUrl,
  },
  {
    name: "AZURE_STORAGE_CONNECTION_STRING",
    defaultValue: "",
    description:
      "Connection string of an Azure storage account, with its key. If not set, the embedded store is used.",
    validate: validateConnectionString,
  },
  {
    name: "AZURE_STORAGE_CONTAINER",
    defaultValue: "ms2",
    description: "Storage container for the uploads.",
    validate: (value) =>
      /^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
        ? undefined
        : "must be 3 to 63 lowercase letters, digits and single hyphens",
  },
  {
    name: "AZCOPY_URL_LINUX",
    defaultValue: "",
    description:
      "Where upload scripts can download AzCopy for Linux, as URL#sha256=hash. If not set, they use AzCopy only if it is installed.",
    validate: validatePinnedUrl,
  },
  {
    name: "AZCOPY_URL_MAC",
    defaultValue: "",
    description:
      "Where upload scripts can download AzCopy for macOS, as URL#sha256=hash. If not set, they use AzCopy only if it is installed.",
    validate: validatePinnedUrl,
  },
  {
    name: "AZCOPY_URL_WINDOWS",
    defaultValue: "",
    description:
      "Where upload scripts can download AzCopy for Windows, as URL#sha256=hash. If not set, they use AzCopy only if it is installed.",
    validate: validatePinnedUrl,
  },
  {
    name: "STORE_URL",
    defaultValue: "",
    description:
      "Address of the process with the role store, without a path, as this process reaches it. Vendors reach that store at STORE_ORIGIN.",
    validate: validateOrigin,
  },
  {
    name: "TOKEN_SECRET",
    defaultValue: "",
    description: `Signs access tokens; at least ${MIN_SECRET_LENGTH} characters. Required with DATABASE_URL. Otherwise the first start creates it in DATA_DIR.`,
    validate: (value) =>
      value.length >= MIN_SECRET_LENGTH ? undefined : `must have at least ${MIN_SECRET_LENGTH} characters`,
  },
  {
    name: "TOKEN_LIFETIME",
    defaultValue: String(8 * 60 * 60),
    description: "Seconds until a session expires.",
    validate: validateInteger(60, 30 * DAY_SECONDS),
  },
  {
    name: "UPLOAD_LINK_LIFETIME",
    defaultValue: String(7 * DAY_SECONDS),
    description:
      "Seconds until the link in an upload script expires. No link outlasts the day UPLOAD_LINKS_END.",
    validate: validateInteger(60, 730 * DAY_SECONDS),
  },
  {
    name: "UPLOAD_LINKS_END",
    defaultValue: "2027-12-31",
    description:
      "Last day of upload links (UTC). After it, no model can be uploaded; the log warns 60 days before.",
    validate: (value) =>
      /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(value).toJSON()?.startsWith(value)
        ? undefined
        : "must be a date, for example 2027-12-31",
  },
  {
    name: "AUDIT_RETENTION_DAYS",
    defaultValue: "2555",
    description: "Days to keep entries of the audit log. Older entries are deleted.",
    validate: validateInteger(30, 36_500),
  },
  {
    name: "TRASH_RETENTION_DAYS",
    defaultValue: "90",
    description:
      "Days that a deleted record can be restored. Then the record, its history, messages and model are deleted for good. Also the days that a draft is kept.",
    validate: validateInteger(1, 3650),
  },
  {
    name: "VENDOR_QUOTA_GB",
    defaultValue: "2000",
    description:
      "Gigabytes of zips, extracted files and spatial extents that one vendor can store. With Azure, only checked when an upload starts and when its zip is checked.",
    validate: validateInteger(1, 1_000_000),
  },
  {
    name: "RATE_LIMIT",
    defaultValue: "3000",
    description:
      "API requests per minute of one user, or of one address without a session, in each process; more get status 429. 0 for no limit. Behind a reverse proxy, set TRUST_PROXY.",
    validate: validateInteger(0, 1_000_000),
  },
  {
    name: "WORKERS",
    defaultValue: "2",
    description: "Background jobs that a process with the role worker or all runs at the same time.",
    validate: validateInteger(1, 64),
  },
  {
    name: "PUBLIC_URL",
    defaultValue: "",
    description:
      "Address of the portal for users, without a path. If not set, http://localhost and the port.",
    validate: validateOrigin,
  },
  {
    name: "STORE_ORIGIN",
    defaultValue: "",
    description:
      "Second address of this server, without a path. If set, files are only served there: a separate web origin protects the session from uploaded files.",
    validate: validateOrigin,
  },
  {
    name: "DEMO",
    defaultValue: "",
    description:
      "Set to true or false: whether to add demo records, and demo accounts with a public password. If not set, true if database and store are embedded and only this machine can reach the server.",
    validate: (value) => (["true", "false"].includes(value) ? undefined : "must be true or false"),
  },
  {
    name: "LOG_LEVEL",
    defaultValue: "warn",
    description:
      "Lowest level of the log lines on standard output: error, warn, info or debug. At info, each request writes one line.",
    validate: (value) =>
      ["error", "warn", "info", "debug"].includes(value) ? undefined : "must be error, warn, info or debug",
  },
  {
    name: "METRICS_PORT",
    defaultValue: "",
    description:
      "Port on which Prometheus can read metrics, on all addresses of HOST. Do not open it to users. If not set, there are no metrics.",
    validate: validateInteger(1, 65_535),
  },
  {
    name: "SMTP_URL",
    defaultValue: "",
    description:
      "Mail server: smtp://user:password@host:587, or smtps:// for TLS from the start. Append ?requireTLS=true to send nothing without TLS. Set it for all processes. If not set, mails are not sent; agency admins see them in Settings.",
    validate: validateSmtpUrl,
  },
  {
    name: "MAIL_FROM",
    defaultValue: "",
    description:
      "Sender of all mails, for example Flood Model Portal <portal@example.com>. Required with SMTP_URL.",
    validate: (value) =>
      /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value)
        ? undefined
        : "must be an email address, or a name and an address in angle brackets",
  },
  {
    name: "SUPPORT_EMAIL",
    defaultValue: "",
    description: "Email address on the support page. If not set, the one in public/config.json.",
    validate: (value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? undefined : "must be an email address"),
  },
  {
    name: "DOCUMENTATION_URL",
    defaultValue: "",
    description:
      "Target of the menu entry Documentation. If not set, the address in public/config.json or the portal's own guide.",
    validate: validateUrl,
  },
];
