import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { usePortalConfig } from "../usePortalConfig.ts";
import type { ReadingLink } from "./downloadAddress.ts";

/** Well before a link ends, a fresh one. */
const EVERY = 10 * 60_000;

/** Leave to read a record's files: granted by the services, else the installation's own; undefined when there is none. */
export function useReadingLink(recordId: string): ReadingLink | undefined {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { downloadPrefix, downloadQuery = "" } = usePortalConfig();
  const { data } = useQuery({
    queryKey: ["download-link", recordId],
    queryFn: async () => (await dataProvider.downloadLink(recordId)) ?? null,
    refetchInterval: EVERY,
  });
  if (data) return data;
  return downloadPrefix === undefined ? undefined : { prefix: downloadPrefix, query: downloadQuery };
}
