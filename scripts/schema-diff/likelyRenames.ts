import { getSchemaVersion, type EntitySchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import { isDeclared, pairWithReleased } from "./releasedFields.ts";

/** Removed field -> the new field with its label or one of its server names, if x-changes declares neither. */
export function findLikelyRenames(before: EntitySchema, after: EntitySchema): Map<string, string> {
  const version = getSchemaVersion(before);
  const removed = listUndeclaredRemovals(before, after, version);
  const pairs = removed.flatMap((name): [string, string][] => {
    const successor = findLikelySuccessor(name, before, after, version);
    return successor === undefined ? [] : [[successor, name]];
  });
  // A new field replaces one field at most.
  return new Map([...new Map(pairs)].map(([successor, name]) => [name, successor]));
}

/** Fields that were removed without being declared as renamed or removed. */
export function listUndeclaredRemovals(before: EntitySchema, after: EntitySchema, version: number): string[] {
  const kept = pairWithReleased(before, after, version).map(({ old }) => old);
  return Object.keys(before.properties).filter((name) => {
    const hasName = (entry: { name?: string }) => entry.name === name;
    return (
      !kept.includes(before.properties[name]) &&
      !isDeclared(after["x-changes"]?.removed, version, hasName) &&
      !Object.values(after.properties).some((field) =>
        isDeclared(field["x-changes"]?.renamed, version, hasName),
      )
    );
  });
}

/** Also of the parts of a group. */
export function findLikelySuccessor(
  name: string,
  before: FieldSchema,
  after: FieldSchema,
  version: number,
): string | undefined {
  const removed = before.properties?.[name] ?? {};
  const wireNames = listWireNames(removed);
  return listNewFields(before, after, version).find(
    ([, field]) =>
      (field.title !== undefined && field.title === removed.title) ||
      listWireNames(field).some((wireName) => wireNames.includes(wireName)),
  )?.[0];
}

/** Without those that x-changes declares as renamed. */
export const listNewFields = (before: FieldSchema, after: FieldSchema, version: number) =>
  Object.entries(after.properties ?? {}).filter(
    ([name, { "x-changes": changes }]) =>
      !before.properties?.[name] &&
      !isDeclared(changes?.renamed, version, (entry: { name?: string }) => entry.name !== undefined),
  );

const listWireNames = ({ "x-wire": wire }: FieldSchema) =>
  [wire?.read, wire?.write].flat().filter((name) => name);
