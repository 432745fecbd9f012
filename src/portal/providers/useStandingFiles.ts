import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "./dataProvider.ts";

const EVERY = 30_000;

/** The files of a record that stand; asked for again every half minute. */
export function useStandingFiles(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["files", recordId],
    queryFn: async () => {
      const { files, etag } = await dataProvider.recordFiles(recordId);
      return { files: files.filter(({ archived }) => !archived), etag };
    },
    refetchInterval: EVERY,
  });
}
