import { quoteForBash, quoteForPowershell } from "./shellCommands.ts";

export type Shell = "bash" | "powershell";

/** Grants one upload to one folder until it expires. Contains no password and no session token. */
export interface UploadTicket {
  /** URL of the destination folder; the blob name is appended. */
  prefix: string;
  query: string;
  /** Not percent-encoded. */
  blobName: string;
  folder: string;
  /** Empty if `completeAddress` is empty. */
  uploadToken: string;
  /** Absolute URL of POST /vendors/upload-complete; empty if the server has no such call. */
  completeAddress: string;
  /** AzCopy downloads as URL#sha256=hash. Without one, the script sends the file itself. */
  azcopyAddress?: { linux?: string; mac?: string; windows?: string };
  /** Expiry of link and token (ISO, UTC); empty if unknown. */
  expires: string;
  recordId: string;
  title: string;
}

const quoteFor: Record<Shell, (text: string) => string> = {
  bash: quoteForBash,
  powershell: quoteForPowershell,
};

const addTrailingSlash = (prefix: string) => (prefix.endsWith("/") ? prefix : `${prefix}/`);
const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/");

const getPlaceholderValues = (ticket: UploadTicket): Record<string, string> => ({
  MODEL: `${ticket.title.replace(/\s+/g, " ")} (record ${ticket.recordId})`,
  FOLDER: ticket.folder,
  ADDRESS: `${addTrailingSlash(ticket.prefix)}${encodePath(ticket.blobName)}?${ticket.query.replace(/^\?/, "")}`,
  UPLOAD_TOKEN: ticket.uploadToken,
  COMPLETE_ADDRESS: ticket.completeAddress,
  EXPIRES: ticket.expires || "unknown",
  AZCOPY_LINUX: ticket.azcopyAddress?.linux ?? "",
  AZCOPY_MAC: ticket.azcopyAddress?.mac ?? "",
  AZCOPY_WINDOWS: ticket.azcopyAddress?.windows ?? "",
});

// Without a BOM, Windows PowerShell reads the file in the local code page, where non-ASCII letters can become quotes.
const BYTE_ORDER_MARK: Record<Shell, string> = { bash: "", powershell: "\uFEFF" };

/** The script below this line is the same in every copy. */
const BODY_MARKER = /^# ==== .*\n/m;

export function getScriptBody(script: string): string {
  const mark = BODY_MARKER.exec(script);
  if (!mark) throw new Error("The upload script has no line that marks the start of its fixed part");
  return script.slice(mark.index + mark[0].length);
}

/** Replaces each `'@@NAME@@'`, quotes included, with a shell literal. The quotes make the template a valid script. */
export function fillUploadScript(template: string, ticket: UploadTicket, shell: Shell): string {
  const values = getPlaceholderValues(ticket);
  const missing = new Set(Object.keys(values));
  const fillPlaceholder = (_: string, name: string) => {
    if (!missing.delete(name)) throw new Error(`Unknown or repeated placeholder in upload script: ${name}`);
    return quoteFor[shell](values[name] ?? "");
  };

  const placeholder = /'@@([A-Z_]+)@@'/g;
  if (template.replace(placeholder, "").includes("@@"))
    throw new Error("A placeholder in the upload script is not written as '@@NAME@@'");
  const script = BYTE_ORDER_MARK[shell] + template.replace(placeholder, fillPlaceholder);
  if (missing.size > 0) throw new Error(`Upload script without placeholder: ${[...missing].join(", ")}`);
  return script;
}
