import type { ZipFile } from "yauzl";
import { fault, type Finding } from "../../contract/model-folder/modelFolderFinding.ts";
import { said } from "../../contract/model-folder/modelFolderTexts.ts";
import {
  FINDER_LIMIT,
  modelZipTexts as texts,
  OTHER_ARCHIVES,
} from "../../contract/model-folder/modelZipTexts.ts";
import type { BufferedAccess } from "./bufferedAccess.ts";

const LOCAL_HEADER = "504b0304";
const LISTED_ENTRY = "504b0102";
const SPANNED = "504b0708";
/** Why the list of a zip's entries could not be read, told from the error and from the first bytes of the file. */
export async function faultOfShape(access: BufferedAccess, error: unknown): Promise<Finding> {
  const reason = error instanceof Error ? error.message : "";
  if (access.size === 0) return fault(texts.empty);
  const start = (await access.bytes(0, Math.min(8, access.size))).toString("hex");
  const other = OTHER_ARCHIVES.find(([magic]) => start.startsWith(magic));
  if (other) return fault(said(texts.otherArchive, { kind: other[1] }));
  if (reason.startsWith("strong encryption"))
    return fault("The zip is encrypted as a whole. Make a zip of the folder without a password.");
  if (reason.startsWith("multi-disk") || start.startsWith(SPANNED)) return fault(texts.split);
  if (!reason.startsWith("End of central directory"))
    return fault(access.size > FINDER_LIMIT ? texts.damagedLarge : texts.damaged);
  return fault(start.startsWith(LOCAL_HEADER) ? texts.cutOff : texts.noZip);
}

/** A fault when more entries follow where the zip says its list ends: read as it says, files would be lost silently. */
export async function hasUnlistedEntries(zip: ZipFile, access: BufferedAccess): Promise<Finding[]> {
  // Declared a boolean by its type package; it is the place after the last entry read.
  const end = Number(zip.readEntryCursor);
  if (end + 4 > access.size) return [];
  const next = (await access.bytes(end, 4)).toString("hex");
  if (next !== LISTED_ENTRY) return [];
  return [fault(access.size > FINDER_LIMIT ? texts.unlistedLarge : texts.unlisted)];
}
