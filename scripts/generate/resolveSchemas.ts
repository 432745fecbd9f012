import { isJsonObject } from "../../src/contract/json.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { suggestion } from "../source/didYouMean.ts";
import type { Source } from "../source/source.ts";
import { addWireNames } from "./wireNames.ts";

type Node = Record<string, unknown>;

interface SchemaFile {
  name: string;
  source: Source;
}

/** Keywords that a field does not inherit through a $ref. */
const NOT_INHERITED =
  /^(\$id|\$schema|definitions|x-(section|wire|role|yaml|from-model|export|changes|clears|derived|when))$/;

const DRAFT = "http://json-schema.org/draft-07/schema#";

interface NodeLocation {
  file: SchemaFile;
  path: string[];
  /** Addresses of the nodes being resolved around this one, to detect circular references. */
  ancestors: string[];
}

/**
 * Replaces every `$ref` by its target and adds derived wire names. Keywords beside a `$ref` override the target's.
 *
 * @throws Error with file, line and column of each `$ref` that is broken or circular
 */
export function resolveSchemas(files: SchemaFile[]): EntitySchema[] {
  const errors = new Set<string>();
  const resolved = files.map((file) => {
    const location = { file, path: [], ancestors: [`${file.name}#`] };
    const whole = resolve(file.source.value, location, files, errors) as Node;
    delete whole["definitions"];
    return addWireNames({ $schema: DRAFT, ...whole } as unknown as EntitySchema);
  });
  if (errors.size > 0) throw new Error([...errors].join("\n"));
  return resolved;
}

function resolve(node: unknown, location: NodeLocation, files: SchemaFile[], errors: Set<string>): unknown {
  const { path } = location;
  const resolveBelow = (part: unknown, step: string) =>
    resolve(part, { ...location, path: [...path, step] }, files, errors);
  if (Array.isArray(node)) return node.map((part, index) => resolveBelow(part, String(index)));
  if (!isJsonObject(node)) return node;
  const keywords = Object.entries(node).map(([keyword, part]) => [
    keyword,
    isData(keyword, path) ? structuredClone(part) : resolveBelow(part, keyword),
  ]);
  const { $ref: target, ...own } = Object.fromEntries(keywords) as Node;
  if (path.at(-1) === "properties") return Object.fromEntries(keywords);
  return typeof target === "string" ? { ...resolveReference(target, location, files, errors), ...own } : own;
}

function resolveReference(
  target: string,
  location: NodeLocation,
  files: SchemaFile[],
  errors: Set<string>,
): Node {
  const found = findTarget(target, location.file, files);
  const address = typeof found === "string" ? target : `${found.file.name}#${found.path.join("/")}`;
  if (typeof found === "string" || location.ancestors.includes(address)) {
    const { line, column } = location.file.source.positionOf([...location.path, "$ref"]);
    const circular = `The $ref "${target}" is circular. A form cannot show a field that contains itself: remove the inner $ref.`;
    const message = typeof found === "string" ? found : circular;
    errors.add(`schemas/${location.file.name}.schema.json:${line}:${column}: ${message}`);
    return {};
  }
  const targetLocation = { file: found.file, path: found.path, ancestors: [...location.ancestors, address] };
  const node = resolve(found.node, targetLocation, files, errors) as Node;
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => !NOT_INHERITED.test(keyword)));
}

/** These keywords hold values, in which `$ref` has no meaning. */
const isData = (keyword: string, path: string[]) =>
  path.at(-1) !== "properties" && ["examples", "default", "const", "enum"].includes(keyword);

/**
 * Accepts `#/definitions/place`, `contact#/properties/email` and `contact`.
 *
 * @returns the target, or an error message
 */
function findTarget(target: string, from: SchemaFile, files: SchemaFile[]) {
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
    const known = isJsonObject(node) ? Object.keys(node) : [];
    node = isJsonObject(node) ? node[step] : undefined;
    if (node === undefined)
      return `The $ref "${target}" is broken: "${step}" does not exist.${suggestion(step, known)}`;
  }
  return { file, path, node };
}
