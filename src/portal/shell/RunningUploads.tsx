import CloudUploadOutlined from "@mui/icons-material/CloudUploadOutlined";
import { useSyncExternalStore } from "react";
import { NavLink } from "react-router";
import { runningUploads } from "../browser-upload/runs/runningUploads.ts";
import { getRecordPath } from "../routes.ts";
import { ClampedName } from "../ui/ClampedName.tsx";

/** Entries of the side menu while this browser uploads models, or if an upload has stopped. */
export function RunningUploads() {
  const uploads = useSyncExternalStore(runningUploads.subscribe, runningUploads.get);
  return uploads.map(({ recordId, title, percent, needsAttention }) => (
    <li key={recordId}>
      <NavLink to={getRecordPath("instructions", recordId)} end>
        <CloudUploadOutlined fontSize="small" />
        <span style={{ overflowWrap: "anywhere" }}>
          {needsAttention ? (
            <>
              The upload of <ClampedName name={title} /> needs your attention
            </>
          ) : (
            <>
              Uploading <ClampedName name={title} /> ({percent}%)
            </>
          )}
        </span>
      </NavLink>
    </li>
  ));
}
