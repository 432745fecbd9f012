import { createPositionFinder, SourceError } from "./source.ts";

const START = { line: 1, column: 1 };

/** @throws SourceError at the first byte that is not UTF-8: guessing the encoding could change names silently */
export function readText(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new SourceError("This file is UTF-16. Save it as UTF-8.", START);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw buildEncodingError(bytes);
  }
}

function buildEncodingError(bytes: Uint8Array): SourceError {
  if (bytes.includes(0)) return new SourceError("This is not a text file.", START);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const position = createPositionFinder(text)(text.indexOf("\uFFFD"));
  return new SourceError("This character is not UTF-8. Save the file as UTF-8.", position);
}
