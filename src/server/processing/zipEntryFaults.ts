import { fault, quoted, shortened, type Finding } from "../../contract/model-folder/modelFolderFinding.ts";
import { said } from "../../contract/model-folder/modelFolderTexts.ts";
import { METHOD_NAMES, modelZipTexts as texts } from "../../contract/model-folder/modelZipTexts.ts";
import type { ZipEntry } from "./zipDirectory.ts";

const STORED = 0;
const DEFLATED = 8;
const DEFLATE64 = 9;

/** Faults of entries that cannot be unpacked: encrypted, compressed in a way not read here, or wrongly placed. */
export function entryFaults(entries: ZipEntry[], zipSize: number): Finding[] {
  return [
    ...shortened(entries.filter((entry) => entry.isEncrypted).map(encrypted)),
    ...shortened(entries.filter((entry) => !entry.isEncrypted && !isReadable(entry.method)).map(unsupported)),
    ...shortened(misplaced(entries, zipSize)),
  ];
}

const isReadable = (method: number) => method === STORED || method === DEFLATED;

const encrypted = ({ path }: ZipEntry) => fault(said(texts.encrypted, { entry: quoted(path) }), path);

function unsupported({ path, method }: ZipEntry): Finding {
  const slots = { entry: quoted(path), method: METHOD_NAMES[method] ?? `method ${method}` };
  return fault(said(method === DEFLATE64 ? texts.deflate64 : texts.otherMethod, slots), path);
}

/** Entries share no bytes in a zip that was made by zipping files; in one made to fill disks they do. */
function misplaced(entries: ZipEntry[], zipSize: number): Finding[] {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  return inOrder.flatMap((entry, index) => {
    const end = entry.offset + entry.extent;
    const next = inOrder[index + 1];
    if (end > zipSize)
      return fault(
        `${quoted(entry.path)} would lie beyond the end of the zip: the zip is damaged or incomplete. ` +
          "Make the zip again and upload it again.",
        entry.path,
      );
    if (!next || end <= next.offset) return [];
    return fault(
      `${quoted(next.path)} and ${quoted(entry.path)} share the same bytes of the zip. ` +
        "Make a new zip of the folder with another program.",
      next.path,
    );
  });
}
