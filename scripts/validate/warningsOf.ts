import { schemaOf, yamlConstants, type JsonObject } from "../../src/contract/schema/fields.ts";
import { comparedBy } from "../../src/contract/schema/fieldSchema.ts";
import { yamlKeyAt } from "../../src/contract/yaml/metadataYaml.ts";
import { RECORD_IDENTIFIER } from "../../src/contract/schema/product.ts";
import { suggestion } from "../source/didYouMean.ts";
import { knownNames, type Recognised } from "./recognise.ts";

/** What looks wrong and refuses nothing: steps within the text, and words. */
interface Warning {
  path: string[];
  /** What of it to point at. */
  at: "name" | "value";
  message: string;
}

/** Names that stand for nothing and so are passed over, and values that do not begin as another field asks. */
export function warningsOf(
  recognised: Recognised,
  document: JsonObject,
  sourcePath: (path: string[]) => string[],
) {
  return [...strangers(recognised), ...otherBeginnings(recognised, document, sourcePath)];
}

/** In our own names a stranger is an error, which the schema itself tells. */
function strangers(recognised: Recognised): Warning[] {
  if (recognised.spelling === "ours") return [];
  const known = recognised.spelling === "yaml" ? attributesOf(recognised) : wireNames(recognised);
  return Object.keys(recognised.fields)
    .filter((name) => !known.has(name))
    .map((name) => ({
      path: [...recognised.prefix, name],
      at: "name",
      message: `"${name}" stands for no field and is passed over.${suggestion(name, known)}`,
    }));
}

function wireNames({ schema, spelling }: Recognised): Set<string> {
  const { fields, frame } = knownNames(schema, spelling);
  return new Set([...fields, ...frame]);
}

function attributesOf({ schema: name, fields, version = 1 }: Recognised): Set<string> {
  const schema = schemaOf(name);
  const known = ["schema_version", RECORD_IDENTIFIER, ...Object.keys(yamlConstants(schema) ?? {})];
  for (const field of Object.values(schema.properties)) {
    const yaml = field["x-yaml"];
    known.push(yamlKeyAt(field, version, fields) ?? "");
    if (typeof yaml === "object") known.push(yaml.label ?? "", ...Object.keys(yaml.with ?? {}));
  }
  return new Set(known.filter(Boolean));
}

function otherBeginnings(
  { schema: name }: Recognised,
  document: JsonObject,
  sourcePath: (path: string[]) => string[],
): Warning[] {
  const schema = schemaOf(name);
  return Object.entries(schema.properties).flatMap(([field, node]) => {
    const other = comparedBy("startsWith", node);
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
        message: `"${String(text)}" does not begin with ${start}, the value of ${schema.properties[other!]?.title ?? other!}.`,
      }));
  });
}
