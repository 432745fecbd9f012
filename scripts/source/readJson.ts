import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { placedValue, positionsIn, SourceFault, type Placed, type Position, type Source } from "./source.ts";

/**
 * Reads JSON as the standard has it, without comments or trailing commas.
 *
 * @throws SourceFault where the text is no JSON, or says a name twice
 */
export function readJson(text: string): Source {
  const positionAt = positionsIn(text);
  const bare = text.replace(/^\uFEFF/, " ");
  const errors: ParseError[] = [];
  const tree = parseTree(bare, errors, { disallowComments: true });
  const [error] = errors;
  if (error) throw jsonFault(bare, error);
  if (!tree) throw new SourceFault("This is not JSON: value expected.", positionAt(0));
  const placed = placedNode(tree, (name, offset) => {
    throw new SourceFault(`The name "${name}" stands here a second time.`, positionAt(offset));
  });
  return placedValue(getNodeValue(tree), placed, positionAt);
}

type Repeated = (name: string, offset: number) => never;

function placedNode(node: Node, repeated: Repeated): Placed {
  const children = new Map<string, Placed>();
  if (node.type === "array")
    node.children?.forEach((child, index) => children.set(String(index), placedNode(child, repeated)));
  if (node.type === "object")
    for (const { children: pair } of node.children ?? []) {
      const [key, value] = pair!;
      const name = key!.value as string;
      if (children.has(name)) repeated(name, key!.offset);
      children.set(name, { ...placedNode(value!, repeated), nameAt: key!.offset });
    }
  return { at: node.offset, children };
}

/** What the JSON reader refuses, at its place, with what to do about it where that is plain. */
function jsonFault(text: string, { error, offset }: ParseError): SourceFault {
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

/** Whether a text looks like several JSON objects, each on a line of its own. */
export function isJsonLines(text: string): boolean {
  const lines = text.split("\n", 50).filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.slice(0, 2).every((line) => /^\uFEFF?\{.*\}\s*$/.test(line));
}

/**
 * Reads JSON lines: a document on each line, empty lines left out; together they are a list.
 *
 * @throws SourceFault at the first line that is no JSON
 */
export function readJsonLines(text: string): Source {
  const lines = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.replace(/^\uFEFF/, "").trim() === "") return [];
    const moved = ({ column }: Position): Position => ({ line: index + 1, column });
    return [{ source: sourceAt(line, moved), moved }];
  });
  const at = (of: "positionOf" | "nameOf") => (path: string[]) => {
    const [entry = "0", ...below] = path;
    const line = lines[Number(entry)];
    return line ? line.moved(line.source[of](below)) : { line: 1, column: 1 };
  };
  return {
    value: lines.map(({ source }) => source.value),
    positionOf: at("positionOf"),
    nameOf: at("nameOf"),
  };
}

function sourceAt(line: string, moved: (position: Position) => Position): Source {
  try {
    return readJson(line);
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    throw new SourceFault(error.message, moved(error.position));
  }
}
