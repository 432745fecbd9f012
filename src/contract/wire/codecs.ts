import type { CodecName } from "../generated/vocabulary.ts";
import { parseNumber } from "./parseValues.ts";
import type { RecordContact } from "../schema/originator.ts";
import type { References } from "../schema/references.ts";
import { findCollectionOfRegion, findRegionOfCollection } from "../schema/regions.ts";

export type Side = "read" | "write";

/** `encode` returns the form of answers ("read") or saves ("write"). `decode` accepts both; undefined means empty. */
export interface Codec {
  decode(wire: unknown, references: References): unknown;
  encode(value: unknown, side: Side, references: References): unknown;
  /** JSON Schema of the encoded value; by default the field's own schema. */
  wireSchema?: Record<Side, WireShape>;
}

type WireShape = Record<string, unknown>;

/** Some servers send ids as numbers. Throws a TypeError for other types. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new TypeError(`${JSON.stringify(value)?.slice(0, 60)} is not text.`);
}

/** Removes the time of an ISO date-time. Other texts are passed on to validation. */
const toDay = (value: unknown) => toText(value).replace(/^(\d{4}-\d{2}-\d{2})T.*$/, "$1");

const plain: Codec = {
  decode: (wire) => (typeof wire === "number" ? String(wire) : wire),
  encode: (value) => value ?? "",
};

const typed: Codec = { decode: (wire) => wire, encode: (value) => value ?? null };

/** Servers may send numbers as text. Other texts are passed on to validation. */
const numeric: Codec = {
  decode: (wire) => (typeof wire === "string" ? (parseNumber(wire) ?? wire) : wire),
  encode: (value) => value ?? null,
};

const TEXT = { type: "string" };
/** Ids are text, but some callers send numbers. */
const ID = { type: ["string", "integer"] };
const PAIRS = { type: "array", items: { type: "array", items: TEXT, minItems: 2, maxItems: 2 } };

const commaList: Codec = {
  wireSchema: {
    read: { type: "array", items: TEXT },
    write: {
      type: ["string", "array"],
      items: TEXT,
      description: "A list of entries, or one text with the entries joined by commas.",
    },
  },
  decode: (wire) =>
    (Array.isArray(wire)
      ? wire.map(toText)
      : toText(wire)
          .split(",")
          .map((part) => part.trim())
    ).filter(Boolean),
  encode: (value, side) => {
    const list = (value as string[] | undefined) ?? [];
    return side === "read" ? list : list.join(",");
  },
};

/** YYYY-MM-DD as text: a local-time Date could shift the day. */
const date: Codec = {
  wireSchema: { read: { ...TEXT, format: "date" }, write: { ...TEXT, format: "date" } },
  decode: toDay,
  encode: (value) => toText(value),
};

const pickDate = (part: string, value: unknown) => (toDay(value) === "" ? {} : { [part]: toDay(value) });

interface Period {
  start?: string;
  end?: string;
}

/** Empty pairs are dropped. Pairs with one date are passed on to validation. */
const datePairs: Codec = {
  wireSchema: {
    read: PAIRS,
    write: {
      type: ["array", "string"],
      items: { type: "array", items: { type: ["string", "null"] }, minItems: 2, maxItems: 2 },
      description: "A list of [start, end] date pairs, or the same list as JSON text.",
    },
  },
  decode: (wire) => {
    const pairs = (typeof wire === "string" ? JSON.parse(wire) : wire) as unknown[][];
    return pairs
      .map(([start, end]): Period => ({ ...pickDate("start", start), ...pickDate("end", end) }))
      .filter(({ start, end }) => start || end);
  },
  encode: (value) =>
    ((value as Period[] | undefined) ?? [])
      .filter(({ start, end }) => start && end)
      .map(({ start, end }) => [start, end]),
};

/** Pairs with one id are passed on to validation, so that no selection is lost. */
const contactPairs: Codec = {
  wireSchema: {
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
      : [...toText(wire).matchAll(/\{([^,{}]*)(?:,([^,{}]*))?\}/g)].map(([, contact, role]) => [
          contact,
          role,
        ]);
    return pairs.map(([contactId, roleId]): RecordContact => ({
      contactId: toText(contactId).trim(),
      roleId: toText(roleId).trim(),
    }));
  },
  encode: (value, side) => {
    const contacts = (value as Partial<RecordContact>[] | undefined) ?? [];
    if (side === "read") return contacts.map(({ contactId = "", roleId = "" }) => [contactId, roleId]);
    return contacts.map(({ contactId = "", roleId = "" }) => `{${contactId},${roleId}}`).join(",");
  },
};

const region: Codec = {
  wireSchema: { read: TEXT, write: ID },
  decode: (wire, { collections }) => findRegionOfCollection(toText(wire), collections),
  encode: (value, _, { collections }) => findCollectionOfRegion(toText(value), collections) ?? "",
};

const agency: Codec = {
  wireSchema: { read: TEXT, write: ID },
  decode: (wire, { agencies }) => agencies.find(({ name }) => name === toText(wire))?.id ?? toText(wire),
  encode: (value) => toText(value),
};

const software: Codec = {
  wireSchema: { read: TEXT, write: TEXT },
  decode: (wire, { software: list }) => {
    const byAbbreviation = list.find(({ abbreviation }) => abbreviation === toText(wire));
    const match = byAbbreviation ?? list.find(({ name }) => name === toText(wire));
    return match?.abbreviation ?? toText(wire);
  },
  encode: (value) => toText(value),
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

export function getCodec(name: string | undefined, type: string | string[] | undefined): Codec {
  if (name === undefined) return getDefaultCodec(type);
  const codec = (codecs as Partial<Record<string, Codec>>)[name];
  if (!codec) throw new Error(`Unknown x-wire codec "${name}"`);
  return codec;
}

function getDefaultCodec(type: string | string[] | undefined): Codec {
  if (type === "string") return plain;
  return type === "number" || type === "integer" ? numeric : typed;
}
