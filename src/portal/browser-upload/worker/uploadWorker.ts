import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import { runUpload } from "./runUpload.ts";
import type { TaskMember, UploadTask } from "./uploadTask.ts";
import { omitUnchangedFiles } from "./zipContent.ts";

/** Members come in batches: posting all files of a large model at once would block the page. */
export type WorkerRequest =
  | { type: "members"; members: TaskMember[] }
  | { type: "start"; task: Omit<UploadTask, "members"> }
  | { type: "compare"; versionFiles: UploadedFile[] };

/** Answers "compare". The paths are those of new and changed members. */
export interface ComparedMessage {
  type: "compared";
  paths: string[];
}

const members: TaskMember[] = [];

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === "members") members.push(...data.members);
  else if (data.type === "start") void runUpload({ ...data.task, members }, (event) => postMessage(event));
  else void compare(data.versionFiles);
});

async function compare(versionFiles: UploadedFile[]): Promise<void> {
  const changed = await omitUnchangedFiles(members, versionFiles);
  postMessage({ type: "compared", paths: changed.map(({ path }) => path) } satisfies ComparedMessage);
}
