import { useMemo } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { ExpectedRecord } from "../../contract/model-folder/checkModel.ts";
import { REQUIRED_FOLDERS } from "../../contract/model-folder/modelFolderNames.ts";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { Upload } from "../../contract/generated/entities.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { useRecordUploads } from "../providers/recordQueries.ts";
import { useSessionText } from "./steps/Step.tsx";
import { resolvePathsInModel } from "../ui/modelPaths.ts";

export type ChosenCorrection = Correction & { version: number };

/**
 * The choice between the whole model and a correction of one version. `correction` is undefined for the whole model.
 * The choice survives a reload, until there is a newer version. Files of the version that were archived individually are
 * deleted by default. Services that do not number versions offer no corrections.
 */
export function useCorrection(recordId: string) {
  const uploads = useRecordUploads(recordId);
  const versions = useMemo(
    () => (uploads.data ?? []).filter(({ uploadVersion }) => uploadVersion),
    [uploads.data],
  );
  const storageKey = `correction.${recordId}.${versions[0]?.uploadBatchId}`;
  const [batchId, setBatchId] = useSessionText(`${storageKey}.version`);
  const [excludedText, setExcludedText] = useSessionText(`${storageKey}.excluded`);
  const excludedPaths = useMemo(() => parsePaths(excludedText), [excludedText]);
  const setExcludedPaths = (paths: string[]) => setExcludedText(JSON.stringify(paths));
  const version = versions.find(({ uploadBatchId }) => uploadBatchId === batchId);
  const versionFiles = useVersionFiles(recordId, version);
  const correction = useMemo<ChosenCorrection | undefined>(
    () =>
      version && {
        uploadBatchId: version.uploadBatchId,
        version: version.uploadVersion!,
        excludedPaths: excludedPaths ?? versionFiles.data?.archivedPaths,
      },
    [version, excludedPaths, versionFiles.data],
  );
  const choose = (uploadBatchId: string) => {
    setBatchId(uploadBatchId);
    setExcludedText("");
  };
  /** Undefined for the whole model, and if the files of the version cannot be loaded. */
  const loadCorrectedEntries = async () => {
    if (!version) return undefined;
    const data = versionFiles.data ?? (await versionFiles.refetch()).data;
    return data && listCorrectedEntries(data.files, excludedPaths ?? data.archivedPaths);
  };
  return { uploads, versions, correction, versionFiles, choose, setExcludedPaths, loadCorrectedEntries };
}

/** Undefined unless it is a JSON list of texts. */
function parsePaths(text: string): string[] | undefined {
  const paths = tryOrUndefined<unknown>(() => JSON.parse(text));
  return Array.isArray(paths) && paths.every((path) => typeof path === "string") ? paths : undefined;
}

/** Receipts list no folders, but every accepted version has the required ones. */
function listCorrectedEntries(
  files: UploadedFile[],
  excludedPaths: string[],
): NonNullable<ExpectedRecord["corrected"]> {
  const folders = REQUIRED_FOLDERS.map(({ name }) => ({ path: name, kind: "directory" as const, size: 0 }));
  const entries = files.map(({ path, size }) => ({ path, kind: "file" as const, size }));
  return { entries: [...folders, ...entries], excludedPaths };
}

/** Loaded at each choice (gcTime 0), because files may have been archived since the last one. */
const useVersionFiles = (recordId: string, version: Upload | undefined) =>
  useVendorQuery(
    ["version-files", recordId, version?.uploadBatchId, version?.archived],
    async (dataProvider) => {
      const { uploadBatchId, archived } = version!;
      const [receipt, current] = await Promise.all([
        dataProvider.getUploadReceipt(recordId, uploadBatchId),
        dataProvider.listFiles(recordId),
      ]);
      if (!receipt)
        throw new Error(
          "The portal has no list of the files of this version, so you cannot correct it. Upload the whole model instead.",
        );
      const files = receipt["files"] as UploadedFile[];
      const ownFiles = current.files.filter((row) => row.uploadBatchId === uploadBatchId);
      const currentPaths = new Set(resolvePathsInModel(ownFiles).map(({ path }) => path));
      return {
        files,
        archivedPaths: archived
          ? []
          : files.map(({ path }) => path).filter((path) => !currentPaths.has(path)),
      };
    },
    { enabled: version !== undefined, staleTime: Infinity, gcTime: 0 },
  );
