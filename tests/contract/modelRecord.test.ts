import { expect, it } from "vitest";
import { parseModelRecord } from "../../src/contract/records/modelRecord.ts";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";
import { aWireRecord } from "../support/aWireRecord.ts";

it("parseModelRecord decodes only title and identifier when a search reads the record", () => {
  const readNames = new Set<PropertyKey>();
  const wire = new Proxy(aWireRecord({ metadata: { modelName: "Denton Creek" } }), {
    get: (target, name) => (readNames.add(name), Reflect.get(target, name)),
  });
  const record = parseModelRecord(wire, NO_REFERENCES);
  readNames.clear();
  expect(Object.values(record.titleAndIdentifier)).toEqual(["Denton Creek", "030000000001"]);
  expect([...readNames].toSorted()).toEqual(["external_identifier", "model_title"]);
});
