import type { ConversionName } from "../../../src/contract/generated/vocabulary.ts";
import type { Conversion } from "../../../src/contract/schema/convertValue.ts";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";
import { listSources } from "../../../src/contract/schema/migrateToCurrentSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import { compileFieldValidator, errorAtValue, type SchemaError, type SchemaNode } from "./schemaError.ts";

interface ConversionKind {
  types: string[];
  typeName: string;
  /** Keys that the conversion needs. */
  needs: ("pattern" | "values" | "rest")[];
}

const KINDS: Record<ConversionName, ConversionKind> = {
  split: { types: ["string"], typeName: "a text", needs: ["pattern", "rest"] },
  join: { types: ["string"], typeName: "a text", needs: [] },
  list: { types: ["array"], typeName: "a list", needs: [] },
  number: { types: ["number", "integer"], typeName: "a number", needs: ["rest"] },
  map: {
    types: ["string", "number", "integer", "boolean", "array"],
    typeName: "a single value or a list",
    needs: ["values", "rest"],
  },
};

/** Reports conversions of a schema's fields, or of a group's parts, that cannot work or could lose a value. */
export function findConversionErrors({ path, node }: SchemaNode): SchemaError[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) =>
    (field["x-changes"]?.converted ?? []).flatMap((conversion, index) => {
      const at = [...path, "properties", name, "x-changes", "converted", String(index)];
      return [
        ...findWrongKeys(at, field, conversion),
        ...findUnknownFields(at, name, conversion, node),
        ...findInvalidPatterns(at, conversion),
        ...findInvalidValues(at, field, conversion),
      ];
    }),
  );
}

const jsonTypeOf = ({ type }: FieldSchema = {}) => [type].flat().find((one) => one !== "null") ?? "";

function findWrongKeys(at: string[], field: FieldSchema, conversion: Conversion): SchemaError[] {
  const { types, typeName, needs } = KINDS[conversion.by];
  const missing = needs.filter((key) => conversion[key] === undefined);
  const isJoined = conversion.by === "join";
  return [
    ...(types.includes(jsonTypeOf(field))
      ? []
      : [
          errorAtValue(
            [...at, "by"],
            `"${conversion.by}" makes ${typeName}, but this field has another type.`,
          ),
        ]),
    ...missing.map((key) =>
      errorAtValue([...at, "by"], `"${conversion.by}" needs "${key}"${KEY_HINTS[key]}.`),
    ),
    ...([conversion.from ?? []].flat().length > 1 && !isJoined
      ? [errorAtValue([...at, "from"], 'Only "join" has several fields in "from".')]
      : []),
  ];
}

const KEY_HINTS = {
  pattern: ", with one group for the part that becomes the value",
  values: ": the new value for each old one",
  rest: ": a text field that keeps older values which cannot be converted",
};

function findUnknownFields(
  at: string[],
  name: string,
  conversion: Conversion,
  { properties = {}, "x-changes": changes }: FieldSchema,
): SchemaError[] {
  const earlier = [
    ...(changes?.removed ?? []),
    ...Object.values(properties).flatMap((field) => field["x-changes"]?.renamed ?? []),
  ].filter((change) => change.version >= conversion.version);
  const known = [...Object.keys(properties), ...earlier.flatMap((change) => change.name ?? [])];
  const unknown = listSources(name, conversion).filter((source) => !known.includes(source));
  const { rest } = conversion;
  const isText = rest !== undefined && rest !== name && jsonTypeOf(properties[rest]) === "string";
  return [
    ...unknown.map((source) =>
      errorAtValue(
        [...at, "from"],
        `"${source}" is no field of schema version ${conversion.version}.${suggestion(source, known)}`,
      ),
    ),
    ...(rest === undefined || isText
      ? []
      : [errorAtValue([...at, "rest"], `"${rest}" must be another field of the schema, and a text.`)]),
  ];
}

const PATTERN_RULES: Record<string, string> = {
  pattern: "The pattern needs one group, such as (.*): it becomes the value.",
  separator:
    'The separator is a pattern: it must match at least one character, and have no group. For a vertical bar, write "[|]".',
};

function findInvalidPatterns(at: string[], { by, pattern, separator }: Conversion): SchemaError[] {
  const patterns = { ...(by === "split" && { pattern }), ...(by === "list" && { separator }) };
  return Object.entries(patterns).flatMap(([key, text]) => {
    if (text === undefined) return [];
    try {
      const compiled = new RegExp(text, "u");
      // An alternative without text matches the empty text, and gives the number of groups.
      const groups = new RegExp(`${text}|`, "u").exec("")!.length - 1;
      const isValid = key === "pattern" ? groups === 1 : groups === 0 && !compiled.test("");
      return isValid ? [] : [errorAtValue([...at, key], PATTERN_RULES[key]!)];
    } catch (error) {
      return [errorAtValue([...at, key], `${(error as Error).message}.`)];
    }
  });
}

function findInvalidValues(at: string[], field: FieldSchema, { values = {} }: Conversion): SchemaError[] {
  const isValid = compileFieldValidator(jsonTypeOf(field) === "array" ? (field.items ?? {}) : field);
  return Object.entries(values)
    .filter(([, value]) => !isValid(value))
    .map(([old, value]) =>
      errorAtValue([...at, "values", old], `${JSON.stringify(value)} is not valid for this field.`),
    );
}
