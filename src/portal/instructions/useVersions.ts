import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { useRecordUploads } from "../providers/recordQueries.ts";
import { insideModel } from "../ui/insideModel.ts";

/** A correction as it is chosen: of which version, and what of it is to go. */
export type ChosenCorrection = Correction & { version: number };

/** The versions that can be corrected, the newest first; none where the services do not number them. */
export function useVersions(recordId: string) {
  const { data, ...query } = useRecordUploads(recordId);
  const versions = useMemo(
    () =>
      (data ?? [])
        .filter(({ uploadVersion }) => uploadVersion)
        .toSorted((one, other) => other.uploadVersion! - one.uploadVersion!),
    [data],
  );
  return { ...query, versions };
}

/** What a version holds, and which of that was put aside file by file while the version stands. */
export function useVersionFiles(recordId: string, version: Upload | undefined) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["version-files", recordId, version?.uploadBatchId, version?.archived],
    enabled: version !== undefined,
    queryFn: async () => {
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
  });
}
