const LIST_FOLDER = "reference/";

/** The studio edits only lists whose files have such names, without their ending. */
export const LIST_FILE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** A schema has the name of its file, and a reference list also that of its folder. */
export const isListName = (name: string): boolean =>
  name.startsWith(LIST_FOLDER) && LIST_FILE_NAME.test(name.slice(LIST_FOLDER.length));

export const toListName = (file: string): string => LIST_FOLDER + file.replace(/\.json$/, "");

/** The file of a list, in the folder of the lists. */
export const toListFile = (name: string): string => `${name.slice(LIST_FOLDER.length)}.json`;

/** Path in the folder of the schemas. */
export const toFilePath = (name: string): string => `${name}${isListName(name) ? ".json" : ".schema.json"}`;

/** Undefined for a file that is neither a schema nor a list. */
export function toName(path: string): string | undefined {
  const name = path.replace(/(\.schema)?\.json$/, "");
  return toFilePath(name) === path ? name : undefined;
}
