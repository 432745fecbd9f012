import { folded } from "../model-folder/modelFolderEntry.ts";
import type { FileReference } from "./fileFacts.ts";

/**
 * found: where the reference says. capitals: there, under other capitals. elsewhere: in the delivery, but the path
 * must be mended. missing: not delivered. outside: not meant to be delivered, such as a web layer.
 */
type ReferenceState = "found" | "capitals" | "elsewhere" | "missing" | "outside";

/** The files of a delivery, to be looked up as Windows would and by name alone. */
export class DeliveredFiles {
  private readonly exact: Set<string>;
  private readonly byFolded = new Map<string, string>();
  private readonly byName = new Map<string, string[]>();

  constructor(paths: string[]) {
    this.exact = new Set(paths);
    for (const path of paths) {
      const key = folded(path);
      if (!this.byFolded.has(key)) this.byFolded.set(key, path);
      const name = key.slice(key.lastIndexOf("/") + 1);
      this.byName.set(name, [...(this.byName.get(name) ?? []).slice(0, MOST_NAMESAKES), path]);
    }
  }

  /** @param from the file in which the reference stands */
  resolve(from: string, { target }: FileReference): { state: ReferenceState; found?: string } {
    const written = target.trim().replace(/^"|"$/g, "").replaceAll("\\", "/");
    if (isOutside(written)) return { state: "outside" };
    const path = isAbsolute(written) ? undefined : joined(folderOf(from), written);
    if (path !== undefined && this.exact.has(path)) return { state: "found", found: path };
    const other = path === undefined ? undefined : this.byFolded.get(folded(path));
    if (other !== undefined) return { state: "capitals", found: other };
    const elsewhere = this.likest(written, from);
    return elsewhere === undefined ? { state: "missing" } : { state: "elsewhere", found: elsewhere };
  }

  /** Of the files with the same name, the one whose path ends most like the reference, and then the nearest. */
  private likest(written: string, from: string): string | undefined {
    const wanted = folded(written).split("/").reverse();
    const namesakes = this.byName.get(wanted[0] ?? "") ?? [];
    const home = folderOf(from).split("/");
    let best: { path: string; alike: number; near: number } | undefined;
    for (const path of namesakes) {
      const alike = sameStart(wanted, folded(path).split("/").reverse());
      const near = sameStart(home, path.split("/"));
      if (!best || alike > best.alike || (alike === best.alike && near > best.near))
        best = { path, alike, near };
    }
    return best?.path;
  }
}

const MOST_NAMESAKES = 200;

const isOutside = (path: string) => /^%|^[a-z][a-z0-9+.]+:\/\//i.test(path);

const isAbsolute = (path: string): boolean => /^([A-Za-z]:|[\\/])/.test(path);

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** A relative path from a folder; undefined where it leads out of the delivery. */
function joined(folder: string, path: string): string | undefined {
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

function sameStart(one: string[], other: string[]): number {
  const most = Math.min(one.length, other.length);
  for (let same = 0; same < most; same++) if (one[same] !== other[same]) return same;
  return most;
}

/** Segments of an author's own path that are shown: enough to find the file by, no more. */
const SHOWN_SEGMENTS = 2;
const SHOWN_LENGTH = 300;

/** A reference as it may be shown: of a path on the author's disk, or out of the project, only its end. */
export function shownTarget(target: string): string {
  const segments = target.split(/[\\/]+/).filter((segment) => segment !== "");
  const separator = target.includes("\\") ? "\\" : "/";
  const climbs = segments.filter((segment) => segment === "..").length;
  const isPrivate = isAbsolute(target) || climbs > 1;
  const kept = segments.filter((segment) => segment !== "..").slice(-SHOWN_SEGMENTS);
  const shown = isPrivate ? ["…", ...kept].join(separator) : target;
  return shown.slice(0, SHOWN_LENGTH);
}
