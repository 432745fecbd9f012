import { applyEdits, findNodeAtLocation, modify, parseTree, type Node } from "jsonc-parser";
import type { JsonObject } from "../../src/contract/json.ts";
import type { FieldSchema } from "../../src/contract/schema/fields.ts";
import type { SchemaEdit } from "../schema-diff/schemaEdit.ts";
import { applySchemaEdits } from "./applySchemaEdits.ts";

/** Edits of a schema's text that leave everything else as written. */

export const addField = (text: string, name: string, field: FieldSchema, isRequired: boolean): string =>
  setRequired(applySchemaEdits(text, [{ path: ["properties", name], value: field }]), name, isRequired);

export function setRequired(text: string, name: string, isRequired: boolean): string {
  const listed = findNodeAtLocation(parseTree(text)!, ["required"])?.children ?? [];
  const index = listed.findIndex(({ value }) => value === name);
  if (isRequired === index >= 0) return text;
  const addition: SchemaEdit = { path: ["required"], value: name, isEntry: true };
  return isRequired
    ? applySchemaEdits(text, [addition])
    : applyEdits(text, modify(text, ["required", index], undefined, {}));
}

/** Sets the keywords, and removes those that are undefined. */
export const setKeywords = (text: string, name: string, keywords: JsonObject): string =>
  applySchemaEdits(
    text,
    Object.entries(keywords).map(([keyword, value]) => ({ path: ["properties", name, keyword], value })),
  );

/** Edits a part of the text as if it were a file. */
export function editNode(text: string, path: string[], edit: (part: string) => string): string {
  const node = findNodeAtLocation(parseTree(text)!, path)!;
  return replaceNodes(text, [{ node, content: edit(text.slice(node.offset, node.offset + node.length)) }]);
}

/** @param index the new position among all fields */
export function moveField(text: string, name: string, index: number): string {
  const fields = findFields(text);
  const pieces = fields.map(({ offset, length }) => text.slice(offset, offset + length));
  const before = fields.findIndex((field) => nameOf(field) === name);
  pieces.splice(index, 0, ...pieces.splice(before, 1));
  return replaceNodes(
    text,
    fields.map((node, position) => ({ node, content: pieces[position]! })),
  );
}

const findFields = (text: string) => findNodeAtLocation(parseTree(text)!, ["properties"])?.children ?? [];
const nameOf = (field: Node) => field.children?.[0]?.value as string;

/** Also renames the field where conditions and other keywords name it. */
export const renameField = (text: string, name: string, newName: string): string =>
  replaceNodes(
    text,
    listNames(text)
      .filter(({ node }) => node.value === name)
      .map(({ node }) => ({ node, content: JSON.stringify(newName) })),
  );

/** Also removes the field from the lists that name it. */
export function removeField(text: string, name: string): string {
  const listed = listNames(text).filter(({ path, node }) => node.value === name && IN_LIST.test(path));
  // From the end: removing an entry moves those after it.
  const entries = listed.toReversed().map(({ path }) => path.split("/").map(toStep));
  return [...entries, ["properties", name]].reduce(
    (current, path) => applyEdits(current, modify(current, path, undefined, {})),
    text,
  );
}

const toStep = (step: string) => (/^\d+$/.test(step) ? Number(step) : step);

/** The choice stays valid in stored records and is no longer offered. */
export function deprecateChoice(text: string, name: string, choice: unknown): string {
  const field = findNodeAtLocation(parseTree(text)!, ["properties", name])!;
  const hasOwn = ["enum", "oneOf"].some((keyword) => findNodeAtLocation(field, [keyword]));
  const path = ["properties", name, ...(hasOwn ? [] : ["items"])];
  const labeled = findNodeAtLocation(parseTree(text)!, [...path, "oneOf"])?.children;
  if (!labeled)
    return applySchemaEdits(text, [{ path: [...path, "deprecated"], value: choice, isEntry: true }]);
  const index = labeled.findIndex((option) => findNodeAtLocation(option, ["const"])?.value === choice);
  const changes = modify(text, [...path, "oneOf", index, "deprecated"], true, {});
  return applyEdits(text, changes);
}

const CONDITION = String.raw`^((allOf/\d+|if|then|else)/)*`;
/** Paths of properties whose name is that of a field. */
const FIELD_KEY = new RegExp(`${CONDITION}properties/[^/]+$`);
/** Paths of texts that name a field. */
const FIELD_TEXT = new RegExp(
  String.raw`${CONDITION}(required/\d+|properties/[^/]+/(x-clears/\d+|(items/)?x-options/filterBy|x-rules/\d+/\w+|x-derived/from))$`,
);
const IN_LIST = /(^|\/)(required|x-clears)\/\d+$/;

interface NamedNode {
  path: string;
  /** The name: of a property its key, else the text. */
  node: Node;
}

function listNames(text: string): NamedNode[] {
  const walk = (node: Node, path: string[]): NamedNode[] => {
    const pointer = path.join("/");
    if (node.type === "string") return FIELD_TEXT.test(pointer) ? [{ path: pointer, node }] : [];
    return (node.children ?? []).flatMap((child, index) => {
      if (child.type !== "property") return walk(child, [...path, String(index)]);
      const [key, value] = child.children!;
      const at = [...path, key!.value as string];
      const own = FIELD_KEY.test(at.join("/")) ? [{ path: at.join("/"), node: key! }] : [];
      return [...own, ...(value ? walk(value, at) : [])];
    });
  };
  return walk(parseTree(text)!, []);
}

const replaceNodes = (text: string, replacements: { node: Node; content: string }[]): string =>
  applyEdits(
    text,
    replacements.map(({ node: { offset, length }, content }) => ({ offset, length, content })),
  );
