import type { Upload } from "../../../contract/generated/entities.ts";
import { exactDate, visibleText } from "../../ui/format.ts";
import { versionName } from "../../ui/status/VersionBadge.tsx";

type Sent = Pick<Upload, "uploadVersion" | "uploaded" | "username">;

/** An upload by its number or, where the services do not number versions, by its time and its user. */
export const shortText = ({ uploadVersion, uploaded, username }: Sent): string =>
  uploadVersion
    ? versionName(uploadVersion)
    : `the upload of ${exactDate(uploaded)} by ${visibleText(username)}`;
