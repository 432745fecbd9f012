import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { ComponentType, ReactNode } from "react";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { getRecordList, getRecordText } from "../ui/recordName.ts";
import { AreaMap } from "../ui/maps/AreaMap.tsx";
import { ErrorState } from "../ui/states.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { useModelReport } from "./UploadedModelReport.tsx";

interface ExtentCardProps {
  record: RecordRow;
  Frame?: ComponentType<{ title: string; children: ReactNode }>;
}

/** The area of the record's geodatabase. */
export function useSpatialExtent(record: RecordRow) {
  const storedName = getRecordText(record.currentMetadata, "extent");
  return useVendorQuery(
    ["spatial-extent", record.id, storedName],
    (dataProvider) => dataProvider.getSpatialExtent(record.id),
    { enabled: storedName !== "", staleTime: Infinity },
  );
}

export function ExtentCard({ record, Frame = SectionCard }: ExtentCardProps) {
  const storedName = getRecordText(record.currentMetadata, "extent");
  const { data, error, refetch } = useSpatialExtent(record);
  const { footprint, coverage } = useModelReport(record.id).data ?? {};
  const hasModelArea = footprint || coverage;
  // Wait for the extent: drawing the model's area first would zoom the map again when the extent arrives.
  const isExtentPending = storedName !== "" && data === undefined;
  if ((storedName === "" || data === null) && !hasModelArea) return null;
  return (
    <Frame title="Area covered">
      {data || (hasModelArea && !isExtentPending) ? (
        <AreaMap
          area={data ?? undefined}
          delivered={coverage}
          footprint={footprint}
          recordCounties={getRecordList(record.currentMetadata, "county")}
        />
      ) : error ? (
        <ErrorState title="The map could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Box role="status" sx={skeletonStyles}>
          <Skeleton variant="rounded" height="100%" />
          <Typography color="textSecondary">Loading the map…</Typography>
        </Box>
      )}
    </Frame>
  );
}

/** As high as the map with its description. */
const skeletonStyles = {
  display: "grid",
  height: { xs: 480, md: 540 },
  "& > *": { gridArea: "1 / 1" },
  "& > p": { placeSelf: "center" },
};
