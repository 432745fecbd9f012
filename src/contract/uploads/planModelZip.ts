import {
  caseFold,
  findCommonRoot,
  getFileName,
  isSystemFile,
  listChildren,
  type FolderEntry,
} from "../model-folder/folderEntries.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  REQUIRED_FOLDERS,
} from "../model-folder/modelFolderNames.ts";

/** A file on the vendor's computer, or one that the portal adds. */
export interface PlannedFile<Content> {
  path: string;
  size: number;
  /** Epoch milliseconds. */
  modified: number;
  content: Content;
}

/** A folder has no content. Its path ends with a slash. */
export type PlannedMember<Content> = Omit<PlannedFile<Content>, "content"> & { content?: Content };

export interface ModelZipPlan<Content> {
  /** In the order of the zip. Paths start with the root folder. */
  members: PlannedMember<Content>[];
  /** Paths in the root folder that the portal adds. */
  addedPaths: string[];
  /** Paths in the chosen folder that are left out: files of the system and of open programs. */
  junkPaths: string[];
  /** Where the zip would have the denied files. */
  deniedPaths: string[];
}

export interface ChosenFolder<Content> {
  /** Paths start with the folder's own name, or with several names if several folders were dropped. */
  files: PlannedFile<Content>[];
  /** Folders that hold no file. */
  emptyFolders: string[];
  /** Files and folders that cannot be opened. They are in no member. */
  deniedPaths: string[];
}

interface PlanOptions<Content> {
  /** The required name of the root folder. */
  rootFolder: string;
  identifier: string;
  recordId: string;
  /** Replaces the folder's own metadata file. */
  metadataFile: Pick<PlannedFile<Content>, "size" | "content">;
  /** The zipped geodatabase of the record. Used if the folder has no coverage geodatabase. */
  coverageFile?: Pick<PlannedFile<Content>, "size" | "content"> | undefined;
  /** A correction takes missing folders and the coverage geodatabase from the version it corrects. */
  isCorrection?: boolean;
}

/**
 * Plans the zip of a chosen folder of any name. The same files always give the same plan: members are sorted, and what
 * the portal adds has a fixed time.
 */
export function planModelZip<Content>(
  chosen: ChosenFolder<Content>,
  { rootFolder, identifier, recordId, metadataFile, coverageFile, isCorrection }: PlanOptions<Content>,
): ModelZipPlan<Content> {
  const all = normalizePaths(chosen);
  const junkPaths = [...all.files.map(({ path }) => path), ...all.deniedPaths].filter(isJunk);
  const junk = new Set(junkPaths);
  const files = all.files.filter(({ path }) => !junk.has(path));
  const emptyFolders = all.emptyFolders.filter((path) => !isJunk(path));
  const deniedPaths = all.deniedPaths.filter((path) => !junk.has(path));
  const base = findModelBase([
    ...[...files.map(({ path }) => path), ...deniedPaths],
    ...emptyFolders.map((path) => `${path}/`),
  ]);
  const metadataName = metadataFileName(recordId);
  const own = files
    .map((file) => ({ ...file, path: file.path.slice(base.length) }))
    .filter(({ path }) => caseFold(path) !== caseFold(metadataName));
  const folders = emptyFolders.flatMap((path) =>
    path.length > base.length ? [path.slice(base.length)] : [],
  );
  const children = listChildren([...own, ...folders.map((path) => ({ path: `${path}/` }))].map(toEntry), "");
  const coverageName = coverageGeodatabaseName(identifier);
  const hasCoverage = [coverageName, `${coverageName}.zip`].some((name) => children.has(caseFold(name)));
  const added: PlannedMember<Content>[] = [{ path: metadataName, modified: 0, ...metadataFile }];
  if (!isCorrection) {
    for (const { name, canBeEmpty } of REQUIRED_FOLDERS)
      if (canBeEmpty && !children.has(caseFold(name))) added.push(toFolder(`${name}/`));
    if (!hasCoverage && coverageFile)
      added.push({ path: `${coverageName}.zip`, modified: 0, ...coverageFile });
  }
  const members = [...own, ...folders.map((path) => toFolder(`${path}/`)), ...added].map((member) => ({
    ...member,
    path: `${rootFolder}/${member.path}`,
  }));
  return {
    members: members.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
    addedPaths: added.map(({ path }) => path),
    junkPaths,
    deniedPaths: deniedPaths.map((path) => `${rootFolder}/${path.slice(base.length)}`),
  };
}

const toFolder = (path: string) => ({ path, size: 0, modified: 0 });

const toEntry = ({ path, size = 0 }: { path: string; size?: number }): FolderEntry => ({
  ...{ path, size, compressedSize: size },
  isDirectory: path.endsWith("/"),
});

const normalizePaths = <Content>({
  files,
  emptyFolders,
  deniedPaths,
}: ChosenFolder<Content>): ChosenFolder<Content> => ({
  files: files.map((file) => ({ ...file, path: file.path.normalize("NFC") })),
  emptyFolders: emptyFolders.map((path) => path.normalize("NFC")),
  deniedPaths: deniedPaths.map((path) => path.normalize("NFC")),
});

/** Names of files that Windows, Office, LibreOffice and ArcGIS create while files are open. */
const JUNK_NAME = /^(desktop\.ini|~\$.*|\.~lock\..*#|.*\.(lock|laccdb))$/i;

export const isJunk = (path: string) => isSystemFile(path) || JUNK_NAME.test(getFileName(path));

const MODEL_FOLDER = caseFold(REQUIRED_FOLDERS[0].name);
const MODEL_PARTS = REQUIRED_FOLDERS.map(({ name }) => caseFold(name));

const isModelPart = (name: string) => MODEL_PARTS.includes(caseFold(name));

/**
 * The part of all paths to replace by the root folder: "" or a path that ends with a slash. Of a folder that contains only
 * the model's folder, that inner folder is the model. A chosen part of a model, such as its folder GIS, keeps its name.
 */
export function findModelBase(paths: string[]): string {
  const top = findCommonRoot(paths);
  const outside = isModelPart(top.slice(0, -1)) ? "" : top;
  const base = findFolderOfModelFiles(paths);
  return base !== undefined && paths.every((path) => path.startsWith(base)) ? base : outside;
}

/**
 * Ends with a slash. Undefined if no path has the folder Model_Files below another one. A folder of that name inside a part of
 * the model does not count.
 */
export function findFolderOfModelFiles(paths: string[]): string | undefined {
  for (const path of paths) {
    const segments = path.split("/");
    const depth = segments.findIndex(isModelPart);
    if (depth > 0 && caseFold(segments[depth]!) === MODEL_FOLDER)
      return `${segments.slice(0, depth).join("/")}/`;
  }
  return undefined;
}

/** The name of the folder that holds the model, if it is inside the chosen folder. Takes paths in the chosen folder. */
export function findInnerModelFolder(paths: string[]): string | undefined {
  if (paths.some((path) => isModelPart(path.split("/", 1)[0]!))) return undefined;
  return findFolderOfModelFiles(paths)?.slice(0, -1);
}

/** As `findModelBase`, but the chosen folder may hold more than the model's folder, such as an earlier zip of it. */
export function findNamedModelBase(paths: string[], rootFolder: string): string {
  const base = findModelBase(paths);
  const name = caseFold(`${rootFolder}/`);
  const named = paths.find((path) => caseFold(path.slice(base.length)).startsWith(name));
  return named === undefined ? base : named.slice(0, base.length + name.length);
}
