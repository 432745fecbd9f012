import type { ComponentType } from "react";
import Stack from "@mui/material/Stack";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { isUnderWay, useUploadProgress } from "../providers/useUploadProgress.ts";
import { UploadStages } from "../ui/UploadStages.tsx";
import { SteadyPlace } from "../ui/SteadyPlace.tsx";
import { ConflictPanel } from "./conflicts/ConflictPanel.tsx";
import { LateConflictsNote } from "./conflicts/LateConflictsNote.tsx";
import { DetailCard } from "./DetailCard.tsx";
import { FilesCard } from "./FilesCard.tsx";
import { MetadataCard } from "./MetadataCard.tsx";
import { StatusCard } from "./StatusCard.tsx";

/** Milliseconds between two looks for a new upload. */
const IDLE = 20_000;

interface RecordDetailProps {
  record: RecordRow;
  Review?: ComponentType<{ record: RecordRow }> | undefined;
  Notice?: ComponentType<{ record: RecordRow }> | undefined;
  isOwn: boolean;
}

/** The parts of a record's page, what needs attention first. */
export function RecordDetail({ record, Review, Notice, isOwn }: RecordDetailProps) {
  const { data: progress } = useUploadProgress(record.id, IDLE);
  const isWorkedOn = isUnderWay(progress);
  return (
    <Stack sx={{ gap: 3 }}>
      <SteadyPlace of={progress === undefined ? undefined : `${record.statusInfo.status} ${isWorkedOn}`} />
      {Notice && <Notice record={record} />}
      {Review && <Review record={record} />}
      <ConflictPanel record={record} isOwn={isOwn} />
      {isUnderWay(progress) && (
        <DetailCard title="Upload in progress">
          <UploadStages progress={progress} />
        </DetailCard>
      )}
      <StatusCard record={record} isOwn={isOwn} />
      <FilesCard record={record} />
      <MetadataCard record={record} />
      <LateConflictsNote recordId={record.id} />
    </Stack>
  );
}
