import {
  EVENT_ID,
  getScalarValue,
  load,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
  type Event,
} from "js-yaml";
import { placedValue, type Placed } from "./placedValue.ts";
import { positionsIn } from "./positionsIn.ts";
import type { Source } from "./source.ts";
import { yamlFault } from "./yamlFault.ts";

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
