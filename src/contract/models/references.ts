import { caseFold, listFolders } from "../model-folder/folderEntries.ts";
import type { FileReference } from "./fileFacts.ts";

/**
 * capitals: found with different case. elsewhere: found under another path, which must be corrected. outside: not
 * expected, such as a web layer.
 */
type ReferenceState = "found" | "capitals" | "elsewhere" | "missing" | "outside";

/** Looks up files without case, like Windows, and by name only. */
export class ModelFileIndex {
  /** Keys are normalized: macOS writes accents in another encoding than the model's files. */
  private readonly exact: Map<string, string>;
  private readonly byFolded = new Map<string, string>();
  private readonly byName = new Map<string, string[]>();
  private readonly folders: Set<string>;

  constructor(paths: string[]) {
    this.exact = new Map(paths.map((path) => [path.normalize("NFC"), path]));
    this.folders = listFolders(paths.map((path) => ({ path: caseFold(path), isDirectory: false })));
    for (const path of paths) {
      const key = caseFold(path);
      if (!this.byFolded.has(key)) this.byFolded.set(key, path);
      const name = key.slice(key.lastIndexOf("/") + 1);
      this.byName.set(name, [...(this.byName.get(name) ?? []).slice(0, MAX_FILES_WITH_SAME_NAME), path]);
    }
  }

  resolve(
    from: string,
    { target, isFolder }: Pick<FileReference, "target" | "isFolder">,
  ): { state: ReferenceState; found?: string } {
    const written = target.trim().replace(/^"|"$/g, "").replaceAll("\\", "/");
    if (isUrlOrVariable(written)) return { state: "outside" };
    const path = isAbsolute(written) ? undefined : joinPath(getFolderPath(from), written);
    const exactMatch = path === undefined ? undefined : this.exact.get(path.normalize("NFC"));
    if (exactMatch !== undefined) return { state: "found", found: exactMatch };
    const caseInsensitiveMatch = path === undefined ? undefined : this.byFolded.get(caseFold(path));
    if (caseInsensitiveMatch !== undefined) return { state: "capitals", found: caseInsensitiveMatch };
    if (isFolder && path !== undefined && this.folders.has(caseFold(path)))
      return { state: "found", found: path };
    const similarPath = this.findMostSimilar(written, from);
    return similarPath === undefined ? { state: "missing" } : { state: "elsewhere", found: similarPath };
  }

  /** The file of the same name with the most similar path end, then the nearest one. */
  private findMostSimilar(written: string, from: string): string | undefined {
    const wanted = caseFold(written).split("/").reverse();
    const namesakes = this.byName.get(wanted[0] ?? "") ?? [];
    const home = getFolderPath(from).split("/");
    let best: { path: string; similarity: number; proximity: number } | undefined;
    for (const path of namesakes) {
      const similarity = countCommonSegments(wanted, caseFold(path).split("/").reverse());
      const proximity = countCommonSegments(home, path.split("/"));
      if (
        !best ||
        similarity > best.similarity ||
        (similarity === best.similarity && proximity > best.proximity)
      )
        best = { path, similarity, proximity };
    }
    return best?.path;
  }
}

/** The path in the model where the file is expected, or the target itself if it is elsewhere or shortened. */
export function resolveTarget(from: string, target: string): string {
  const written = target.trim().replace(/^"|"$/g, "").replaceAll("\\", "/");
  const isElsewhere = isAbsolute(written) || written.startsWith(OMITTED);
  return (isElsewhere ? undefined : joinPath(getFolderPath(from), written)) ?? target;
}

const MAX_FILES_WITH_SAME_NAME = 200;

const isUrlOrVariable = (path: string) => /^%|^[a-z][a-z0-9+.]+:\/\//i.test(path);

const isAbsolute = (path: string): boolean => /^([A-Za-z]:|[\\/])/.test(path);

const getFolderPath = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function joinPath(folder: string, path: string): string | undefined {
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

function countCommonSegments(one: string[], other: string[]): number {
  const firstDifference = one.findIndex((segment, index) => segment !== other[index]);
  return firstDifference < 0 ? one.length : firstDifference;
}

/** Enough to identify the file without revealing the author's folders. */
const MAX_SHOWN_SEGMENTS = 2;
const MAX_SHOWN_CHARACTERS = 300;
const OMITTED = "…";

/** HEC-RAS writes paths to other folders of the same disk as relative ones. */
const TO_USERS_FOLDER = /^(\.\.[\\/])+(Users|home|Documents and Settings)[\\/]/i;

/** Shortens paths of the author's disk and paths that leave the project. */
export function redactTarget(target: string): string {
  const segments = target.split(/[\\/]+/).filter((segment) => segment !== "");
  const separator = target.includes("\\") ? "\\" : "/";
  const climbs = segments.filter((segment) => segment === "..").length;
  const isPrivate = isAbsolute(target) || climbs > 1 || TO_USERS_FOLDER.test(target);
  const lastSegments = segments.filter((segment) => segment !== "..").slice(-MAX_SHOWN_SEGMENTS);
  const shown = isPrivate ? [OMITTED, ...lastSegments].join(separator) : target;
  return shown.slice(0, MAX_SHOWN_CHARACTERS);
}
