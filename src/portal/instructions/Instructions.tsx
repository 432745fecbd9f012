import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { schemaOf, textOf } from "../../contract/schema/fields.ts";
import { isEditable } from "../../contract/status.ts";
import { FolderCheck } from "../model-report/FolderCheck.tsx";
import { latestUploadFault } from "../providers/latestNotification.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useRecordNotifications } from "../providers/useRecordNotifications.ts";
import { recordPath } from "../routes.ts";
import { UploadFault } from "../ui/status/UploadFault.tsx";
import { CorrectionChoice } from "./CorrectionChoice.tsx";
import type { ChosenCorrection } from "./useVersions.ts";
import { FolderLayout } from "./steps/FolderLayout.tsx";
import { FollowUpload } from "./FollowUpload.tsx";
import { InstructionsBar } from "./InstructionsBar.tsx";
import { PlatformChoice } from "./steps/PlatformChoice.tsx";
import { firstPlatform, keepPlatform } from "./steps/platformChoice.ts";
import { Steps } from "./steps/Steps.tsx";

const FAULTS_EVERY = 10_000;

/** Everything needed to deliver the model of a record that takes uploads. */
export function Instructions({ record }: { record: RecordRow }) {
  const [platform, setPlatform] = useState(firstPlatform);
  const [correction, setCorrection] = useState<ChosenCorrection>();
  const [looked, setLooked] = useState<string[]>();
  const { data: notifications = [] } = useRecordNotifications(record.id, FAULTS_EVERY);
  const fault = latestUploadFault(notifications);
  const { status, timeOfLastStatusChange } = record.statusInfo;
  const isCurrent = fault && (isEditable(status) || fault.date > timeOfLastStatusChange);
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography color="textSecondary">
        How to deliver the model files of{" "}
        <strong>{textOf(schemaOf("metadata"), record.currentMetadata, "title")}</strong>.
      </Typography>
      {isCurrent && <UploadFault fault={fault} viewPath={recordPath("view", record.id)} />}
      <FolderLayout recordId={record.id} metadata={record.currentMetadata} />
      <CorrectionChoice
        recordId={record.id}
        correction={correction}
        onChange={setCorrection}
        looked={looked}
      />
      <FolderCheck isPart={correction !== undefined} onFiles={setLooked} />
      <div>
        <PlatformChoice
          platform={platform}
          onChange={(chosen) => {
            keepPlatform(chosen);
            setPlatform(chosen);
          }}
        />
        <Stack sx={{ gap: 3, mt: 2 }}>
          {platform === "WINDOWS" && (
            <Alert severity="info">
              <strong>PowerShell 7.2 is required</strong> (not Windows PowerShell).
            </Alert>
          )}
          <Steps record={record} platform={platform} correction={correction} />
        </Stack>
      </div>
      <FollowUpload record={record} />
      <InstructionsBar recordId={record.id} />
    </Stack>
  );
}
