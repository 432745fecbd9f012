import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import type { NamedSchema, Schemas } from "./readSchemas.ts";
import { accessFaults } from "./vocabulary/accessFaults.ts";
import { conditionFaults } from "./vocabulary/conditionFaults.ts";
import { editionFaults, versionFaults } from "./vocabulary/versionFaults.ts";
import { fieldFaults, kindFaults, roleFaults } from "./vocabulary/fieldFaults.ts";
import { keywordFaults, spellingFaults } from "./vocabulary/spellingFaults.ts";
import { namingFaults, repeatedFaults } from "./vocabulary/namingFaults.ts";
import { optionFaults } from "./vocabulary/optionFaults.ts";
import { roundTripFaults, wireFaults } from "./vocabulary/wireFaults.ts";
import { ruleFaults, valueFaults } from "./vocabulary/ruleFaults.ts";
import { wrongName, wrongValue, type VocabularyFault } from "./vocabulary/vocabularyFault.ts";

/** What schemas are checked beside: the lists that codecs read, and the edition that was generated last. */
interface Surroundings {
  references: References;
  /** None in a folder that nothing was generated in. */
  before: Map<string, EntitySchema>;
}

/**
 * Refuses schemas with a mistake in them: a word nobody knows or nothing carries out, a name of something that is not
 * there, a field that lacks what it is shown with, a name used twice, a change that would lose what is stored.
 *
 * @throws Error listing every mistake as `file:line:column: what is wrong`, with a suggestion where one is near
 */
export function checkVocabulary(all: Schemas, surroundings: Surroundings): void {
  const lines = all.schemas.flatMap((schema) =>
    faultsOf(schema, all, surroundings)
      .map((fault) => ({ ...fault, ...positionOf(schema, fault) }))
      .toSorted((a, b) => a.line - b.line || a.column - b.column)
      .map(({ line, column, message }) => `schemas/${schema.name}.schema.json:${line}:${column}: ${message}`),
  );
  if (lines.length > 0) throw new Error([...new Set(lines)].join("\n"));
}

/** A misspelt word makes the rest look wrong too, so that what it spells comes first. */
function faultsOf(named: NamedSchema, all: Schemas, { references, before }: Surroundings): VocabularyFault[] {
  const { name, schema, source } = named;
  const written = source.value as EntitySchema;
  const shape = [...shapeFaults(name, schema.$id, written), ...spellingFaults(written, all.vocabulary)];
  if (shape.length > 0 && !schema.properties) return shape;
  const meaning = [
    namingFaults,
    fieldFaults,
    ruleFaults,
    keywordFaults,
    kindFaults,
    roleFaults,
    accessFaults,
  ].flatMap((find) => find(schema));
  const beside = [conditionFaults, optionFaults].flatMap((find) => find(schema, all.lists));
  const faults = [
    ...shape,
    ...meaning,
    ...beside,
    ...wireFaults(written, schema, all.lists),
    ...repeatedFaults(schema, all),
  ];
  if (faults.length > 0) return faults;
  const values = [...valueFaults(schema), ...versionFaults(schema)];
  if (values.length > 0) return values;
  const earlier = before.get(name);
  return [...(earlier ? editionFaults(earlier, schema) : []), ...roundTripFaults(schema, references)];
}

function shapeFaults(name: string, id: unknown, text: unknown): VocabularyFault[] {
  const ownSchema = "$schema" in (text as object);
  return [
    ...(id === name ? [] : [wrongValue(["$id"], `$id must be the file's name, "${name}".`)]),
    ...(ownSchema
      ? [
          wrongName(
            ["$schema"],
            "Leave $schema out: editors would check the file against it, and not against the vocabulary.",
          ),
        ]
      : []),
  ];
}

const positionOf = ({ source }: NamedSchema, { path, at }: VocabularyFault) =>
  at === "name" ? source.nameOf(path) : source.positionOf(path);
