import { getParentPath, listFolders } from "../../../contract/model-folder/folderEntries.ts";
import type { TaskMember } from "./uploadTask.ts";

/** Keeps the folders of the files: the portal rejects a model without its folder Supporting or GIS. */
export function leaveOutFiles(members: TaskMember[], leftOutPaths: string[]): TaskMember[] {
  if (leftOutPaths.length === 0) return members;
  const leftOut = new Set(leftOutPaths);
  const sent = members.filter(({ path }) => !leftOut.has(path));
  const folders = listFolders(sent.map(({ path }) => ({ path, isDirectory: path.endsWith("/") })));
  const emptied = new Set(leftOutPaths.map(getParentPath).filter((path) => !folders.has(path)));
  const added = [...emptied].map((path) => ({ path: `${path}/`, size: 0, modified: 0 }));
  return [...sent, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
}
