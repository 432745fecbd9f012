import { positionsIn, SourceFault } from "./source.ts";

const START = { line: 1, column: 1 };

/**
 * The text that bytes are in UTF-8.
 *
 * @throws SourceFault where they are none, at the first byte that is not: a guess would change names silently
 */
export function readText(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new SourceFault("This text is UTF-16. Save it as UTF-8.", START);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notUtf8(bytes);
  }
}

function notUtf8(bytes: Uint8Array): SourceFault {
  if (bytes.includes(0)) return new SourceFault("This is no text.", START);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const position = positionsIn(text)(text.indexOf("\uFFFD"));
  return new SourceFault("A letter here is not UTF-8. Save the file as UTF-8.", position);
}
