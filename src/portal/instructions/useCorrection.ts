import { useMemo, useState } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import { useAnswer } from "../providers/useAnswer.ts";
import { useRecordUploads } from "../providers/recordQueries.ts";
import { insideModel } from "../ui/insideModel.ts";

/** A correction as it is chosen: of which version, and what of it is to go. */
export type ChosenCorrection = Correction & { version: number };

/**
 * What an upload is to be: the whole model, or a correction of one of its versions, the newest first; of none where the
 * services do not number them. What was put aside of a version is to go unless its vendor says otherwise.
 */
export function useCorrection(recordId: string) {
  const uploads = useRecordUploads(recordId);
  const versions = useMemo(
    () => (uploads.data ?? []).filter(({ uploadVersion }) => uploadVersion),
    [uploads.data],
  );
  const [batchId, setBatchId] = useState("");
  const [leftOut, leaveOut] = useState<string[]>();
  const version = versions.find(({ uploadBatchId }) => uploadBatchId === batchId);
  const held = useHeldFiles(recordId, version);
  const correction = useMemo<ChosenCorrection | undefined>(
    () =>
      version && {
        uploadBatchId: version.uploadBatchId,
        version: version.uploadVersion!,
        leftOut: leftOut ?? held.data?.putAside,
      },
    [version, leftOut, held.data],
  );
  const choose = (chosen: string) => {
    setBatchId(chosen);
    leaveOut(undefined);
  };
  return { uploads, versions, correction, held, choose, leaveOut };
}

/** What a version holds, and which of that was put aside file by file while the version stands: as it is when chosen. */
const useHeldFiles = (recordId: string, version: Upload | undefined) =>
  useAnswer(
    ["version-files", recordId, version?.uploadBatchId, version?.archived],
    async (dataProvider) => {
      const { uploadBatchId, archived } = version!;
      const [receipt, standing] = await Promise.all([
        dataProvider.uploadReceipt(recordId, uploadBatchId),
        dataProvider.recordFiles(recordId),
      ]);
      if (!receipt) throw new Error("There is no receipt of this version.");
      const files = receipt["files"] as UploadedFile[];
      const own = standing.files.filter((row) => row.uploadBatchId === uploadBatchId);
      const there = new Set(insideModel(own).map(({ path }) => path));
      return {
        files,
        putAside: archived ? [] : files.map(({ path }) => path).filter((path) => !there.has(path)),
      };
    },
    { enabled: version !== undefined, staleTime: Infinity, gcTime: 0 },
  );
