import CloudUploadOutlined from "@mui/icons-material/CloudUploadOutlined";
import { useSyncExternalStore } from "react";
import { NavLink } from "react-router";
import { runningUploads } from "../browser-upload/runs/runningUploads.ts";
import { getRecordPath } from "../routes.ts";
import { ClampedName } from "../ui/ClampedName.tsx";

/** Entries of the side menu while this browser uploads models, or if an upload is paused or has stopped. */
export function RunningUploads() {
  const uploads = useSyncExternalStore(runningUploads.subscribe, runningUploads.get);
  return uploads.map(({ recordId, title, percent, state }) => (
    <li key={recordId}>
      <NavLink to={getRecordPath("instructions", recordId)} end>
        <CloudUploadOutlined fontSize="small" />
        <span style={{ overflowWrap: "anywhere" }}>
          {state === "running" ? (
            <>
              Uploading <ClampedName name={title} /> ({percent}%)
            </>
          ) : (
            <>
              The upload of <ClampedName name={title} />{" "}
              {state === "paused" ? "is paused" : "needs your attention"}
            </>
          )}
        </span>
      </NavLink>
    </li>
  ));
}
