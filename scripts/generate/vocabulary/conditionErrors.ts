import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { listSchemaOptions, getSchemaNode } from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { ReferenceList } from "../referenceLists.ts";
import {
  CONDITION_KEYWORDS,
  listSchemaNodes,
  compileFieldValidator,
  errorAtName,
  errorAtValue,
  type SchemaError,
} from "./schemaError.ts";

/** Reports conditions on unknown fields, and conditions that never hold. */
export function findConditionErrors(schema: EntitySchema, lists: ReferenceList[]): SchemaError[] {
  return listSchemaNodes(schema).flatMap(({ path, node }) => {
    if (!isCondition(path)) return [];
    const fields = findEnclosingFields(schema, path);
    return Object.entries(node.properties ?? {}).flatMap(([name, expected]) => {
      const field = fields[name];
      const at = [...path, "properties", name];
      if (!field) return [unknownFieldError(at, name, Object.keys(fields))];
      return isIf(path) ? findImpossibleValues(at, name, expected, field, lists) : [];
    });
  });
}

const isCondition = (path: string[]) =>
  path.some((step) => CONDITION_KEYWORDS.includes(step)) && isAboutEnclosingObject(path);
const isIf = (path: string[]) => path.includes("if");

/** Nodes below a field that the condition names describe that field instead. */
function isAboutEnclosingObject(path: string[]): boolean {
  const from = path.findLastIndex((step) => CONDITION_KEYWORDS.includes(step));
  return !path.slice(from).some((step) => step === "properties" || step === "items");
}

/** @returns the fields that a condition at this path is about */
export function findEnclosingFields(schema: EntitySchema, path: string[]): Record<string, FieldSchema> {
  for (let length = path.length; length >= 0; length -= 1) {
    const steps = path.slice(0, length);
    const node = getSchemaNode(schema, steps);
    if (
      node?.properties &&
      !steps.some((step, index) => isConditionStep(step) && steps[index - 1] !== "properties")
    )
      return node.properties;
  }
  return {};
}

const isConditionStep = (step: string) =>
  [...CONDITION_KEYWORDS, "allOf", "anyOf", "oneOf", "not"].includes(step);

const unknownFieldError = (path: string[], name: string, fields: string[]): SchemaError =>
  errorAtName(
    path,
    `The condition names the field "${name}", which does not exist.${suggestion(name, fields)}`,
  );

function findImpossibleValues(
  path: string[],
  name: string,
  expected: FieldSchema,
  field: FieldSchema,
  lists: ReferenceList[],
): SchemaError[] {
  const mismatch = findListMismatch(path, name, expected, field);
  if (mismatch) return [mismatch];
  const isValidValue = compileFieldValidator(field);
  const source = field["x-options"]?.open ? undefined : field["x-options"]?.source;
  const list = lists.find((one) => one.source === source)?.entries.map(({ value }) => value);
  const choices = list ?? listSchemaOptions(field).map(({ value }) => value);
  const expectedValues = [
    ...(expected.const === undefined ? [] : [{ value: expected.const, below: ["const"] }]),
    ...(expected.enum ?? []).map((value, index) => ({ value, below: ["enum", String(index)] })),
  ];
  const errors = expectedValues
    .filter(
      ({ value }) => !isValidValue(value) || (list && !Array.isArray(value) && !list.includes(String(value))),
    )
    .map(({ value, below }): SchemaError => {
      const valid = choices.length > 0 && choices.length <= 20 ? ` Valid values: ${choices.join(", ")}.` : "";
      const message = `The condition compares "${name}" with ${JSON.stringify(value)}, which is not one of its values.${suggestion(String(value), choices.map(String)) || valid}`;
      return errorAtValue([...path, ...below], message);
    });
  const { contains } = expected;
  if (!contains || !field.items) return errors;
  const entry = { ...field.items, ...(field["x-options"] && { "x-options": field["x-options"] }) };
  return [...errors, ...findImpossibleValues([...path, "contains"], name, contains, entry, lists)];
}

/** Reports a condition that compares a list with a single value, or looks for an entry in what is no list. */
function findListMismatch(
  path: string[],
  name: string,
  expected: FieldSchema,
  field: FieldSchema,
): SchemaError | undefined {
  const types = [field.type ?? []].flat();
  const isList = types.includes("array");
  if (expected.contains && types.length > 0 && !isList)
    return errorAtName(
      [...path, "contains"],
      `"${name}" is no list, so "contains" has no effect: write "const" or "enum".`,
    );
  const keyword = (["const", "enum"] as const).find((word) => expected[word] !== undefined);
  if (!isList || !keyword) return undefined;
  const values = keyword === "enum" ? expected.enum! : [expected.const];
  if (values.some(Array.isArray)) return undefined;
  return errorAtName(
    [...path, keyword],
    `"${name}" is a list, so it never equals ${values.map((value) => JSON.stringify(value)).join(" or ")}: write "type": "array", "contains": ${JSON.stringify({ [keyword]: expected[keyword] })}.`,
  );
}
