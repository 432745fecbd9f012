import type { StoredFile } from "../../contract/generated/entities.ts";

const byName = new Intl.Collator("en", { numeric: true });
const segmentsOf = (path: string) => path.split("/").filter(Boolean);
const isFolder = ({ uploadType }: StoredFile) => uploadType === "directory";

/** The paths of a record's files as its vendor knows them: below what the services put above the model, each once. */
export function pathsToName(files: StoredFile[]): string[] {
  const uploads = new Map<string, StoredFile[]>();
  for (const file of files) {
    const known = uploads.get(file.uploadBatchId);
    if (known) known.push(file);
    else uploads.set(file.uploadBatchId, [file]);
  }
  const paths = [...uploads.values()].flatMap((rows) => {
    const above = depthAbove(rows);
    return rows.filter((row) => !isFolder(row)).map(({ path }) => segmentsOf(path).slice(above).join("/"));
  });
  return [...new Set(paths)].toSorted(byName.compare);
}

/** How many folders all rows share. Where folders are no rows of their own, the last shared one is the model's. */
function depthAbove(rows: StoredFile[]): number {
  const parents = rows.map(({ path }) => segmentsOf(path).slice(0, -1));
  const [first = []] = parents;
  const end = first.findIndex((folder, at) => parents.some((parent) => parent[at] !== folder));
  const shared = end < 0 ? first.length : end;
  return rows.some(isFolder) ? shared : Math.max(0, shared - 1);
}
