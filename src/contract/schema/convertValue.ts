import type { ConversionName } from "../generated/vocabulary.ts";
import { parseNumber } from "../wire/parseValues.ts";
import { isEmptyValue } from "./emptyValues.ts";

/** An entry of `converted` in `x-changes`. */
export interface Conversion {
  /** The last schema version with the old value. */
  version: number;
  /** The fields with the old values; by default the field itself. */
  from?: string | string[];
  /** The attributes of these fields in metadata files. */
  yaml?: string | string[];
  by: ConversionName;
  pattern?: string;
  separator?: string;
  values?: Record<string, unknown>;
  /** The text field that keeps what cannot be converted. */
  rest?: string;
}

interface Converted {
  /** Undefined if nothing could be converted. */
  value: unknown;
  /** Old values that could not be converted. */
  rest: unknown[];
}

type Convert = (old: unknown[], conversion: Conversion) => Converted;

const CONVERSIONS: Record<ConversionName, Convert> = {
  split: ([old], { pattern = "" }) => {
    // The whole text must match, or a part of it would be lost.
    const part = new RegExp(`^(?:${pattern})$`, "su").exec(String(old))?.[1]?.trim();
    return part ? { value: part, rest: [] } : { value: undefined, rest: [old] };
  },
  join: (old, { separator = ", " }) => ({ value: old.flat().map(String).join(separator), rest: [] }),
  list: ([old], { separator }) => {
    if (Array.isArray(old)) return { value: old, rest: [] };
    if (separator === undefined) return { value: [old], rest: [] };
    const parts = String(old).split(new RegExp(separator, "u"));
    const entries = parts.map((part) => part.trim()).filter(Boolean);
    return { value: entries.length > 0 ? entries : [old], rest: [] };
  },
  number: ([old]) => {
    const value = typeof old === "number" ? old : parseNumber(String(old));
    return { value, rest: value === undefined ? [old] : [] };
  },
  map: ([old], { values = {} }) => {
    const isKnown = (one: unknown) => Object.hasOwn(values, String(one));
    const entries = [old].flat();
    const mapped = entries.filter(isKnown).map((one) => structuredClone(values[String(one)]));
    return {
      value: mapped.length === 0 ? undefined : Array.isArray(old) ? [...new Set(mapped)] : mapped[0],
      rest: entries.filter((one) => !isKnown(one)),
    };
  },
};

/** @param old the values of the fields in `from`, in their order */
export const convertValue = (old: unknown[], conversion: Conversion): Converted =>
  CONVERSIONS[conversion.by](
    old.filter((value) => !isEmptyValue(value)),
    conversion,
  );
