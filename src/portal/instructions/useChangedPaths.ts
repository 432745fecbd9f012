import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isMetadataFile } from "../../contract/model-folder/modelFolderNames.ts";
import { listReusableFiles } from "../../contract/uploads/correction.ts";
import { findNamedModelBase, isJunk } from "../../contract/uploads/planModelZip.ts";
import type { CheckedFiles } from "../model-report/FolderCheck.tsx";
import type { LocalItem } from "../model-report/listing/listHandles.ts";
import type { useCorrection } from "./useCorrection.ts";

interface ChangedPathsOptions extends Pick<ReturnType<typeof useCorrection>, "correction" | "versionFiles"> {
  recordId: string;
  rootFolder: string;
  checkedFiles: CheckedFiles | undefined;
}

/** The new and changed files of the folder that was chosen for the check, without the metadata file. */
export function useChangedPaths(options: ChangedPathsOptions) {
  const { recordId, rootFolder, correction, versionFiles, checkedFiles } = options;
  const items = useMemo(
    () => checkedFiles && listFilesOfModel(checkedFiles.selection.items, rootFolder),
    [checkedFiles, rootFolder],
  );
  const checkedPaths = useMemo(
    () => items?.map(({ path }) => path) ?? checkedFiles?.paths,
    [items, checkedFiles],
  );
  const { excludedPaths } = correction ?? {};
  const { files } = versionFiles.data ?? {};
  const isFolderChosen = correction !== undefined && items !== undefined;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["changed-paths", recordId, rootFolder, correction, checkedFiles?.chosenAt],
    queryFn: async ({ signal }) => {
      const { compareWithVersion } = await import("../browser-upload/compareWithVersion.ts");
      const paths = await compareWithVersion(
        items!,
        listReusableFiles(files!, recordId, excludedPaths),
        signal,
      );
      return paths.filter((path) => !isMetadataFile(path, recordId));
    },
    enabled: isFolderChosen && files !== undefined && excludedPaths !== undefined,
    ...{ staleTime: Infinity, gcTime: 0, retry: false, networkMode: "always" as const },
  });
  return {
    paths: data,
    isComparing: isFolderChosen && (isFetching || versionFiles.isFetching),
    hasFailed: isFolderChosen && (isError || versionFiles.isError),
    /** Paths in the model, of the chosen folder or zip. */
    checkedPaths,
  };
}

export type ChangedPaths = ReturnType<typeof useChangedPaths>;

/** With their paths in the model. Undefined for a zip: it is one file. */
function listFilesOfModel(items: LocalItem[], rootFolder: string): LocalItem[] | undefined {
  if (!items.some(({ path }) => path.includes("/"))) return undefined;
  const files = items.filter((item) => !("isEmptyFolder" in item) && !isJunk(item.path));
  const base = findNamedModelBase(
    files.map(({ path }) => path),
    rootFolder,
  );
  return files.flatMap((item) =>
    item.path.startsWith(base) ? [{ ...item, path: item.path.slice(base.length) }] : [],
  );
}
