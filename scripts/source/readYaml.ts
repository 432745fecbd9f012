import {
  EVENT_ID,
  getScalarValue,
  load,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
  type Event,
} from "js-yaml";
import {
  createSource,
  createPositionFinder,
  SourceError,
  type ValueLocation,
  type Source,
} from "./source.ts";

/** @throws SourceError for invalid YAML */
export function readYaml(text: string): Source {
  try {
    const value = load(text);
    return createSource(value, readLocations(text), createPositionFinder(text));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw buildYamlError(text, error);
  }
}

/** An aliased value has the location of the alias. */
function readLocations(text: string): ValueLocation {
  const events = parseEvents(text, {}).filter(({ type }) => type !== EVENT_ID.DOCUMENT);
  let eventIndex = 0;
  const readNode = (): ValueLocation => {
    const event = events[eventIndex++];
    if (event?.type === EVENT_ID.MAPPING) return { at: event.start, children: readMapping() };
    if (event?.type === EVENT_ID.SEQUENCE) return { at: event.start, children: readSequence() };
    return { at: findStart(event) };
  };
  const isAtCollectionEnd = () => eventIndex >= events.length || events[eventIndex]?.type === EVENT_ID.POP;
  const readMapping = () => {
    const children = new Map<string, ValueLocation>();
    while (!isAtCollectionEnd()) {
      const key = events[eventIndex]!;
      const { at: nameAt } = readNode();
      const name = key.type === EVENT_ID.SCALAR ? String(getScalarValue(text, key)) : "";
      children.set(name, { ...readNode(), nameAt });
    }
    eventIndex++;
    return children;
  };
  const readSequence = () => {
    const children = new Map<string, ValueLocation>();
    while (!isAtCollectionEnd()) children.set(String(children.size), readNode());
    eventIndex++;
    return children;
  };
  return readNode();
}

/** The parser's offset of a quoted text is after the quotation mark. */
function findStart(event: Event | undefined): number {
  if (event?.type === EVENT_ID.ALIAS) return event.anchorStart;
  if (event?.type !== EVENT_ID.SCALAR) return 0;
  const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return Math.max(0, event.valueStart - (isQuoted ? 1 : 0));
}

/** Reason given by js-yaml -> the usual cause. */
const HINTS: Record<string, string> = {
  "bad indentation of a mapping entry":
    "Indent the fields of a group equally, and put texts that contain a colon in quotation marks",
  "deficient indentation": "A bracket or quotation mark before this position is not closed",
  "tab characters must not be used in indentation": "Indent the line with spaces",
};

function buildYamlError(text: string, { mark, reason }: YAMLException): SourceError {
  const position = { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 };
  if (reason.startsWith("expected a document"))
    return new SourceError("The file contains only comments.", position);
  if (reason.startsWith("expected a single document"))
    return new SourceError(
      "A second document starts here. A file can contain only one.",
      findSecondDocument(text),
    );
  if (reason === "duplicated mapping key") {
    const line = text.split(/\r\n|\n|\r/)[position.line - 1] ?? "";
    const name = /^["']?([^"':]+)/.exec(line.slice(position.column - 1))?.[1]?.trim() ?? "";
    return new SourceError(`The name "${name}" is used twice.`, position);
  }
  const hint = HINTS[reason];
  return new SourceError(`This is not YAML: ${reason}.${hint ? ` ${hint}.` : ""}`, position);
}

/** Finds the first `---` after any content. */
function findSecondDocument(text: string) {
  const starts = [...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index);
  const isContent = (line: string) => /^[^#%\s]/.test(line) && !/^---\s*$/.test(line);
  const second = starts.find((start) => text.slice(0, start).split(/\r?\n/).some(isContent));
  return createPositionFinder(text)(second ?? 0);
}
