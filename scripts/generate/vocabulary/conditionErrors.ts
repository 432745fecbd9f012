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

/** Reports conditions on unknown fields, and on values that the field never has. */
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

function findEnclosingFields(schema: EntitySchema, path: string[]): Record<string, FieldSchema> {
  for (let length = path.length; length >= 0; length -= 1) {
    const steps = path.slice(0, length);
    const node = getSchemaNode(schema, steps);
    if (node?.properties && !steps.some((step) => CONDITION_KEYWORDS.includes(step) || step === "allOf"))
      return node.properties;
  }
  return {};
}

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
