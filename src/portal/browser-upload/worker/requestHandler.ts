import { InvalidZipError } from "../../../contract/zip/zipMember.ts";
import { listLocalItems, type LocalSelection } from "../../model-report/localItems.ts";
import type { ChosenModel } from "./chosenModel.ts";
import { leaveOutFiles } from "./leaveOutFiles.ts";
import type { NewModel, ReopenedModel } from "./openModel.ts";
import { OpenModelError } from "./openModelError.ts";
import { runUpload } from "./runUpload.ts";
import type { TaskMember, UploadEvent } from "./uploadTask.ts";
import type { OpenMessage, StartedTask, WorkerMessage, WorkerRequest } from "./workerMessages.ts";
import { omitUnchangedFiles } from "./zipContent.ts";

const loadOpener = () => import("./openModel.ts");

type SentModel = Pick<ChosenModel, "members" | "zip" | "files">;

/** One model: opened, then sent, as often as the vendor resumes. Only the worker holds its files. */
export function createRequestHandler(post: (message: WorkerMessage) => void) {
  const members: TaskMember[] = [];
  let selection: LocalSelection = { items: [], hasEmptyFolders: false };
  let listing: Promise<unknown> = Promise.resolve();
  let model: SentModel = { members: [], files: [] };
  let run: AbortController | undefined;

  async function list(handles: FileSystemHandle[]): Promise<void> {
    selection = await listLocalItems({ handles });
  }

  async function open(
    openSelection: () => Promise<{ chosen: ChosenModel; opened: NewModel | ReopenedModel }>,
  ): Promise<void> {
    try {
      await listing;
      const { chosen, opened } = await openSelection();
      const { zip, files } = chosen;
      model = { members: chosen.members, zip, files };
      selection = { items: [], hasEmptyFolders: false };
      post({ type: "opened", model: opened });
    } catch (error) {
      post(toOpenMessage(error));
    }
  }

  function start({ leftOutPaths, ...task }: StartedTask): void {
    run?.abort();
    run = new AbortController();
    const { signal } = run;
    const { zip } = model;
    const sent = leaveOutFiles(model.members, leftOutPaths);
    const emit = (event: UploadEvent) => {
      if (signal.aborted) return;
      if (event.type === "checksums") return setChecksums(event.checksums);
      // Such files are read again.
      if (event.type === "unreadable" || event.type === "changed")
        setChecksums(new Map(event.paths.map((path) => [path, undefined])));
      post(event);
    };
    const sentTask = { ...task, members: sent, ...(zip && { zip, fileName: zip.name }) };
    void runUpload(sentTask, emit, { signal });
  }

  function setChecksums(checksums: Map<string, number | undefined>): void {
    const withChecksum = <File extends { path: string }>(file: File) =>
      checksums.has(file.path) ? { ...file, crc32: checksums.get(file.path) } : file;
    model = {
      ...model,
      members: model.members.map(withChecksum),
      files: model.files.map(withChecksum),
    };
    post({ type: "files", filesJson: JSON.stringify(model.files) });
  }

  async function compare(versionFiles: Parameters<typeof omitUnchangedFiles>[1]): Promise<void> {
    try {
      const changed = await omitUnchangedFiles(members, versionFiles);
      post({ type: "compared", paths: changed.map(({ path }) => path) });
    } catch {
      post({ type: "not compared" });
    }
  }

  return (request: WorkerRequest): void => {
    switch (request.type) {
      case "list":
        // Loads what opens the model at the same time.
        listing = Promise.all([list(request.handles), loadOpener()]);
        // Reported when the model is opened.
        listing.catch(() => undefined);
        return;
      case "items":
        selection.hasEmptyFolders = request.hasEmptyFolders;
        selection.items.push(...request.items);
        return;
      case "open":
        return void open(async () => (await loadOpener()).openNewModel(selection, request.options));
      case "reopen":
        return void open(async () => (await loadOpener()).reopenModel(selection, request.options));
      case "start":
        return start(request.task);
      case "stop":
        run?.abort();
        return post({ type: "stopped" });
      case "members":
        return void members.push(...request.members);
      case "compare":
        return void compare(request.versionFiles);
    }
  };
}

function toOpenMessage(error: unknown): OpenMessage {
  const isForVendor = error instanceof OpenModelError || error instanceof InvalidZipError;
  const mustChoose = error instanceof OpenModelError && error.mustChoose;
  const message = error instanceof Error ? error.message : String(error);
  return { type: "not opened", message, mustChoose, isForVendor };
}
