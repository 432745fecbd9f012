import { BlobServiceClient } from "@azure/storage-blob";

/** One environment variable, as the README describes it and the start checks it. */
interface Setting {
  name: string;
  /** What stands for it when it is not set; empty when there is nothing. */
  fallback: string;
  about: string;
  /** Says what is wrong with a value that was set; nothing when it is good. */
  fault?(value: string): string | undefined;
}

const wholeNumber =
  (least: number, most: number) =>
  (value: string): string | undefined =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;

function webAddress(value: string): string | undefined {
  const address = URL.canParse(value) ? new URL(value) : undefined;
  return address && ["http:", "https:"].includes(address.protocol)
    ? undefined
    : "must be a whole address, such as https://portal.example.com";
}

/** A program is fetched and run by vendors: its hash must be known beforehand. */
const pinnedAddress = (value: string) =>
  webAddress(value) ??
  (/#sha256=[0-9a-f]{64}$/.test(value) ? undefined : "must end with #sha256= and the SHA-256 of the file");

const origin = (value: string) =>
  webAddress(value) ??
  (/^\/?$/.test(new URL(value).pathname + new URL(value).search)
    ? undefined
    : "must be an address without a path");

function storageAccount(value: string): string | undefined {
  const isDevelopment = /(^|;)UseDevelopmentStorage=true/i.test(value);
  const hasKey = /(^|;)AccountName=[^;]/i.test(value) && /(^|;)AccountKey=[^;]/i.test(value);
  try {
    BlobServiceClient.fromConnectionString(value);
    if (isDevelopment || hasKey) return undefined;
  } catch {
    // The library's own words could repeat the key.
  }
  return "must hold DefaultEndpointsProtocol, AccountName and AccountKey, since shared access is signed with the key";
}

const DAY = 24 * 60 * 60;
const SHORTEST_SECRET = 32;

/** Everything an installation can set. The README's table says the same. */
export const settings: Setting[] = [
  { name: "PORT", fallback: "3000", about: "Port to listen on.", fault: wholeNumber(0, 65_535) },
  {
    name: "HOST",
    fallback: "localhost",
    about: "Address to listen on. The default is reachable from this machine only; 0.0.0.0 is every address.",
  },
  {
    name: "TRUST_PROXY",
    fallback: "false",
    about:
      "Set to true behind a reverse proxy that adds to X-Forwarded-For, so that users are told apart; to their number behind several.",
    fault: (value) =>
      /^(true|false|[1-9])$/.test(value) ? undefined : "must be true, false or a number from 1 to 9",
  },
  {
    name: "DATA_DIR",
    fallback: "./data",
    about: "Folder of the embedded database, the embedded store and the secret they need.",
  },
  {
    name: "DATABASE_URL",
    fallback: "",
    about:
      "PostgreSQL 13 or newer, as postgresql://user:password@host:5432/name. Without it, the embedded database.",
    fault: (value) =>
      URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
        ? undefined
        : "must be an address that begins with postgresql://",
  },
  {
    name: "AZURE_STORAGE_CONNECTION_STRING",
    fallback: "",
    about: "Azure storage account, with its key. Without it, the embedded store.",
    fault: storageAccount,
  },
  {
    name: "AZURE_STORAGE_CONTAINER",
    fallback: "ms2",
    about: "Container of the uploads.",
    fault: (value) =>
      /^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
        ? undefined
        : "must be 3 to 63 small letters, digits and single hyphens",
  },
  {
    name: "AZCOPY_URL_LINUX",
    fallback: "",
    about:
      "Where the upload script may fetch AzCopy for Linux, as address#sha256=hash. Without it, it uses the one on the path, or none.",
    fault: pinnedAddress,
  },
  { name: "AZCOPY_URL_MAC", fallback: "", about: "The same for macOS.", fault: pinnedAddress },
  { name: "AZCOPY_URL_WINDOWS", fallback: "", about: "The same for Windows.", fault: pinnedAddress },
  {
    name: "TOKEN_SECRET",
    fallback: "",
    about: `Signs access tokens; ${SHORTEST_SECRET} characters or more. Required with DATABASE_URL; otherwise made at the first start and kept in DATA_DIR.`,
    fault: (value) =>
      value.length >= SHORTEST_SECRET ? undefined : `must be ${SHORTEST_SECRET} characters or more`,
  },
  {
    name: "TOKEN_LIFETIME",
    fallback: String(8 * 60 * 60),
    about: "Seconds until a session ends.",
    fault: wholeNumber(60, 30 * DAY),
  },
  {
    name: "UPLOAD_LINK_LIFETIME",
    fallback: String(7 * DAY),
    about: "Seconds until an upload script's link ends; never later than the end of 2027.",
    fault: wholeNumber(60, 730 * DAY),
  },
  {
    name: "VENDOR_QUOTA_GB",
    fallback: "2000",
    about:
      "Gigabytes of zips and spatial extents that one vendor may have here, sent again or taken in. On Azure it is asked when an upload begins.",
    fault: wholeNumber(1, 1_000_000),
  },
  {
    name: "PUBLIC_URL",
    fallback: "",
    about: "Where users reach the portal, without a path. Without it, http://localhost and the port.",
    fault: origin,
  },
  {
    name: "STORE_ORIGIN",
    fallback: "",
    about:
      "Address without a path, other than PUBLIC_URL, at which this server is reached too: files are then served only there, on a web origin without a session to steal.",
    fault: origin,
  },
  {
    name: "DEMO",
    fallback: "",
    about:
      "Set to true or false: demo records and accounts, whose password everybody knows. Without it they are put in where everything is embedded and only this machine is served.",
    fault: (value) => (["true", "false"].includes(value) ? undefined : "must be true or false"),
  },
  {
    name: "SUPPORT_EMAIL",
    fallback: "",
    about: "Address on the support page. Without it, the one in public/config.json.",
    fault: (value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? undefined : "must be an email address"),
  },
  {
    name: "DOCUMENTATION_URL",
    fallback: "",
    about:
      "Where the menu's Documentation leads. Without it, the portal's own guide, or the address in public/config.json.",
    fault: webAddress,
  },
];
