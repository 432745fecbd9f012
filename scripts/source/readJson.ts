import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import {
  createSource,
  createPositionFinder,
  SourceError,
  type ValueLocation,
  type Position,
  type Source,
} from "./source.ts";

/** @throws SourceError for invalid JSON (comments and trailing commas included) and duplicate names */
export function readJson(text: string): Source {
  const positionAt = createPositionFinder(text);
  const withoutBom = text.replace(/^\uFEFF/, " ");
  const errors: ParseError[] = [];
  const tree = parseTree(withoutBom, errors, { disallowComments: true });
  const [error] = errors;
  if (error) throw buildJsonError(withoutBom, error);
  if (!tree) throw new SourceError("This is not JSON: value expected.", positionAt(0));
  const locations = readLocations(tree, (name, offset) => {
    throw new SourceError(`The name "${name}" is used twice.`, positionAt(offset));
  });
  return createSource(getNodeValue(tree), locations, positionAt);
}

type OnDuplicate = (name: string, offset: number) => never;

function readLocations(node: Node, onDuplicate: OnDuplicate): ValueLocation {
  const children = new Map<string, ValueLocation>();
  if (node.type === "array")
    node.children?.forEach((child, index) => children.set(String(index), readLocations(child, onDuplicate)));
  if (node.type === "object")
    for (const { children: pair } of node.children ?? []) {
      const [key, value] = pair!;
      const name = key!.value as string;
      if (children.has(name)) onDuplicate(name, key!.offset);
      children.set(name, { ...readLocations(value!, onDuplicate), nameAt: key!.offset });
    }
  return { at: node.offset, children };
}

function buildJsonError(text: string, { error, offset }: ParseError): SourceError {
  const problem = printParseErrorCode(error).replace(/([a-z])([A-Z])/g, "$1 $2");
  return new SourceError(
    `This is not JSON: ${problem.toLowerCase()}.${getHint(text, offset)}`,
    createPositionFinder(text)(offset),
  );
}

function getHint(text: string, offset: number): string {
  const [here, before] = [text[offset], text.slice(0, offset).trimEnd().at(-1)];
  if (here === "'") return " Use double quotation marks for texts and names.";
  if (text.startsWith("//", offset) || text.startsWith("/*", offset)) return " JSON cannot contain comments.";
  const isEnd = here === "}" || here === "]";
  return isEnd && before === "," ? " Remove the comma before the closing bracket." : "";
}

export function isJsonLines(text: string): boolean {
  const lines = text.split("\n", 50).filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.slice(0, 2).every((line) => /^\uFEFF?\{.*\}\s*$/.test(line));
}

/**
 * Reads one document per line into a list; skips empty lines.
 *
 * @throws SourceError at the first line that is not JSON
 */
export function readJsonLines(text: string): Source {
  const lines = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.replace(/^\uFEFF/, "").trim() === "") return [];
    const toFilePosition = ({ column }: Position): Position => ({ line: index + 1, column });
    return [{ source: readLine(line, toFilePosition), toFilePosition }];
  });
  const findPosition = (method: "positionOf" | "nameOf") => (path: string[]) => {
    const [entry = "0", ...below] = path;
    const line = lines[Number(entry)];
    return line ? line.toFilePosition(line.source[method](below)) : { line: 1, column: 1 };
  };
  return {
    value: lines.map(({ source }) => source.value),
    positionOf: findPosition("positionOf"),
    nameOf: findPosition("nameOf"),
  };
}

function readLine(line: string, toFilePosition: (position: Position) => Position): Source {
  try {
    return readJson(line);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new SourceError(error.message, toFilePosition(error.position));
  }
}
