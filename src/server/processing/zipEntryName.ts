import { getFileNameLowLevel, type Entry } from "yauzl";

const UTF8_FLAG = 0x800;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * An entry's name, exactly as the zip spells it: no backslash or dot is made harmless here, since the rules for the
 * model's folder must see them. UTF-8 where the zip says so, in its flag or in a Unicode name field; also where it
 * does not and the bytes are UTF-8, because the Finder writes such zips; else code page 437. Accents are composed, so
 * that the same file zipped on macOS and on Windows has the same name.
 */
export function nameOf(entry: Entry): string {
  const { generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields } = entry;
  const said = getFileNameLowLevel(flags, raw, extraFields, true);
  const isCodePage = (flags & UTF8_FLAG) === 0 && said === getFileNameLowLevel(0, raw, [], true);
  return (isCodePage ? (asUtf8(raw) ?? said) : said).normalize("NFC");
}

function asUtf8(raw: Buffer): string | undefined {
  try {
    return utf8.decode(raw);
  } catch {
    return undefined;
  }
}
