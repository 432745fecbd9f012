import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { suggestion } from "../source/didYouMean.ts";
import type { Source } from "../source/source.ts";
import { wireNames } from "./wireNames.ts";

type Node = Record<string, unknown>;

/** A schema's file: its name, and what it says with the places. */
interface SchemaFile {
  name: string;
  source: Source;
}

/** Words about a field's place in its own schema, which a field that refers to it does not take over. */
const OF_THE_PLACE =
  /^(\$id|\$schema|definitions|x-(section|wire|role|yaml|from-model|export|changes|clears|derived))$/;

/** What a program takes a schema as: validators pass over the words that the vocabulary adds. */
const DRAFT = "http://json-schema.org/draft-07/schema#";

const isObject = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Where a node stands, and the addresses of those that are being put in place around it. */
interface Place {
  file: SchemaFile;
  path: string[];
  open: string[];
}

/**
 * Schemas as everything else reads them: what a `$ref` leads to stands in its place, and a field that names no wire
 * names has those of the rule. Words beside a `$ref` go before those it leads to.
 *
 * @throws Error naming file, line and column of each `$ref` that leads nowhere, or back to itself
 */
export function resolveSchemas(files: SchemaFile[]): EntitySchema[] {
  const faults = new Set<string>();
  const resolved = files.map((file) => {
    const place = { file, path: [], open: [`${file.name}#`] };
    const whole = resolve(file.source.value, place, files, faults) as Node;
    delete whole["definitions"];
    return wireNames({ $schema: DRAFT, ...whole } as unknown as EntitySchema);
  });
  if (faults.size > 0) throw new Error([...faults].join("\n"));
  return resolved;
}

function resolve(node: unknown, place: Place, files: SchemaFile[], faults: Set<string>): unknown {
  const { path } = place;
  const below = (part: unknown, step: string) =>
    resolve(part, { ...place, path: [...path, step] }, files, faults);
  if (Array.isArray(node)) return node.map((part, index) => below(part, String(index)));
  if (!isObject(node)) return node;
  const words = Object.entries(node).map(([word, part]) => [
    word,
    isData(word, path) ? structuredClone(part) : below(part, word),
  ]);
  const { $ref: target, ...own } = Object.fromEntries(words) as Node;
  if (path.at(-1) === "properties") return Object.fromEntries(words);
  return typeof target === "string" ? { ...referred(target, place, files, faults), ...own } : own;
}

/** What a `$ref` leads to, without the words about its own place; nothing where it leads nowhere. */
function referred(target: string, place: Place, files: SchemaFile[], faults: Set<string>): Node {
  const found = follow(target, place.file, files);
  const address = typeof found === "string" ? target : `${found.file.name}#${found.path.join("/")}`;
  if (typeof found === "string" || place.open.includes(address)) {
    const { line, column } = place.file.source.positionOf([...place.path, "$ref"]);
    const circle = `The $ref "${target}" leads back to itself. A form cannot show what holds itself: leave out the inner one.`;
    const message = typeof found === "string" ? found : circle;
    faults.add(`schemas/${place.file.name}.schema.json:${line}:${column}: ${message}`);
    return {};
  }
  const there = { file: found.file, path: found.path, open: [...place.open, address] };
  const node = resolve(found.node, there, files, faults) as Node;
  return Object.fromEntries(Object.entries(node).filter(([word]) => !OF_THE_PLACE.test(word)));
}

/** Words that hold values and no schemas, which may have a `$ref` of their own. */
const isData = (word: string, path: string[]) =>
  path.at(-1) !== "properties" && ["examples", "default", "const", "enum"].includes(word);

/** The node that a `$ref` of a file leads to: `#/definitions/place`, `contact#/properties/email`, `contact`. */
function follow(target: string, from: SchemaFile, files: SchemaFile[]) {
  const [address = "", pointer = ""] = target.split("#");
  const name = address.replace(/^\.\//, "").replace(/\.schema\.json$/, "");
  const file = name === "" ? from : files.find((other) => other.name === name);
  if (!file) {
    const names = files.map((other) => other.name);
    return `The $ref "${target}" names the schema "${name}", which does not exist.${suggestion(name, names)}`;
  }
  const path = pointer
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  let node: unknown = file.source.value;
  for (const step of path) {
    const known = isObject(node) ? Object.keys(node) : [];
    node = isObject(node) ? node[step] : undefined;
    if (node === undefined)
      return `The $ref "${target}" leads nowhere: there is no "${step}".${suggestion(step, known)}`;
  }
  return { file, path, node };
}
