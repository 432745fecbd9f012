import { crc32 } from "./crc32.ts";

/** Characters 128 to 255 of code page 437, which old zip programs use. */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
  "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const UNICODE_PATH_FIELD = 0x7075;
const UNICODE_PATH_HEADER_BYTES = 5;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The name as the zip spells it: backslashes and dots stay, because the folder rules must see them. The Unicode Path
 * field wins if it belongs to this name. Other names are UTF-8 if their bytes are valid UTF-8, which the Finder writes
 * without declaring it, otherwise code page 437. Normalized to NFC, so that zips from macOS and Windows have the same names.
 */
export function decodeEntryName(rawName: Uint8Array, extraFields: Map<number, Uint8Array>): string {
  const name =
    readUnicodePath(rawName, extraFields.get(UNICODE_PATH_FIELD)) ??
    decodeUtf8(rawName) ??
    decodeCodePage(rawName);
  return name.normalize("NFC");
}

/** Programs that rename an entry leave a stale field, whose checksum differs. */
function readUnicodePath(rawName: Uint8Array, field: Uint8Array | undefined): string | undefined {
  if (!field || field.length <= UNICODE_PATH_HEADER_BYTES || field[0] !== 1) return undefined;
  const sum = new DataView(field.buffer, field.byteOffset).getUint32(1, true);
  return sum === crc32(rawName) ? decodeUtf8(field.subarray(UNICODE_PATH_HEADER_BYTES)) : undefined;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const decodeCodePage = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_437.charAt(byte - 0x80),
  ).join("");
