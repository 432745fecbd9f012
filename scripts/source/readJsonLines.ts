import { readJson } from "./readJson.ts";
import type { Position, Source } from "./source.ts";
import { SourceFault } from "./sourceFault.ts";

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
