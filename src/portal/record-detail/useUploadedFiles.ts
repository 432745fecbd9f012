import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "../providers/dataProvider.ts";

const EVERY = 30_000;

/** A record's zips and the files that were in them, without the archived ones; asked for again every half minute. */
export function useUploadedFiles(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["files", recordId],
    queryFn: async () => {
      const [uploads, files] = await Promise.all([
        dataProvider.recordUploads(recordId),
        dataProvider.recordFiles(recordId),
      ]);
      return { uploads, files: files.filter(({ archived }) => !archived) };
    },
    refetchInterval: EVERY,
  });
}
