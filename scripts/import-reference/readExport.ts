import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { readText } from "../source/readText.ts";
import { SourceError } from "../source/source.ts";

/** @throws Error naming the file if it is missing, empty or not UTF-8 */
export async function readExport(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new Error(`${file} cannot be read.`);
  try {
    const text = readText(bytes);
    if (text.trim() === "") throw new Error(`${file} is empty.`);
    return text;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { line, column } = error.position;
    throw new Error(`${file}:${line}:${column}: ${error.message}`, { cause: error });
  }
}

/** Lower-case column name -> value. */
export type Row = Record<string, string>;

/**
 * Parses CSV (with commas, semicolons, tabs or bars), GeoJSON, a JSON list of objects, or the response of a feature
 * service.
 */
export function parseRows(text: string): Row[] {
  const withoutBom = text.replace(/^\uFEFF/, "");
  if (/^\s*[[{]/.test(withoutBom)) return parseJsonRows(JSON.parse(withoutBom));
  const header = withoutBom.slice(0, withoutBom.search(/[\r\n]|$/));
  const delimiter = ["\t", "|", ";", ","].find((mark) => header.includes(mark)) ?? ",";
  const rows = parse(withoutBom, {
    delimiter,
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // Census tables are not quoted: a quotation mark belongs to the name.
    quote: delimiter === "," || delimiter === ";" ? '"' : null,
  });
  return rows as unknown as Row[];
}

function parseJsonRows(value: unknown): Row[] {
  const features = Array.isArray(value) ? value : (value as { features?: unknown }).features;
  if (!Array.isArray(features)) throw new Error("The JSON must be a list or a collection of features.");
  return features.map((feature: { properties?: object; attributes?: object }) => {
    const columns = feature.properties ?? feature.attributes ?? feature;
    return Object.fromEntries(
      Object.entries(columns).map(([name, cell]) => [name.toLowerCase(), String(cell ?? "").trim()]),
    );
  });
}

const listColumns = ([first = {}]: Row[]) => Object.keys(first).slice(0, 20).join(", ") || "none";

/**
 * @param names possible names of the column
 * @throws Error if the rows have none of the columns
 */
export function findColumn(rows: Row[], names: string[], content: string): string {
  const found = names.find((name) => rows.some((row) => row[name] !== undefined));
  if (found === undefined)
    throw new Error(
      `No column for ${content}. Expected one of: ${names.join(", ")}. Found: ${listColumns(rows)}.`,
    );
  return found;
}
