import Button from "@mui/material/Button";
import { useNavigate } from "react-router";
import { CopyFailureDialog, useCopyRecord } from "../record-parts/RecordCopy.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordPath } from "../routes.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";

/** Copies an accepted record to a record in progress that keeps its identifier. */
export function NewVersionButton({ record }: { record: RecordRow }) {
  const navigate = useNavigate();
  const copying = useCopyRecord(record.id, (copyId) => void navigate(getRecordPath("form", copyId)));
  if (!useCapabilities().createNewVersion) return null;
  return (
    <>
      <Button
        variant="contained"
        loading={copying.isPending}
        onClick={() => copying.copy({ kind: "newVersion" })}
      >
        New version
      </Button>
      <CopyFailureDialog record={record} copying={copying} />
    </>
  );
}
