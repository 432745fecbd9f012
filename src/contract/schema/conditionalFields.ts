import type { FieldSchema } from "./fields.ts";

/** Whether the values of the object meet a condition. */
type IsMet = (condition: FieldSchema) => boolean;

/** The fields with `x-when` that no met condition names. */
export function listUnnamedFields(object: FieldSchema, isMet: IsMet): string[] {
  const conditional = Object.entries(object.properties ?? {}).filter(([, field]) => field["x-when"]);
  if (conditional.length === 0) return [];
  const named = listNames(object, (node) => (isMet(node.if!) ? [node.then] : [node.else]));
  return conditional.map(([name]) => name).filter((name) => !named.includes(name));
}

/** The fields that a condition can name. */
export const listNameableFields = (object: FieldSchema): string[] =>
  listNames(object, (node) => [node.then, node.else]);

type PickBranches = (conditional: FieldSchema) => (FieldSchema | undefined)[];

function listNames(node: FieldSchema, pickBranches: PickBranches): string[] {
  const branches = node.if ? pickBranches(node).filter((branch) => branch !== undefined) : [];
  return [
    ...branches.flatMap(({ required = [], properties = {} }) => [...required, ...Object.keys(properties)]),
    ...[...branches, ...(node.allOf ?? [])].flatMap((part) => listNames(part, pickBranches)),
  ];
}
