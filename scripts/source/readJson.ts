import { getNodeValue, parseTree, type Node, type ParseError, printParseErrorCode } from "jsonc-parser";
import type { Placed } from "./placedValue.ts";
import { placedValue } from "./placedValue.ts";
import { positionsIn } from "./positionsIn.ts";
import type { Source } from "./source.ts";
import { SourceFault } from "./sourceFault.ts";

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
