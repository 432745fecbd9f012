import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import type { NamedSchema, Schemas } from "./readSchemas.ts";
import { findAccessErrors } from "./vocabulary/accessErrors.ts";
import { findConditionErrors, findVisibilityErrors } from "./vocabulary/conditionErrors.ts";
import { findExportErrors } from "./vocabulary/exportErrors.ts";
import { findMigrationErrors } from "./vocabulary/migrationErrors.ts";
import { findVersionErrors } from "./vocabulary/versionErrors.ts";
import {
  findIncompleteFields,
  findMisleadingFields,
  findMissingRoles,
  findMisplacedWidgets,
  findTypeMismatches,
  findUnsendableFields,
} from "./vocabulary/fieldErrors.ts";
import { findUnsupportedKeywords, findSpellingErrors } from "./vocabulary/spellingErrors.ts";
import { findUnknownReferences, findDuplicateNames } from "./vocabulary/nameErrors.ts";
import { findOptionErrors } from "./vocabulary/optionErrors.ts";
import { findRoundTripErrors, findWireErrors } from "./vocabulary/wireErrors.ts";
import { findRuleErrors, findInvalidExamples } from "./vocabulary/ruleErrors.ts";
import { errorAtName, errorAtValue, type SchemaError } from "./vocabulary/schemaError.ts";

interface CheckContext {
  references: References;
  /** The schemas of the newest release; empty before the first one. */
  released: Map<string, EntitySchema>;
  /** Without it, all schemas are checked. */
  isChecked?: (schema: NamedSchema) => boolean;
}

/** @throws Error listing every mistake as `file:line:column: message (pointer)` */
export function checkSchemas(all: Schemas, context: CheckContext): void {
  const { isChecked = () => true } = context;
  const lines = all.schemas.filter(isChecked).flatMap((schema) =>
    findErrors(schema, all, context)
      .map((error) => ({ ...error, ...positionOf(schema, error) }))
      .toSorted((a, b) => a.line - b.line || a.column - b.column)
      .map(
        ({ line, column, message, path }) =>
          `schemas/${schema.name}.schema.json:${line}:${column}: ${message} (/${path.join("/")})`,
      ),
  );
  if (lines.length > 0) throw new Error([...new Set(lines)].join("\n"));
}

/** Checks in stages: a misspelled keyword would cause misleading errors in the later ones. */
function findErrors(named: NamedSchema, all: Schemas, { references, released }: CheckContext): SchemaError[] {
  const { name, schema, source } = named;
  const written = source.value as EntitySchema;
  const basicErrors = [
    ...findFileErrors(name, schema.$id, written),
    ...findSpellingErrors(written, all.vocabulary),
  ];
  if (!schema.properties) return basicErrors.length > 0 ? basicErrors : [MISSING_PROPERTIES];
  const contentErrors = [
    findUnknownReferences,
    findIncompleteFields,
    findMisleadingFields,
    findRuleErrors,
    findUnsupportedKeywords,
    findMisplacedWidgets,
    findTypeMismatches,
    findMissingRoles,
    findUnsendableFields,
    findAccessErrors,
    findExportErrors,
    findVisibilityErrors,
  ].flatMap((find) => find(schema));
  const listErrors = [findConditionErrors, findOptionErrors].flatMap((find) => find(schema, all.lists));
  const errors = [
    ...basicErrors,
    ...contentErrors,
    ...listErrors,
    ...findWireErrors(written, schema, all.lists),
    ...findDuplicateNames(schema, all),
  ];
  if (errors.length > 0) return errors;
  const valueErrors = [...findInvalidExamples(schema), ...findVersionErrors(schema)];
  if (valueErrors.length > 0) return valueErrors;
  const earlier = released.get(name);
  return [
    ...(earlier ? findMigrationErrors(earlier, schema) : []),
    ...findRoundTripErrors(schema, references),
  ];
}

const MISSING_PROPERTIES = errorAtValue([], 'This schema has no "properties": add its fields.');

function findFileErrors(name: string, id: unknown, content: unknown): SchemaError[] {
  const hasMetaSchema = "$schema" in (content as object);
  return [
    ...(id === name ? [] : [errorAtValue(["$id"], `$id must be the file's name, "${name}".`)]),
    ...(hasMetaSchema
      ? [
          errorAtName(
            ["$schema"],
            "Remove $schema: editors would check the file against it instead of the vocabulary.",
          ),
        ]
      : []),
  ];
}

const positionOf = ({ source }: NamedSchema, { path, at }: SchemaError) =>
  at === "name" ? source.nameOf(path) : source.positionOf(path);
