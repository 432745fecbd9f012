import { expect, it } from "vitest";
import { createRecordReader } from "../../../src/portal/providers/recordReader.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { someReferences } from "../../support/references.ts";

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
const rows = () => [aWireRecord({ id: "2" }), aWireRecord({ id: "1" })];
const references = someReferences();

it("gives the same list for the same rows, in its order", () => {
  const read = createRecordReader(byId);
  const same = rows();
  const first = read(same, references);
  expect(first.map(({ id }) => id)).toEqual(["1", "2"]);
  expect(read(same, references)).toBe(first);
});

it("gives the same record for a row that is as it was, wherever it stands", () => {
  const read = createRecordReader(byId);
  const [one, two] = read(rows(), references);
  const later = read(
    [aWireRecord({ id: "0" }), aWireRecord({ id: "1", status: "accepted" }), rows()[0]!],
    references,
  );
  expect(later[2]).toBe(two);
  expect(later[1]).not.toBe(one);
  expect(later[1]!.statusInfo.status).toBe("accepted");
});

it("reads anew with other lists, for what they name may be another", () => {
  const read = createRecordReader(byId);
  const same = rows();
  const [one] = read(same, references);
  expect(read(same, someReferences())[0]).not.toBe(one);
});

it("reads the metadata of a row when they are first looked at, and once", () => {
  let looks = 0;
  const row = aWireRecord();
  const watched = new Proxy(row, {
    get: (target, name) => {
      if (name === "model_title") looks += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  const [record] = createRecordReader(byId)([watched], references);
  expect(looks).toBe(0);
  expect(record!.currentMetadata).toMatchObject({ modelName: "Denton Creek" });
  const before = looks;
  expect(record!.currentMetadata).toBe(record!.currentMetadata);
  expect(looks).toBe(before);
});
