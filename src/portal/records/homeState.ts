import { replaceEqualDeep } from "@tanstack/react-query";
import type { UploadConflict } from "../../contract/generated/entities.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";

/** Everything on Home that a poll brings. */
export interface HomeState {
  records: RecordRow[];
  /** The open conflicts by record; undefined while they are not known. */
  conflicts: Map<string, UploadConflict[]> | undefined;
}

const byId = ({ records }: HomeState) => new Map(records.map((record) => [record.id, record]));

/** The same metadata make a card of the same size. */
const isSameSize = (one: RecordRow, other: RecordRow) =>
  one === other || replaceEqualDeep(one.currentMetadata, other.currentMetadata) === one.currentMetadata;

/**
 * What is shown, brought up to date as far as nothing moves by it: each record keeps its place and its metadata, and
 * shows the status it has by now. The rest waits.
 */
export function broughtInPlace(shown: HomeState, fresh: HomeState): HomeState {
  const now = byId(fresh);
  const records = shown.records.map((record) => {
    const latest = now.get(record.id);
    if (!latest) return record;
    return isSameSize(record, latest) ? latest : { ...latest, currentMetadata: record.currentMetadata };
  });
  return { records, conflicts: shown.conflicts };
}

/** Whether a record has a banner over its conflicts. */
export type HasBanner = (recordId: string, conflicts: UploadConflict[] | undefined) => boolean;

/** The records whose card or banner would come, go, move or change its size if the fresh state were shown. */
export function whatWaits(shown: HomeState, fresh: HomeState, hasBanner: HasBanner): Set<string> {
  const [before, now] = [byId(shown), byId(fresh)];
  const waiting = new Set<string>();
  for (const { id } of shown.records) if (!now.has(id)) waiting.add(id);
  for (const record of fresh.records) {
    const { id } = record;
    const known = before.get(id);
    const isSame = known !== undefined && isSameSize(known, record);
    const hadBanner = hasBanner(id, shown.conflicts?.get(id));
    if (!isSame || hadBanner !== hasBanner(id, fresh.conflicts?.get(id))) waiting.add(id);
  }
  for (const id of movedIds(shown, fresh, before, now)) waiting.add(id);
  return waiting;
}

/** The list stands by the time of the last change of status: whose time is another has moved, if anything has. */
function movedIds(
  shown: HomeState,
  fresh: HomeState,
  before: Map<string, RecordRow>,
  now: Map<string, RecordRow>,
): string[] {
  const kept = shown.records.filter(({ id }) => now.has(id));
  const common = fresh.records.filter(({ id }) => before.has(id));
  if (kept.every(({ id }, index) => id === common[index]?.id)) return [];
  const since = (record: RecordRow | undefined) => record?.statusInfo.timeOfLastStatusChange;
  return common.filter(({ id }) => since(before.get(id)) !== since(now.get(id))).map(({ id }) => id);
}
