import type { JsonObject } from "../../src/contract/json.ts";
import { listFieldWarnings, type OptionEntries } from "../../src/contract/rules/fieldWarnings.ts";
import { getSchema, getYamlConstants } from "../../src/contract/schema/fields.ts";
import { findYamlKey } from "../../src/contract/yaml/metadataYaml.ts";
import { RECORD_ID_KEY } from "../../src/contract/schema/product.ts";
import { suggestion } from "../source/didYouMean.ts";
import { listKnownNames, type RecognizedDocument } from "./recognizeDocument.ts";

interface Warning {
  /** Path in the file. */
  path: string[];
  at: "name" | "value";
  message: string;
}

/** Warns about unknown names and about values that break a rule which does not block saving. */
export function findWarnings(
  recognized: RecognizedDocument,
  document: JsonObject,
  sourcePath: (path: string[]) => string[],
  lists: OptionEntries,
) {
  return [...findUnknownNames(recognized), ...findUnexpectedValues(recognized, document, sourcePath, lists)];
}

/** With the schema's own names, an unknown name is an error and is reported by validation. */
function findUnknownNames(recognized: RecognizedDocument): Warning[] {
  if (recognized.spelling === "ours") return [];
  const { known, fields } = listNames(recognized);
  const names = Object.keys(recognized.fields);
  const unused = [...fields].filter((name) => !names.includes(name));
  return names
    .filter((name) => !known.has(name))
    .map((name) => ({
      path: [...recognized.prefix, name],
      at: "name",
      message: `Unknown name "${name}", ignored.${suggestion(name, unused)}`,
    }));
}

/** `known`: names that are not reported. `fields`: those of fields, which can be meant by an unknown name. */
function listNames(recognized: RecognizedDocument): { known: Set<string>; fields: Set<string> } {
  if (recognized.spelling === "yaml") {
    const attributes = listAttributes(recognized);
    return { known: attributes, fields: attributes };
  }
  const { fields, otherNames } = listKnownNames(recognized.schema, recognized.spelling);
  return { known: new Set([...fields, ...otherNames]), fields };
}

function listAttributes({ schema: name, fields, version = 1 }: RecognizedDocument): Set<string> {
  const schema = getSchema(name);
  const known = ["schema_version", RECORD_ID_KEY, ...Object.keys(getYamlConstants(schema) ?? {})];
  for (const field of Object.values(schema.properties)) {
    const yaml = field["x-yaml"];
    known.push(findYamlKey(field, version, fields) ?? "");
    if (typeof yaml === "object") known.push(yaml.label ?? "", ...Object.keys(yaml.with ?? {}));
  }
  return new Set(known.filter(Boolean));
}

/** The entries of a list are checked one by one, so that each warning has its position. */
function findUnexpectedValues(
  { schema: name }: RecognizedDocument,
  document: JsonObject,
  sourcePath: (path: string[]) => string[],
  lists: OptionEntries,
): Warning[] {
  const schema = getSchema(name);
  return Object.entries(schema.properties).flatMap(([field, node]) => {
    const value = document[field];
    const parts = Array.isArray(value)
      ? value.map((entry: unknown, index) => ({ part: [entry] as unknown, path: [field, String(index)] }))
      : [{ part: value, path: [field] }];
    return parts.flatMap(({ part, path }) =>
      listFieldWarnings(schema, node, part, document, lists).map((message) => ({
        path: sourcePath(path),
        at: "value" as const,
        message,
      })),
    );
  });
}
