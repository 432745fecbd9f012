import { CODE_PAGE_437 } from "./codePage437.ts";
import { coverageName, metadataFileName, modelRootName, REQUIRED_FOLDERS } from "./modelFolder.ts";
import { COMPRESSED_ENDINGS } from "./modelFolderArchives.ts";
import { JUNK_FOLDER, JUNK_NAMES, JUNK_START } from "./modelFolderEntry.ts";
import type { ExpectedModel } from "./modelFolderFaults.ts";
import { PER_RULE, SHOWN_LENGTH } from "./modelFolderFinding.ts";
import { DEFAULT_LIMITS } from "./modelFolderLimits.ts";
import { modelFolderTexts } from "./modelFolderTexts.ts";
import { FINDER_LIMIT, METHOD_NAMES, modelZipTexts, MOST_METADATA, OTHER_ARCHIVES } from "./modelZipTexts.ts";
import { RECORD_IDENTIFIER } from "./product.ts";

/**
 * What an upload script needs to look at a model's zip before sending it: this record's names, the rules' figures and
 * lists, and their sentences, the same that the server's check uses. One `name=value` on a line; lists are separated
 * by blanks, and `?` marks a folder that may be empty.
 */
export function preflightRules({ identifier, title, recordId }: ExpectedModel): string {
  const { entries, totalSize, ratio, ratioFrom, pathLength } = DEFAULT_LIMITS;
  const rules: Record<string, string | number> = {
    root: modelRootName(identifier, title),
    coverage: coverageName(identifier),
    metadata: metadataFileName(recordId),
    record: recordId,
    attribute: RECORD_IDENTIFIER,
    folders: REQUIRED_FOLDERS.map(({ name, mayBeEmpty }) => name + (mayBeEmpty ? "?" : "")).join(" "),
    compressed: COMPRESSED_ENDINGS.join(" "),
    junkFolder: JUNK_FOLDER,
    junkNames: JUNK_NAMES.join(" "),
    junkStart: JUNK_START,
    ...{ entries, totalSize, ratio, ratioFrom, pathLength },
    codePage: CODE_PAGE_437,
    shown: SHOWN_LENGTH,
    perRule: PER_RULE,
    mostMetadata: MOST_METADATA,
    finderLimit: FINDER_LIMIT,
    ...prefixed("archive", Object.fromEntries(OTHER_ARCHIVES)),
    ...prefixed("method", METHOD_NAMES),
    ...prefixed("text", { ...modelFolderTexts, ...modelZipTexts }),
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

const prefixed = (prefix: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
