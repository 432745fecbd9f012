import type { ComponentType } from "react";
import Stack from "@mui/material/Stack";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { isUnderWay, useUploadProgress } from "../../providers/useUploadProgress.ts";
import { UploadStages } from "../../ui/UploadStages.tsx";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { DetailCard } from "./DetailCard.tsx";
import { FilesCard } from "./FilesCard.tsx";
import { MetadataCard } from "./MetadataCard.tsx";
import { StatusCard } from "./StatusCard.tsx";

/** Milliseconds between two looks for a new upload. */
const IDLE = 20_000;

interface RecordDetailProps {
  record: RecordRow;
  Review?: ComponentType<{ record: RecordRow }> | undefined;
  isOwn: boolean;
}

/** The parts of a record's page, what needs attention first. */
export function RecordDetail({ record, Review, isOwn }: RecordDetailProps) {
  const { data: progress } = useUploadProgress(record.id, IDLE);
  return (
    <Stack sx={{ gap: 3 }}>
      {Review && <Review record={record} />}
      <ConflictPanel recordId={record.id} />
      {progress && isUnderWay(progress) && (
        <DetailCard title="Upload in progress">
          <UploadStages progress={progress} />
        </DetailCard>
      )}
      <StatusCard record={record} isOwn={isOwn} />
      <FilesCard recordId={record.id} />
      <MetadataCard record={record} />
    </Stack>
  );
}
