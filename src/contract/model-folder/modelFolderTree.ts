/**
 * Every folder of a zip, by its path without a closing slash: those it lists and those only implied by what lies in
 * them, each before what is in it. Gives up beyond `most`, since a small zip can imply millions.
 */
export function foldersOf(entries: { path: string; isDirectory: boolean }[], most = Infinity): Set<string> {
  const folders = new Set<string>();
  for (const { path, isDirectory } of entries) {
    const missing: string[] = [];
    let folder = isDirectory ? path.replace(/\/+$/, "") : parentOf(path);
    while (folder !== "" && !folders.has(folder)) {
      missing.push(folder);
      folder = parentOf(folder);
    }
    for (const found of missing.reverse()) folders.add(found);
    if (folders.size > most) break;
  }
  return folders;
}

/** The folder a path lies in, "" for the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
