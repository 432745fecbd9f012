import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ChosenFiles } from "../../model-report/localItems.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import type { BrowserUpload } from "../runs/browserUpload.ts";
import { browserUploads } from "../runs/browserUploads.ts";
import { reopenModel, type InWorker } from "../openInWorker.ts";
import type { UploadEntry } from "../runs/uploadEntry.ts";
import { useModelOpener } from "./useModelOpener.ts";
import type { ReopenedModel, ReopenOptions } from "../worker/openModel.ts";
import { OpenModelError } from "../worker/openModelError.ts";

/** Opens the files again and compares them with those that were chosen first. */
export function useReopen(upload: BrowserUpload, record: RecordRow) {
  const { recordId, phase, paths } = upload;
  /** Waits for the vendor's decision. */
  const [reopened, setReopened] = useState<InWorker<ReopenedModel>>();
  const agreedPaths = useRef<string[]>([]);
  const { open, handOver } = useModelOpener();
  const { mutate, error } = useMutation({
    mutationFn: (selection: Promise<ChosenFiles>) =>
      open(async (signal) => {
        const chosen = await selection;
        return reopenModel(chosen, createReopenOptions(browserUploads.getStored(recordId)!, record), signal);
      }),
    onSuccess: (model) => proceed(model),
    gcTime: 0,
  });
  const proceed = (model: InWorker<ReopenedModel>) => {
    const { changedPaths, deniedPaths } = model;
    if (deniedPaths.length > 0) return setReopened(model);
    if (changedPaths.every((path) => agreedPaths.current.includes(path))) {
      agreedPaths.current = [];
      setReopened(undefined);
      handOver();
      browserUploads.resume(recordId, model);
    } else {
      setReopened(model);
      browserUploads.askAboutChanges(recordId, changedPaths);
    }
  };
  const isDenied = reopened !== undefined && reopened.deniedPaths.length > 0;
  const reopen = () => {
    const isChanged = phase === "changed";
    if (isChanged) agreedPaths.current = paths;
    setReopened(undefined);
    const handle = browserUploads.getStored(recordId)?.handle;
    if (isChanged && reopened && !isDenied) proceed(reopened);
    else if (handle) mutate(requestFiles(handle));
    else browserUploads.askForFiles(recordId);
  };
  const leaveOut = () => {
    if (isDenied) proceed({ ...reopened, deniedPaths: [] });
    else browserUploads.leaveOut(recordId);
  };
  const view: BrowserUpload = isDenied
    ? { ...upload, phase: "unreadable", paths: reopened.deniedPaths }
    : upload;
  return { view, error, choose: mutate, reopen, leaveOut };
}

function createReopenOptions(
  { recordId, correction, kind, filesJson, leftOutPaths, metadataFile, coverageFile }: UploadEntry["stored"],
  { currentMetadata: metadata }: RecordRow,
): ReopenOptions {
  return {
    record: { recordId, metadata, isCorrection: correction !== undefined },
    stored: { kind, filesJson, leftOutPaths, metadataFile, coverageFile },
  };
}

/** The browser asks the vendor once. */
async function requestFiles(handle: FileSystemHandle): Promise<ChosenFiles> {
  const permission = await handle.requestPermission?.({ mode: "read" });
  if (permission !== undefined && permission !== "granted")
    throw new OpenModelError(
      "Your browser may not read the files yet. Try again, and allow it to read them.",
    );
  return { handles: [handle] };
}
