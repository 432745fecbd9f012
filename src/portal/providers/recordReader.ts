import { replaceEqualDeep } from "@tanstack/react-query";
import type { Bag } from "../../contract/fields.ts";
import { readModelRecord, type ModelRecord } from "../../contract/modelRecord.ts";
import type { References } from "../../contract/references.ts";

interface Reading {
  rows: Bag[];
  references: References;
  /** What each record was read from, by its id. */
  sources: Map<string, { row: Bag; record: ModelRecord }>;
  records: ModelRecord[];
}

/**
 * Reads the same list again and again, as a poll does: the same rows give the same list, and a row that is as it was
 * gives the same record, so that what shows it has nothing to do.
 *
 * @param order how the list stands, as `Array.sort` compares
 */
export function createRecordReader(order: (a: ModelRecord, b: ModelRecord) => number) {
  let last: Reading | undefined;
  return (rows: Bag[], references: References): ModelRecord[] => {
    const earlier = last?.references === references ? last : undefined;
    if (earlier?.rows === rows) return earlier.records;
    const sources: Reading["sources"] = new Map();
    for (const row of rows) {
      const fresh = readModelRecord(row, references);
      const known = earlier?.sources.get(fresh.id);
      const isSame = known !== undefined && replaceEqualDeep(known.row, row) === known.row;
      sources.set(fresh.id, isSame ? known : { row, record: fresh });
    }
    const records = Array.from(sources.values(), ({ record }) => record).toSorted(order);
    last = { rows, references, sources, records };
    return records;
  };
}
