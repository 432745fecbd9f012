import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

/** What a strict validator refuses in a schema, and examples and defaults that break their own field's rules. */
export function valueFaults(schema: EntitySchema): VocabularyFault[] {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  ajv.addVocabulary(ourKeywords(schema));
  try {
    return examplesAndDefaults(schema, ajv);
  } catch (error) {
    const { message } = error as Error;
    return [{ path: stepsIn(message), at: "value", message }];
  }
}

/** The steps to what a strict validator complains of, which it names at the end: `... at "metadata#/then" (...)`. */
const stepsIn = (message: string): string[] =>
  (/ at "[^"#]*#\/([^"]*)"/.exec(message)?.[1] ?? "").split("/").filter(Boolean);

function examplesAndDefaults(schema: EntitySchema, ajv: Ajv): VocabularyFault[] {
  const validate = ajv.compile(schema);
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    valuesOf(field).flatMap(([word, value, below]) => {
      validate({ [name]: value });
      const broken = validate.errors?.find(({ instancePath }) => instancePath.split("/")[1] === name);
      const message = `The ${word} of "${name}" breaks its own rule: ${broken?.message}.`;
      return broken ? [{ path: ["properties", name, ...below], at: "value" as const, message }] : [];
    }),
  );
}

const valuesOf = ({ examples = [], default: first }: FieldSchema): [string, unknown, string[]][] => [
  ...examples.map((value, index): [string, unknown, string[]] => [
    "example",
    value,
    ["examples", String(index)],
  ]),
  ...(first === undefined ? [] : [["default", first, ["default"]] satisfies [string, unknown, string[]]]),
];

function ourKeywords(schema: EntitySchema): string[] {
  const text = JSON.stringify(schema);
  return [...new Set(text.match(/"x-[a-z-]+"(?=:)/g) ?? [])].map((quoted) => JSON.parse(quoted) as string);
}
