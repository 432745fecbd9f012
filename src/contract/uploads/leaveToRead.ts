/** What a link grants: each upload that stands by itself, and file by file what was taken over from another. */
interface Grants {
  uploads?: { uploadBatchId: string; query: string }[] | undefined;
  files?: { path: string; query: string }[] | undefined;
}

/** The query that reads one stored file, by its path below the record's folder; undefined where nothing grants it. */
export const leaveToRead = ({ uploads, files }: Grants, path: string): string | undefined =>
  (
    uploads?.find(({ uploadBatchId }) => path.startsWith(`${uploadBatchId}/`)) ??
    files?.find((file) => file.path === path)
  )?.query;
