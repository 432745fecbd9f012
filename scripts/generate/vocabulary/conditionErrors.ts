import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { listNameableFields } from "../../../src/contract/schema/conditionalFields.ts";
import {
  getEntrySchema,
  getSchemaNode,
  listSchemaOptions,
} from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { ReferenceList } from "../choiceLists.ts";
import {
  isInCondition,
  listSchemaNodes,
  compileFieldValidator,
  errorAtName,
  errorAtValue,
  type SchemaError,
} from "./schemaError.ts";

/** Reports conditions on unknown fields, and conditions that never hold. */
export function findConditionErrors(schema: EntitySchema, lists: ReferenceList[]): SchemaError[] {
  return listSchemaNodes(schema).flatMap(({ path, node }) => {
    const fields = isInCondition(path) ? findEnclosingFields(schema, path) : undefined;
    if (!fields) return [];
    return Object.entries(node.properties ?? {}).flatMap(([name, expected]) => {
      const field = fields[name];
      const at = [...path, "properties", name];
      if (!field) return [unknownFieldError(at, name, Object.keys(fields))];
      return path.includes("if") ? findImpossibleValues(at, name, expected, field, lists) : [];
    });
  });
}

/** Reports x-when where no condition can show the field, or where it must always be shown. */
export function findVisibilityErrors(schema: EntitySchema): SchemaError[] {
  return listSchemaNodes(schema).flatMap(({ path, node }) => {
    if (!node["x-when"]) return [];
    const problem = findVisibilityProblem(schema, path);
    return problem === undefined ? [] : [errorAtName([...path, "x-when"], problem)];
  });
}

function findVisibilityProblem(schema: EntitySchema, path: string[]): string | undefined {
  const name = path.at(-1)!;
  if (path.at(-2) !== "properties" || isInCondition(path))
    return "x-when works only on fields and on parts of groups.";
  const object = getSchemaNode(schema, path.slice(0, -2))!;
  if (object.required?.includes(name))
    return `"${name}" is always required, so it must be shown: remove x-when, or require it in a "then".`;
  const rests = Object.values(object.properties ?? {}).flatMap((field) =>
    (field["x-changes"]?.converted ?? []).flatMap(({ rest }) => rest ?? []),
  );
  if (rests.includes(name) || listNameableFields(object).includes(name)) return undefined;
  const place = path.length === 2 ? "" : " of its group";
  return `No "then" or "else"${place} names "${name}", so the form would never show it: add it to one.`;
}

const isKeyword = (path: string[], index: number) => path[index - 1] !== "properties";

/**
 * Follows a path of the schema, through conditions to the fields that they are about.
 *
 * @returns the fields of the object that the node at this path describes; undefined if they are not known
 */
export function findEnclosingFields(
  schema: EntitySchema,
  path: string[],
): Record<string, FieldSchema> | undefined {
  let node: FieldSchema | undefined = schema;
  for (const [index, step] of path.entries()) {
    if (!isKeyword(path, index)) node = node?.properties?.[step];
    else if (step === "items" || step === "contains") node = node?.items;
    else if (OTHER_VALUE_KEYWORDS.includes(step)) return undefined;
  }
  return node?.properties;
}

/** Schemas of values that are no named field. */
const OTHER_VALUE_KEYWORDS = ["additionalProperties", "propertyNames", "definitions"];

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
  return [
    ...errors,
    ...findImpossibleValues([...path, "contains"], name, contains, getEntrySchema(field), lists),
  ];
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
