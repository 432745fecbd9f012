import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { schemaNodes, type SchemaNode } from "./schemaNodes.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

/** Standard keywords that form, wire and dictionary do not carry out, and what says the same. */
const NOT_CARRIED_OUT: Record<string, string> = {
  dependencies: 'Write a condition: "if" with "required", and "then".',
  patternProperties: "Name each field under properties.",
  propertyNames: "Name each field under properties.",
  additionalItems: 'Make the entries groups: "items" with "properties".',
  contentMediaType: "Give the file's name, and say in the description what it is.",
  contentEncoding: "Give the file's name, and say in the description what it is.",
  writeOnly: 'Leave the field out of answers: "x-wire": {"read": false, ...}.',
};

const CONDITIONS = ["if", "then", "else"];

/** Standard keywords that would be accepted and do nothing, or not what they say. */
export function keywordFaults(schema: EntitySchema): VocabularyFault[] {
  return schemaNodes(schema).flatMap((place) => [
    ...Object.keys(place.node)
      .filter((word) => Object.hasOwn(NOT_CARRIED_OUT, word))
      .map((word) => refused(place, word, NOT_CARRIED_OUT[word]!)),
    ...(Array.isArray(place.node.items)
      ? [refused(place, "items", 'One schema for every entry is: "items" with "properties" for groups.')]
      : []),
    ...alternatives(place),
  ]);
}

/** Alternatives are choices of a field: what an object is, no input could ask. */
function alternatives(place: SchemaNode): VocabularyFault[] {
  const isCondition = place.path.some((step) => CONDITIONS.includes(step));
  if (isCondition) return [];
  const { oneOf, anyOf } = place.node;
  const untitled = (oneOf ?? []).findIndex((choice) => !choice.title);
  return [
    ...(anyOf ? [refused(place, "anyOf", 'Write "oneOf", each choice with a "title".')] : []),
    ...(untitled >= 0
      ? [
          {
            path: [...place.path, "oneOf", String(untitled)],
            at: "value" as const,
            message: 'A choice of oneOf has no label: add a "title".',
          },
        ]
      : []),
    ...(oneOf && place.path.length === 0
      ? [refused(place, "oneOf", 'Write conditions: "if" and "then".')]
      : []),
  ];
}

const refused = ({ path }: SchemaNode, word: string, instead: string): VocabularyFault => ({
  path: [...path, word],
  at: "name",
  message: `"${word}" is not carried out here. ${instead}`,
});
