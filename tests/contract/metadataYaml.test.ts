import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import { buildMetadataYaml, parseMetadataYaml } from "../../src/contract/yaml/metadataYaml.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { awkwardValues } from "../support/awkwardValues.ts";
import { golden, goldenText } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

const references = someReferences();
const maria = {
  id: "12",
  firstName: "Maria",
  lastName: "Ramírez",
  email: "maria.ramirez@example.com",
  phoneNumber: "512-555-0142",
  agency: "1",
};
const written = (metadata: JsonObject) =>
  buildMetadataYaml({ recordId: "57", metadata, references, contacts: [maria] });

it("writes the golden record exactly as the golden metadata file", () => {
  expect(written(golden("metadata.json"))).toBe(goldenText("record.yml"));
});

it("reads the golden metadata file as the golden record", () => {
  expect(parseMetadataYaml(goldenText("record.yml"), references)).toEqual({
    recordId: "57",
    schemaVersion: 1,
    metadata: golden("metadata.json"),
  });
});

it("quotes codes, versions and words that YAML readers could misread", () => {
  const { global_attributes: attributes } = load(written(golden("metadata.json"))) as {
    global_attributes: JsonObject;
  };
  const scalars = Object.entries(attributes)
    .filter(([key]) => key !== "schema_version")
    .flatMap(([, value]) => leaves(value));
  expect(new Set(scalars.map((value) => typeof value))).toEqual(new Set(["string"]));
});

const leaves = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];

describe.each(Object.entries(getSchema("metadata").properties).filter(([, field]) => field["x-section"]))(
  "%s",
  (name, field) => {
    it.each(awkwardValues(field))("is read back unchanged: $shown", ({ value }) => {
      const metadata = aMetadata({ [name]: value }) as unknown as JsonObject;
      expect(parseMetadataYaml(written(metadata), references).metadata).toEqual(metadata);
    });
  },
);

it.each(["# nothing", "just text", "global_attributes: 3", "- a"])(
  "rejects a text without global_attributes: %j",
  (text) => {
    expect(() => parseMetadataYaml(text, references)).toThrow();
  },
);
