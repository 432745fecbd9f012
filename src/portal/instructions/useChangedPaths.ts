import { useQuery } from "@tanstack/react-query";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolderNames.ts";
import { listReusableFiles } from "../../contract/uploads/correction.ts";
import type { CheckedFiles } from "../model-report/FolderCheck.tsx";
import type { ChosenCorrection } from "./useCorrection.ts";

interface ChangedPathsOptions {
  recordId: string;
  correction: ChosenCorrection | undefined;
  /** Of the version to correct; undefined while loading. */
  versionFiles: UploadedFile[] | undefined;
  checkedFiles: CheckedFiles | undefined;
}

/** The new and changed files of the folder that was chosen for the check, without the metadata file. */
export function useChangedPaths({ recordId, correction, versionFiles, checkedFiles }: ChangedPathsOptions) {
  const { excludedPaths } = correction ?? {};
  // A file input lists no empty folders; a chosen zip is one file.
  const isFolder = checkedFiles?.selection.items.some(({ path }) => path.includes("/")) === true;
  const { data, isFetching } = useQuery({
    queryKey: ["changed-paths", recordId, correction, checkedFiles?.chosenAt],
    queryFn: async ({ signal }) => {
      const { compareWithVersion } = await import("../browser-upload/compareWithVersion.ts");
      const reusable = listReusableFiles(versionFiles!, recordId, excludedPaths);
      const paths = await compareWithVersion(checkedFiles!.selection.items, reusable, signal);
      return paths.filter((path) => caseFold(path) !== caseFold(metadataFileName(recordId)));
    },
    enabled: isFolder && versionFiles !== undefined && excludedPaths !== undefined,
    ...{ staleTime: Infinity, gcTime: 0, retry: false, networkMode: "always" as const },
  });
  return { paths: data, isComparing: isFetching };
}

export type ChangedPaths = ReturnType<typeof useChangedPaths>;
