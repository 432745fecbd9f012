import Skeleton from "@mui/material/Skeleton";
import type { ComponentType, ReactNode } from "react";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useAnswer } from "../providers/useAnswer.ts";
import { entriesWith, textWith } from "../recordName.ts";
import { AreaMap } from "../ui/maps/AreaMap.tsx";
import { ErrorState } from "../ui/states.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { useModelReport } from "./UploadedModelReport.tsx";

interface ExtentCardProps {
  record: RecordRow;
  /** What stands around the map. */
  Frame?: ComponentType<{ title: string; children: ReactNode }>;
}

/** The map of the area that a record's geodatabase covers, and of its model; nothing where neither is known. */
export function ExtentCard({ record, Frame = SectionCard }: ExtentCardProps) {
  const storedName = textWith(record.currentMetadata, "extent");
  const { data, error, refetch } = useAnswer(
    ["spatial-extent", record.id, storedName],
    (dataProvider) => dataProvider.spatialExtent(record.id),
    { enabled: storedName !== "", staleTime: Infinity },
  );
  const { footprint, coverage } = useModelReport(record.id).data ?? {};
  const isKnown = footprint || coverage;
  // Drawn once: what came first would be drawn anew, in another place, with what comes next.
  const isAwaited = storedName !== "" && data === undefined;
  if ((storedName === "" || data === null) && !isKnown) return null;
  return (
    <Frame title="Area covered">
      {data || (isKnown && !isAwaited) ? (
        <AreaMap
          area={data ?? undefined}
          delivered={coverage}
          footprint={footprint}
          named={entriesWith(record.currentMetadata, "county")}
        />
      ) : error ? (
        <ErrorState title="The map could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" role="status" aria-label="Loading the map" sx={{ height: 400 }} />
      )}
    </Frame>
  );
}
