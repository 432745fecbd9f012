import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { readText } from "../source/readText.ts";
import { SourceFault } from "../source/source.ts";

/**
 * The text of an export.
 *
 * @throws Error naming the file, when there is none, it is empty, or it is not UTF-8: a guess would change names
 */
export async function readExport(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new Error(`${file} cannot be read.`);
  try {
    const text = readText(bytes);
    if (text.trim() === "") throw new Error(`${file} is empty.`);
    return text;
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    const { line, column } = error.position;
    throw new Error(`${file}:${line}:${column}: ${error.message}`, { cause: error });
  }
}

/** One row of an export, its columns by lower-case name. */
export type Row = Record<string, string>;

/**
 * The rows of an export: a table separated by commas, semicolons, tabs or bars, a GeoJSON (the properties of its features), or
 * JSON (a list of objects, or the answer of a feature service with `attributes`).
 *
 * @throws Error when the text is none of these
 */
export function readRows(text: string): Row[] {
  const bare = text.replace(/^\uFEFF/, "");
  if (/^\s*[[{]/.test(bare)) return jsonRows(JSON.parse(bare));
  const header = bare.slice(0, bare.search(/[\r\n]|$/));
  const delimiter = ["\t", "|", ";", ","].find((mark) => header.includes(mark)) ?? ",";
  const rows = parse(bare, {
    delimiter,
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // Tables of the Census are not quoted, and a quotation mark in a name is part of it.
    quote: delimiter === "," || delimiter === ";" ? '"' : null,
  });
  return rows as unknown as Row[];
}

function jsonRows(value: unknown): Row[] {
  const features = Array.isArray(value) ? value : (value as { features?: unknown }).features;
  if (!Array.isArray(features)) throw new Error("The JSON is neither a list nor a collection of features.");
  return features.map((feature: { properties?: object; attributes?: object }) => {
    const columns = feature.properties ?? feature.attributes ?? feature;
    return Object.fromEntries(
      Object.entries(columns).map(([name, cell]) => [name.toLowerCase(), String(cell ?? "").trim()]),
    );
  });
}

const columns = ([first = {}]: Row[]) => Object.keys(first).slice(0, 20).join(", ") || "none";

/**
 * The first of some columns that the rows have.
 *
 * @throws Error naming the columns looked for, when there is none
 */
export function columnOf(rows: Row[], names: string[], what: string): string {
  const found = names.find((name) => rows.some((row) => row[name] !== undefined));
  if (found === undefined)
    throw new Error(
      `There is no column for ${what}: one of ${names.join(", ")} is looked for. The columns are ${columns(rows)}.`,
    );
  return found;
}
