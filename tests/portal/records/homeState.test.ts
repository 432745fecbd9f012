import { expect, it } from "vitest";
import type { UploadConflict } from "../../../src/contract/generated/entities.ts";
import { broughtInPlace, whatWaits, type HomeState } from "../../../src/portal/records/homeState.ts";
import type { RecordRow } from "../../../src/portal/providers/recordsDialect.ts";

const aRecord = (
  id: string,
  modelName = id,
  status: RecordRow["statusInfo"]["status"] = "pending",
  day = 1,
) =>
  ({
    id,
    currentMetadata: { modelName },
    statusInfo: { status, timeOfLastStatusChange: `2026-03-0${day}` },
    dataIsAvailable: false,
    schemaVersion: 1,
  }) as RecordRow;

const aState = (records: RecordRow[], conflicts: Record<string, string[]> = {}): HomeState => ({
  records,
  conflicts: new Map(
    Object.entries(conflicts).map(([id, uploads]) => [
      id,
      uploads.map((uploadId) => ({ uploadId }) as UploadConflict),
    ]),
  ),
});

const always = (_: string, conflicts: UploadConflict[] = []) => conflicts.length > 0;
const waiting = (shown: HomeState, fresh: HomeState, hasBanner = always) => [
  ...whatWaits(shown, fresh, hasBanner),
];

it("waits with what comes, goes, moves, is rewritten, or gets or loses its banner", () => {
  const shown = aState([aRecord("a"), aRecord("b"), aRecord("c")], { c: ["1"] });
  expect(waiting(shown, aState([aRecord("n"), ...shown.records], { c: ["1"] }))).toEqual(["n"]);
  expect(waiting(shown, aState(shown.records.slice(1), { c: ["1"] }))).toEqual(["a"]);
  const moved = [aRecord("b", "b", "accepted", 2), aRecord("a"), aRecord("c")];
  expect(waiting(shown, aState(moved, { c: ["1"] }))).toEqual(["b"]);
  expect(waiting(shown, aState([aRecord("a", "other"), aRecord("b"), aRecord("c")], { c: ["1"] }))).toEqual([
    "a",
  ]);
  expect(waiting(shown, aState(shown.records, { c: ["1"], b: ["2"] }))).toEqual(["b"]);
  expect(waiting(shown, aState(shown.records))).toEqual(["c"]);
});

it("waits with nothing where nothing would move", () => {
  const shown = aState([aRecord("a"), aRecord("b")], { a: ["1"] });
  expect(waiting(shown, aState([aRecord("a"), aRecord("b", "b", "accepted", 2)], { a: ["1", "2"] }))).toEqual(
    [],
  );
  expect(waiting(shown, aState(shown.records, { a: ["1"], z: ["3"] }))).toEqual([]);
  const dismissed = () => false;
  expect(waiting(shown, aState(shown.records), dismissed)).toEqual([]);
});

it("shows a status at once, over the metadata and in the order that were shown", () => {
  const shown = aState([aRecord("a"), aRecord("b")]);
  const fresh = aState([aRecord("b", "rewritten", "accepted", 2), aRecord("n"), aRecord("a")]);
  const { records } = broughtInPlace(shown, fresh);
  expect(records.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(records[1]).toMatchObject({
    currentMetadata: { modelName: "b" },
    statusInfo: { status: "accepted" },
  });
});
