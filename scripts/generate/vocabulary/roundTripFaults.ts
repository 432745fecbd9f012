import { isDeepStrictEqual } from "node:util";
import { createSchemaUtils, type RJSFSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import {
  examplesOf,
  sectionTitles,
  yamlConstants,
  yamlKey,
  type Bag,
  type EntitySchema,
} from "../../../src/contract/schema/fields.ts";
import { isAbsent } from "../../../src/contract/schema/isSame.ts";
import { metadataYaml, readMetadataYaml } from "../../../src/contract/yaml/metadataYaml.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { decode, encode, namesRead } from "../../../src/contract/wire/wire.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

/** Examples that come back from an answer, a save, the metadata YAML or the form as something else than they went. */
export function roundTripFaults(schema: EntitySchema, references: References): VocabularyFault[] {
  const example = Object.fromEntries(
    Object.entries(examplesOf(schema)).filter(([, value]) => !isAbsent(value)),
  );
  const ways: [string, (field: EntitySchema["properties"][string]) => boolean, () => Bag][] = [
    ...(["read", "write"] as const).map((side): (typeof ways)[number] => [
      side === "read" ? "an answer" : "a save",
      (field) => namesRead(field, side).length > 0,
      () => decode(schema, encode(schema, example, side, references), side, references),
    ]),
    ...(yamlConstants(schema)
      ? [
          [
            "the metadata YAML",
            (field) => yamlKey(field) !== undefined,
            () => throughYaml(schema, example, references),
          ] satisfies (typeof ways)[number],
        ]
      : []),
    ...(sectionTitles(schema).length > 0
      ? [["the form", () => true, () => throughForm(schema, example)] satisfies (typeof ways)[number]]
      : []),
  ];
  return ways.flatMap(([way, travels, there]) => differences(schema, example, way, travels, attempt(there)));
}

function attempt(there: () => Bag): Bag | Error {
  try {
    return there();
  } catch (error) {
    return error as Error;
  }
}

function differences(
  { properties }: EntitySchema,
  example: Bag,
  way: string,
  travels: (field: EntitySchema["properties"][string]) => boolean,
  back: Bag | Error,
): VocabularyFault[] {
  if (back instanceof Error)
    return [{ path: [], at: "value", message: `The examples cannot pass through ${way}: ${back.message}` }];
  return Object.entries(example)
    .filter(([name]) => travels(properties[name]!) && !properties[name]!["x-derived"])
    .filter(([name, value]) => !isDeepStrictEqual(back[name], value))
    .map(([name, value]) => ({
      path: ["properties", name, "examples", "0"],
      at: "value" as const,
      message: `The example of "${name}" comes back from ${way} as ${JSON.stringify(back[name])}, and not as ${JSON.stringify(value)}: its type, codec or default does not suit it.`,
    }));
}

function throughYaml(schema: EntitySchema, metadata: Bag, references: References): Bag {
  const text = metadataYaml({ recordId: "1", metadata, references, contacts: [] }, schema);
  return readMetadataYaml(text, references, schema).metadata;
}

/** What the form makes of a document that it opens. */
function throughForm(schema: EntitySchema, example: Bag): Bag {
  const utils = createSchemaUtils(validator, schema as RJSFSchema);
  const opened: unknown = utils.getDefaultFormState(schema as RJSFSchema, structuredClone(example));
  return JSON.parse(JSON.stringify(opened)) as Bag;
}
