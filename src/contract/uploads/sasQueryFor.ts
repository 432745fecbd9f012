interface ReadGrants {
  uploads?: { uploadBatchId: string; query: string }[] | undefined;
  files?: { path: string; query: string }[] | undefined;
}

/** `path` is relative to the record's folder. Undefined without read access. */
export const sasQueryFor = ({ uploads, files }: ReadGrants, path: string): string | undefined =>
  (
    uploads?.find(({ uploadBatchId }) => path.startsWith(`${uploadBatchId}/`)) ??
    files?.find((file) => file.path === path)
  )?.query;
