import type { CodecName } from "../generated/vocabulary.ts";
import { numberIn } from "./typedValues.ts";
import type { RecordContact } from "../schema/originator.ts";
import type { References } from "../schema/references.ts";
import { collectionOfRegion, regionOfCollection } from "../schema/regions.ts";

export type Side = "read" | "write";

/**
 * How one value travels. `encode` makes what the server sends ("read") or accepts ("write");
 * `decode` takes either form and answers undefined for nothing.
 */
export interface Codec {
  decode(wire: unknown, references: References): unknown;
  encode(value: unknown, side: Side, references: References): unknown;
  /** What it looks like on its way, as JSON Schema; without it, as the field's own schema says. */
  shape?: Record<Side, WireShape>;
}

/** The JSON Schema of a value as it travels. */
type WireShape = Record<string, unknown>;

/** Text as the services send it: some answer numbers for ids. Anything else is no text, and an error. */
function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new TypeError(`${JSON.stringify(value)?.slice(0, 60)} is not text.`);
}

/** The day of a date or of a time in ISO form; anything else is passed on for the rules to refuse. */
const day = (value: unknown) => text(value).replace(/^(\d{4}-\d{2}-\d{2})T.*$/, "$1");

/** Answers carry any value as it is; numbers where we hold text become text. */
const plain: Codec = {
  decode: (wire) => (typeof wire === "number" ? String(wire) : wire),
  encode: (value) => value ?? "",
};

/** For values whose type the schema names. */
const typed: Codec = { decode: (wire) => wire, encode: (value) => value ?? null };

/** Services may answer a number as text; what says none is passed on for the rules to refuse. */
const numeric: Codec = {
  decode: (wire) => (typeof wire === "string" ? (numberIn(wire) ?? wire) : wire),
  encode: (value) => value ?? null,
};

const TEXT = { type: "string" };
/** Ids are text; some callers send them as the numbers they look like. */
const ID = { type: ["string", "integer"] };
const PAIRS = { type: "array", items: { type: "array", items: TEXT, minItems: 2, maxItems: 2 } };

const commaList: Codec = {
  shape: {
    read: { type: "array", items: TEXT },
    write: { type: ["string", "array"], items: TEXT, description: "Entries joined by commas, or a list." },
  },
  decode: (wire) =>
    (Array.isArray(wire)
      ? wire.map(text)
      : text(wire)
          .split(",")
          .map((part) => part.trim())
    ).filter(Boolean),
  encode: (value, side) => {
    const list = (value as string[] | undefined) ?? [];
    return side === "read" ? list : list.join(",");
  },
};

/** A date is text, YYYY-MM-DD, and never passes through a local-time Date. */
const date: Codec = {
  shape: { read: { ...TEXT, format: "date" }, write: { ...TEXT, format: "date" } },
  decode: day,
  encode: (value) => text(value),
};

const dated = (part: string, value: unknown) => (day(value) === "" ? {} : { [part]: day(value) });

interface Period {
  start?: string;
  end?: string;
}

/** A pair of which both dates are empty says nothing. Half a pair is passed on for the rules to refuse. */
const datePairs: Codec = {
  shape: {
    read: PAIRS,
    write: {
      type: ["array", "string"],
      items: { type: "array", items: { type: ["string", "null"] }, minItems: 2, maxItems: 2 },
      description: "Pairs of dates, or their JSON as text.",
    },
  },
  decode: (wire) => {
    const pairs = (typeof wire === "string" ? JSON.parse(wire) : wire) as unknown[][];
    return pairs
      .map(([start, end]): Period => ({ ...dated("start", start), ...dated("end", end) }))
      .filter(({ start, end }) => start || end);
  },
  encode: (value) =>
    ((value as Period[] | undefined) ?? [])
      .filter(({ start, end }) => start && end)
      .map(({ start, end }) => [start, end]),
};

/** Half a pair is passed on, either way, for the rules to refuse: what was chosen never vanishes unsaid. */
const contactPairs: Codec = {
  shape: {
    read: PAIRS,
    write: {
      type: ["string", "array"],
      items: { type: "array", items: ID },
      description: "Pairs of contact id and role id, such as {12,1},{40,9}.",
    },
  },
  decode: (wire) => {
    const pairs = Array.isArray(wire)
      ? (wire as unknown[][])
      : [...text(wire).matchAll(/\{([^,{}]*)(?:,([^,{}]*))?\}/g)].map(([, contact, role]) => [contact, role]);
    return pairs.map(([contactId, roleId]): RecordContact => ({
      contactId: text(contactId).trim(),
      roleId: text(roleId).trim(),
    }));
  },
  encode: (value, side) => {
    const contacts = (value as Partial<RecordContact>[] | undefined) ?? [];
    if (side === "read") return contacts.map(({ contactId = "", roleId = "" }) => [contactId, roleId]);
    return contacts.map(({ contactId = "", roleId = "" }) => `{${contactId},${roleId}}`).join(",");
  },
};

const region: Codec = {
  shape: { read: TEXT, write: ID },
  decode: (wire, { collections }) => regionOfCollection(text(wire), collections),
  encode: (value, _, { collections }) => collectionOfRegion(text(value), collections) ?? "",
};

/** An agency is sent by id or by name; ours is the id. A name nobody lists is kept as it is. */
const agency: Codec = {
  shape: { read: TEXT, write: ID },
  decode: (wire, { agencies }) => agencies.find(({ name }) => name === text(wire))?.id ?? text(wire),
  encode: (value) => text(value),
};

/** Software is matched by abbreviation or by name; ours is the abbreviation. One nobody lists is kept. */
const software: Codec = {
  shape: { read: TEXT, write: TEXT },
  decode: (wire, { software: list }) => {
    const byAbbreviation = list.find(({ abbreviation }) => abbreviation === text(wire));
    const found = byAbbreviation ?? list.find(({ name }) => name === text(wire));
    return found?.abbreviation ?? text(wire);
  },
  encode: (value) => text(value),
};

const codecs: Record<CodecName, Codec> = {
  commaList,
  date,
  datePairs,
  contactPairs,
  region,
  agency,
  software,
};

/**
 * The codec a schema names; without a name, the one that suits the field's type.
 *
 * @throws Error when no codec has the name
 */
export function codecFor(name: string | undefined, type: string | string[] | undefined): Codec {
  if (name === undefined) return codecOfType(type);
  const codec = (codecs as Partial<Record<string, Codec>>)[name];
  if (!codec) throw new Error(`Unknown x-wire codec "${name}"`);
  return codec;
}

function codecOfType(type: string | string[] | undefined): Codec {
  if (type === "string") return plain;
  return type === "number" || type === "integer" ? numeric : typed;
}
