import CloudUploadOutlined from "@mui/icons-material/CloudUploadOutlined";
import { useSyncExternalStore } from "react";
import { NavLink } from "react-router";
import { runningUploads } from "../browser-upload/runningUploads.ts";
import { getRecordPath } from "../routes.ts";

/** Entries of the side menu while this browser uploads models. */
export function RunningUploads() {
  const uploads = useSyncExternalStore(runningUploads.subscribe, runningUploads.get);
  return uploads.map(({ recordId, title, percent }) => (
    <li key={recordId}>
      <NavLink to={getRecordPath("instructions", recordId)} end>
        <CloudUploadOutlined fontSize="small" />
        <span style={{ overflowWrap: "anywhere" }}>
          Uploading <bdi>{title}</bdi>, {percent}%
        </span>
      </NavLink>
    </li>
  ));
}
