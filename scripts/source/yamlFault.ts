import type { YAMLException } from "js-yaml";
import { positionsIn } from "./positionsIn.ts";
import { SourceFault } from "./sourceFault.ts";

/** What usually stands behind a reader's words, for people who did not learn YAML. */
const HINTS: Record<string, string> = {
  "bad indentation of a mapping entry":
    "Begin the names of one object in the same column, and put a text that holds a colon in quotation marks",
  "deficient indentation": "A bracket or quotation mark before this place is not closed",
  "tab characters must not be used in indentation": "Begin the line with spaces",
};

/** What the YAML reader refuses, at its place, with what to do about it. */
export function yamlFault(text: string, { mark, reason }: YAMLException): SourceFault {
  const position = { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 };
  if (reason.startsWith("expected a document"))
    return new SourceFault("There is nothing in it but comments.", position);
  if (reason.startsWith("expected a single document"))
    return new SourceFault("A second document begins here; a file holds one.", secondDocument(text));
  if (reason === "duplicated mapping key") {
    const line = text.split(/\r\n|\n|\r/)[position.line - 1] ?? "";
    const name = /^["']?([^"':]+)/.exec(line.slice(position.column - 1))?.[1]?.trim() ?? "";
    return new SourceFault(`The name "${name}" stands here a second time.`, position);
  }
  const hint = HINTS[reason];
  return new SourceFault(`This is not YAML: ${reason}.${hint ? ` ${hint}.` : ""}`, position);
}

/** The first mark of a document that has something before it. */
function secondDocument(text: string) {
  const starts = [...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index);
  const isContent = (line: string) => /^[^#%\s]/.test(line) && !/^---\s*$/.test(line);
  const second = starts.find((start) => text.slice(0, start).split(/\r?\n/).some(isContent));
  return positionsIn(text)(second ?? 0);
}
