import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, getYamlConstants } from "../../src/contract/schema/fields.ts";
import { getComparedField } from "../../src/contract/schema/fieldSchema.ts";
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

/** Warns about unknown names and about values that break a `startsWith` rule. */
export function findWarnings(
  recognized: RecognizedDocument,
  document: JsonObject,
  sourcePath: (path: string[]) => string[],
) {
  return [...findUnlistKnownNames(recognized), ...findUnexpectedStarts(recognized, document, sourcePath)];
}

/** With the schema's own names, an unknown name is an error and is reported by validation. */
function findUnlistKnownNames(recognized: RecognizedDocument): Warning[] {
  if (recognized.spelling === "ours") return [];
  const known = recognized.spelling === "yaml" ? listAttributes(recognized) : listWireNames(recognized);
  return Object.keys(recognized.fields)
    .filter((name) => !known.has(name))
    .map((name) => ({
      path: [...recognized.prefix, name],
      at: "name",
      message: `Unknown name "${name}", ignored.${suggestion(name, known)}`,
    }));
}

function listWireNames({ schema, spelling }: RecognizedDocument): Set<string> {
  const { fields, otherNames } = listKnownNames(schema, spelling);
  return new Set([...fields, ...otherNames]);
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

function findUnexpectedStarts(
  { schema: name }: RecognizedDocument,
  document: JsonObject,
  sourcePath: (path: string[]) => string[],
): Warning[] {
  const schema = getSchema(name);
  return Object.entries(schema.properties).flatMap(([field, node]) => {
    const other = getComparedField("startsWith", node);
    const start = other === undefined ? undefined : document[other];
    if (typeof start !== "string" || start === "") return [];
    const value = document[field];
    const texts = Array.isArray(value)
      ? value.map((entry, index) => ({ text: entry as unknown, path: [field, String(index)] }))
      : [{ text: value, path: [field] }];
    return texts
      .filter(({ text }) => typeof text === "string" && text !== "" && !text.startsWith(start))
      .map(({ text, path }) => ({
        path: sourcePath(path),
        at: "value" as const,
        message: `"${String(text)}" should start with ${start}, the value of ${schema.properties[other!]?.title ?? other!}.`,
      }));
  });
}
