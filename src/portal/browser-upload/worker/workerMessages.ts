import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import type { LocalItem } from "../../model-report/listing/listHandles.ts";
import type { NewModel, OpenOptions, ReopenedModel, ReopenOptions } from "./openModel.ts";
import type { RememberedFilesJson } from "./rememberedFiles.ts";
import type { TaskMember, UploadEvent, UploadTask } from "./uploadTask.ts";

/** The model is in the worker. */
export type StartedTask = Omit<UploadTask, "members" | "zip"> & { leftOutPaths: string[] };

export type WorkerRequest =
  /** First the model's files: handles to list, or items in batches, because posting all at once would block the page. */
  | { type: "list"; handles: FileSystemHandle[] }
  | { type: "items"; items: LocalItem[]; hasEmptyFolders: boolean }
  /** Then what to do with them. */
  | { type: "open"; options: OpenOptions }
  | { type: "reopen"; options: ReopenOptions }
  /** Sends the opened model. Ends a run that was started before. */
  | { type: "start"; task: StartedTask }
  | { type: "stop" }
  | { type: "members"; members: TaskMember[] }
  | { type: "compare"; versionFiles: UploadedFile[] };

export type OpenMessage =
  | { type: "opened"; model: NewModel | ReopenedModel }
  | { type: "not opened"; message: string; mustChoose: boolean; isForVendor: boolean };

/** Of a run. Nothing follows "stopped". */
export type RunMessage =
  | Exclude<UploadEvent, { type: "checksums" }>
  /** The model's files with the checksums that are known now. */
  | { type: "files"; filesJson: RememberedFilesJson };

/** Answers "compare". The paths are those of new and changed members. */
export type ComparedMessage = { type: "compared"; paths: string[] } | { type: "not compared" };

export type WorkerMessage = OpenMessage | RunMessage | { type: "stopped" } | ComparedMessage;
