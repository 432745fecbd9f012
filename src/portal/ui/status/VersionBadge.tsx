import type { Upload } from "../../../contract/generated/entities.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { formatDateTimeWithSeconds } from "../format.ts";
import { Pill } from "./StatusBadge.tsx";

export const VersionBadge = ({ version }: { version: number | null | undefined }) =>
  version ? <Pill state="info">{formatVersion(version)}</Pill> : null;

export const formatVersion = (version: number): string => `v${version}`;

type UploadNameFields = Pick<Upload, "uploadVersion" | "uploaded" | "username">;

/** By version or, if the services do not number versions, by time and user. */
export const formatUploadName = ({ uploadVersion, uploaded, username }: UploadNameFields): string =>
  uploadVersion
    ? formatVersion(uploadVersion)
    : `the upload of ${formatDateTimeWithSeconds(uploaded)} by ${showInvisibleCharacters(username)}`;
