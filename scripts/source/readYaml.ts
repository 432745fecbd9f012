import {
  EVENT_ID,
  getScalarValue,
  load,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
  type Event,
} from "js-yaml";
import { placedValue, positionsIn, SourceFault, type Placed, type Source } from "./source.ts";

/**
 * Reads YAML as the portal itself reads it.
 *
 * @throws SourceFault where the text is no YAML
 */
export function readYaml(text: string): Source {
  try {
    const value = load(text);
    return placedValue(value, placesIn(text), positionsIn(text));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw yamlFault(text, error);
  }
}

/** Walks the events of one document; what follows an alias is where the alias stands. */
function placesIn(text: string): Placed {
  const events = parseEvents(text, {}).filter(({ type }) => type !== EVENT_ID.DOCUMENT);
  let next = 0;
  const read = (): Placed => {
    const event = events[next++];
    if (event?.type === EVENT_ID.MAPPING) return { at: event.start, children: mapping() };
    if (event?.type === EVENT_ID.SEQUENCE) return { at: event.start, children: sequence() };
    return { at: startOf(event) };
  };
  const ends = () => next >= events.length || events[next]?.type === EVENT_ID.POP;
  const mapping = () => {
    const children = new Map<string, Placed>();
    while (!ends()) {
      const key = events[next]!;
      const { at: nameAt } = read();
      const name = key.type === EVENT_ID.SCALAR ? String(getScalarValue(text, key)) : "";
      children.set(name, { ...read(), nameAt });
    }
    next++;
    return children;
  };
  const sequence = () => {
    const children = new Map<string, Placed>();
    while (!ends()) children.set(String(children.size), read());
    next++;
    return children;
  };
  return read();
}

/** Where a value begins: the quotation mark of a quoted text, which the parser leaves out, is part of it. */
function startOf(event: Event | undefined): number {
  if (event?.type === EVENT_ID.ALIAS) return event.anchorStart;
  if (event?.type !== EVENT_ID.SCALAR) return 0;
  const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return Math.max(0, event.valueStart - (isQuoted ? 1 : 0));
}

/** What usually stands behind a reader's words, for people who did not learn YAML. */
const HINTS: Record<string, string> = {
  "bad indentation of a mapping entry":
    "Begin the names of one object in the same column, and put a text that holds a colon in quotation marks",
  "deficient indentation": "A bracket or quotation mark before this place is not closed",
  "tab characters must not be used in indentation": "Begin the line with spaces",
};

/** What the YAML reader refuses, at its place, with what to do about it. */
function yamlFault(text: string, { mark, reason }: YAMLException): SourceFault {
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
