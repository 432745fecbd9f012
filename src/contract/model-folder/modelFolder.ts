/** Characters of the model's name that go into the names of its folder and zip. */
const MOST_TITLE = 100;

/** The root folder's name as the instructions write it; `modelRootName` fills it in for one model. */
export const MODEL_ROOT_PATTERN = "<MODEL_ID>_<MODEL_NAME>";

/** The folders every model folder holds. One that may be empty must still be in the zip. */
export const REQUIRED_FOLDERS = [
  { name: "Model_Files", mayBeEmpty: false },
  { name: "Supporting", mayBeEmpty: true },
  { name: "GIS", mayBeEmpty: true },
] as const;

/**
 * The name of the folder that is zipped: the model's 12-digit identifier, an underscore and the model's name, in
 * which every run of other characters than A-Z, a-z and 0-9 becomes one underscore. A long name is cut, since no
 * file system holds a folder of more than 255 characters.
 *
 * @example modelRootName("030000000001", "Denton Creek (2026)") // "030000000001_Denton_Creek_2026_"
 */
export function modelRootName(identifier: string, title: string): string {
  return `${identifier}_${title.replace(/[^A-Za-z0-9]+/g, "_").slice(0, MOST_TITLE)}`;
}

/** The geodatabase of the area the model covers: a folder of this name, or the zip of one, renamed to it. */
export function coverageName(identifier: string): string {
  return `Model_${identifier}_Coverage.gdb`;
}

/** The name under which the portal hands out a record's metadata, and under which it must lie in the root folder. */
export function metadataFileName(recordId: string): string {
  return `metadata_${recordId}.yml`;
}

/** The name to give the zip of a model's root folder. */
export function zipFileName(identifier: string, title: string): string {
  return `${modelRootName(identifier, title)}.zip`;
}
