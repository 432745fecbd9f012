import type { Upload } from "../../../contract/generated/entities.ts";
import { exactDate, visibleText } from "../../ui/format.ts";
import { versionName } from "../../ui/status/VersionBadge.tsx";

type Sent = Pick<Upload, "uploadVersion" | "uploaded" | "username">;

/** An upload by its time and its user. */
export const versionText = ({ uploaded, username }: Sent): string =>
  `${exactDate(uploaded)} by ${visibleText(username)}`;

/** An upload by its number or, where the services do not number versions, by its time and its user. */
export const shortText = (upload: Sent): string =>
  upload.uploadVersion ? versionName(upload.uploadVersion) : `the upload of ${versionText(upload)}`;
