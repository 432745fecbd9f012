import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { choicesOf, nodeAt } from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { ReferenceList } from "../referenceLists.ts";
import {
  CONDITIONS,
  schemaNodes,
  takes,
  wrongName,
  wrongValue,
  type VocabularyFault,
} from "./vocabularyFault.ts";

/** Conditions on a field that is not there, or on a value which the field never has. */
export function conditionFaults(schema: EntitySchema, lists: ReferenceList[]): VocabularyFault[] {
  return schemaNodes(schema).flatMap(({ path, node }) => {
    if (!isCondition(path)) return [];
    const fields = fieldsAround(schema, path);
    return Object.entries(node.properties ?? {}).flatMap(([name, asked]) => {
      const field = fields[name];
      const at = [...path, "properties", name];
      if (!field) return [unknownField(at, name, Object.keys(fields))];
      return isIf(path) ? impossible(at, name, asked, field, lists) : [];
    });
  });
}

/** Whether a node speaks of the object around it, and not of a value of its own. */
const isCondition = (path: string[]) => path.some((step) => CONDITIONS.includes(step)) && isWhole(path);
const isIf = (path: string[]) => path.includes("if");

/** A node below a field that a condition names is that field's, and has its own fields. */
function isWhole(path: string[]): boolean {
  const from = path.findLastIndex((step) => CONDITIONS.includes(step));
  return !path.slice(from).some((step) => step === "properties" || step === "items");
}

/** The fields of the object that a condition stands in. */
function fieldsAround(schema: EntitySchema, path: string[]): Record<string, FieldSchema> {
  for (let length = path.length; length >= 0; length -= 1) {
    const steps = path.slice(0, length);
    const node = nodeAt(schema, steps);
    if (node?.properties && !steps.some((step) => CONDITIONS.includes(step) || step === "allOf"))
      return node.properties;
  }
  return {};
}

const unknownField = (path: string[], name: string, fields: string[]): VocabularyFault =>
  wrongName(
    path,
    `The condition names the field "${name}", which does not exist.${suggestion(name, fields)}`,
  );

function impossible(
  path: string[],
  name: string,
  asked: FieldSchema,
  field: FieldSchema,
  lists: ReferenceList[],
): VocabularyFault[] {
  const isTaken = takes(field);
  const source = field["x-options"]?.open ? undefined : field["x-options"]?.source;
  const list = lists.find((one) => one.source === source)?.entries.map(({ value }) => value);
  const choices = list ?? choicesOf(field).map(({ value }) => value);
  const wanted = [
    ...(asked.const === undefined ? [] : [{ value: asked.const, below: ["const"] }]),
    ...(asked.enum ?? []).map((value, index) => ({ value, below: ["enum", String(index)] })),
  ];
  const faults = wanted
    .filter(
      ({ value }) => !isTaken(value) || (list && !Array.isArray(value) && !list.includes(String(value))),
    )
    .map(({ value, below }): VocabularyFault => {
      const known = choices.length > 0 && choices.length <= 20 ? ` It takes ${choices.join(", ")}.` : "";
      const message = `The condition asks whether "${name}" is ${JSON.stringify(value)}, which it never is.${suggestion(String(value), choices.map(String)) || known}`;
      return wrongValue([...path, ...below], message);
    });
  const { contains } = asked;
  if (!contains || !field.items) return faults;
  const entry = { ...field.items, ...(field["x-options"] && { "x-options": field["x-options"] }) };
  return [...faults, ...impossible([...path, "contains"], name, contains, entry, lists)];
}
