import { bashQuote, powershellQuote } from "./shellQuote.ts";

/** The shell an upload script is written for. */
export type Shell = "bash" | "powershell";

/** All that one upload needs. It holds no password and no session token, and serves one folder until it expires. */
export interface UploadTicket {
  /** Address of the destination folder in the blob store; the blob's name is appended to it. */
  prefix: string;
  /** The shared-access query, with or without its question mark. */
  query: string;
  /** Name of the blob, not percent-encoded. */
  blobName: string;
  /** Destination folder, as people are told it. */
  folder: string;
  /** Empty with an empty `completeAddress`. */
  uploadToken: string;
  /** Absolute address of POST /vendors/upload-complete; empty where the services have no such call. */
  completeAddress: string;
  /**
   * Where the script may fetch AzCopy when the machine has none, each as address#sha256=hash; without one it sends the file
   * by itself.
   */
  azcopyAddress?: { linux?: string; mac?: string; windows?: string };
  /** When link and token end (ISO, UTC); empty where nobody says. */
  expires: string;
  recordId: string;
  /** The name of the model; line breaks become spaces where it is shown. */
  title: string;
}

const quote: Record<Shell, (text: string) => string> = { bash: bashQuote, powershell: powershellQuote };

const withSlash = (prefix: string) => (prefix.endsWith("/") ? prefix : `${prefix}/`);
const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/");

/** What stands for each placeholder. */
const valuesOf = (ticket: UploadTicket): Record<string, string> => ({
  MODEL: `${ticket.title.replace(/\s+/g, " ")} (record ${ticket.recordId})`,
  FOLDER: ticket.folder,
  ADDRESS: `${withSlash(ticket.prefix)}${encodePath(ticket.blobName)}?${ticket.query.replace(/^\?/, "")}`,
  UPLOAD_TOKEN: ticket.uploadToken,
  COMPLETE_ADDRESS: ticket.completeAddress,
  EXPIRES: ticket.expires || "a time that nobody has told",
  AZCOPY_LINUX: ticket.azcopyAddress?.linux ?? "",
  AZCOPY_MAC: ticket.azcopyAddress?.mac ?? "",
  AZCOPY_WINDOWS: ticket.azcopyAddress?.windows ?? "",
});

// Windows PowerShell reads a file without this mark in the code page of the computer, where bytes of foreign letters are
// quotes: the vendor would be told of a syntax error instead of the version of PowerShell that is needed.
const BYTE_ORDER_MARK: Record<Shell, string> = { bash: "", powershell: "\uFEFF" };

/** Ends the line behind which a script is the same for everyone. */
const BODY_MARK = /^# ==== .*\n/m;

/** The part of a script, filled in or not, that is the same in every copy: its SHA-256 is published. */
export function scriptBody(script: string): string {
  const mark = BODY_MARK.exec(script);
  if (!mark) throw new Error("The upload script does not say where what is the same for everyone begins");
  return script.slice(mark.index + mark[0].length);
}

/**
 * Fills a script template with one ticket. A placeholder is `'@@NAME@@'`, single quotes included, so that the
 * template is a valid script of either shell; quotes and all are replaced by a literal of that shell.
 * Throws when a placeholder is unknown, repeated, missing or not in quotes, and when a value holds a line break.
 */
export function fillUploadScript(template: string, ticket: UploadTicket, shell: Shell): string {
  const values = valuesOf(ticket);
  const missing = new Set(Object.keys(values));
  const fill = (_: string, name: string) => {
    if (!missing.delete(name)) throw new Error(`Unknown or repeated placeholder in upload script: ${name}`);
    return quote[shell](values[name] ?? "");
  };

  const placeholder = /'@@([A-Z_]+)@@'/g;
  if (template.replace(placeholder, "").includes("@@"))
    throw new Error("A placeholder in the upload script is not written as '@@NAME@@'");
  const script = BYTE_ORDER_MARK[shell] + template.replace(placeholder, fill);
  if (missing.size > 0) throw new Error(`Upload script without placeholder: ${[...missing].join(", ")}`);
  return script;
}
