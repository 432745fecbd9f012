import { printParseErrorCode, type ParseError } from "jsonc-parser";
import { positionsIn } from "./positionsIn.ts";
import { SourceFault } from "./sourceFault.ts";

/** What the JSON reader refuses, at its place, with what to do about it where that is plain. */
export function jsonFault(text: string, { error, offset }: ParseError): SourceFault {
  const words = printParseErrorCode(error).replace(/([a-z])([A-Z])/g, "$1 $2");
  return new SourceFault(
    `This is not JSON: ${words.toLowerCase()}.${hintAt(text, offset)}`,
    positionsIn(text)(offset),
  );
}

function hintAt(text: string, offset: number): string {
  const [here, before] = [text[offset], text.slice(0, offset).trimEnd().at(-1)];
  if (here === "'") return " Texts and names stand in double quotation marks.";
  if (text.startsWith("//", offset) || text.startsWith("/*", offset)) return " JSON has no comments.";
  const isEnd = here === "}" || here === "]";
  return isEnd && before === "," ? " Take away the comma before it." : "";
}
