import { applyEdits, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import type { SchemaEdit } from "../schema-diff/schemaEdit.ts";

const FORMATTING = { insertSpaces: true, tabSize: 2 };

/** jsonc-parser appends at this index. */
const END_OF_LIST = -1;

/** Changes the text of a schema file and leaves the rest of it as written. Creates objects and lists on the way. */
export const applySchemaEdits = (text: string, edits: SchemaEdit[]): string =>
  edits.reduce((current, { path, value, isEntry, after }) => {
    const tree = parseTree(current);
    const hasList = isEntry && tree && findNodeAtLocation(tree, path) !== undefined;
    const content = isEntry && !hasList ? [value] : value;
    const changes = modify(current, hasList ? [...path, END_OF_LIST] : path, content, {
      formattingOptions: FORMATTING,
      ...(after !== undefined && { getInsertionIndex: (names: string[]) => names.indexOf(after) + 1 }),
    });
    return applyEdits(current, changes);
  }, text);
