import { useMemo } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import { useAnswer } from "../providers/useAnswer.ts";
import { useRecordUploads } from "../providers/recordQueries.ts";
import { insideModel } from "../ui/insideModel.ts";

/** A correction as it is chosen: of which version, and what of it is to go. */
export type ChosenCorrection = Correction & { version: number };

/** The versions that can be corrected, the newest first; none where the services do not number them. */
export function useVersions(recordId: string) {
  const { data, ...query } = useRecordUploads(recordId);
  const versions = useMemo(() => (data ?? []).filter(({ uploadVersion }) => uploadVersion), [data]);
  return { ...query, versions };
}

/** What a version holds, and which of that was put aside file by file while the version stands. */
export const useVersionFiles = (recordId: string, version: Upload | undefined) =>
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
    { enabled: version !== undefined },
  );
