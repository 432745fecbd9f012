import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { schemaOf, textOf } from "../../../contract/fields.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";

/** Holds false once the services turned out not to know the call, for all records. */
const SERVED = ["spatial-extents-are-served"];

/**
 * The area of a record's geodatabase, once it is wanted. `isServed` is false from the moment on that
 * the services turn out not to read geodatabases: what they never have is not offered again.
 */
export function useSpatialExtent(record: RecordRow, isWanted: boolean) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const client = useQueryClient();
  const { data: isServed } = useQuery({ queryKey: SERVED, queryFn: () => true, enabled: false });
  const storedName = textOf(schemaOf("metadata"), record.currentMetadata, "extent");
  const { data, error, refetch } = useQuery({
    queryKey: ["spatial-extent", record.id, storedName],
    queryFn: async () => {
      const area = await dataProvider.spatialExtent(record.id);
      if (!area) client.setQueryData(SERVED, false);
      return area ?? null;
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
  return { data: data ?? undefined, error, refetch, isServed: isServed !== false };
}
