import type { NamedSchema, Vocabulary } from "./readSchemas.ts";
import { fieldFaults } from "./vocabulary/fieldFaults.ts";
import { namingFaults } from "./vocabulary/namingFaults.ts";
import { repeatedFaults } from "./vocabulary/repeatedFaults.ts";
import { ruleFaults } from "./vocabulary/ruleFaults.ts";
import { spellingFaults } from "./vocabulary/spellingFaults.ts";
import { valueFaults } from "./vocabulary/valueFaults.ts";
import { versionFaults } from "./vocabulary/versionFaults.ts";
import type { VocabularyFault } from "./vocabulary/vocabularyFault.ts";

/**
 * Refuses schemas with a mistake in them: a word nobody knows, a name of something that is not there, a field that
 * lacks what it is shown with, a name used twice.
 *
 * @throws Error listing every mistake as `file:line:column: what is wrong`, with a suggestion where one is near
 */
export function checkVocabulary(schemas: NamedSchema[], vocabulary: Vocabulary): void {
  const record = schemas.find(({ name }) => name === "record");
  const lines = schemas.flatMap((schema) =>
    faultsOf(schema, vocabulary, schema.name === "metadata" ? namesInAnswers(record) : [])
      .map((fault) => ({ ...fault, ...positionOf(schema, fault) }))
      .toSorted((a, b) => a.line - b.line || a.column - b.column)
      .map(({ line, column, message }) => `schemas/${schema.name}.schema.json:${line}:${column}: ${message}`),
  );
  if (lines.length > 0) throw new Error([...new Set(lines)].join("\n"));
}

/** A misspelt word makes the rest look wrong too, so that what it spells comes first. */
function faultsOf(
  { name, schema, source }: NamedSchema,
  vocabulary: Vocabulary,
  taken: string[],
): VocabularyFault[] {
  const shape = [...shapeFaults(name, schema.$id, source.value), ...spellingFaults(schema, vocabulary)];
  if (shape.length > 0 && !schema.properties) return shape;
  const meaning = [namingFaults, fieldFaults, ruleFaults, versionFaults].flatMap((find) => find(schema));
  const all = [...shape, ...meaning, ...repeatedFaults(schema, taken)];
  return all.length > 0 ? all : valueFaults(schema);
}

function shapeFaults(name: string, id: unknown, text: unknown): VocabularyFault[] {
  const ownSchema = "$schema" in (text as object);
  return [
    ...(id === name
      ? []
      : [{ path: ["$id"], at: "value" as const, message: `$id must be the file's name, "${name}".` }]),
    ...(ownSchema
      ? [
          {
            path: ["$schema"],
            at: "name" as const,
            message:
              "Leave $schema out: editors would check the file against it, and not against the vocabulary.",
          },
        ]
      : []),
  ];
}

/** A record's metadata and what surrounds them travel in one object. */
const namesInAnswers = (record: NamedSchema | undefined): string[] =>
  Object.values(record?.schema.properties ?? {}).flatMap((field) => field["x-wire"]?.read ?? []);

const positionOf = ({ source }: NamedSchema, { path, at }: VocabularyFault) =>
  at === "name" ? source.nameOf(path) : source.positionOf(path);
