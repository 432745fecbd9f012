import { runUpload } from "./runUpload.ts";
import type { TaskMember, UploadTask } from "./uploadTask.ts";

/** Members come in batches: posting all files of a large model at once would block the page. */
export type WorkerRequest =
  { type: "members"; members: TaskMember[] } | { type: "start"; task: Omit<UploadTask, "members"> };

const members: TaskMember[] = [];

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === "members") members.push(...data.members);
  else void runUpload({ ...data.task, members }, (event) => postMessage(event));
});
