import type { Upload } from "../../../contract/generated/entities.ts";
import { exactDate, visibleText } from "../format.ts";
import { Mark } from "./StatusBadge.tsx";

/** A version of the model, as v2; nothing where it is not known which. */
export const VersionBadge = ({ version }: { version: number | null | undefined }) =>
  version ? <Mark state="info">{versionName(version)}</Mark> : null;

/** A version of the model as it is called everywhere. */
export const versionName = (version: number): string => `v${version}`;

type Sent = Pick<Upload, "uploadVersion" | "uploaded" | "username">;

/** An upload by its number or, where the services do not number versions, by its time and its user. */
export const shortText = ({ uploadVersion, uploaded, username }: Sent): string =>
  uploadVersion
    ? versionName(uploadVersion)
    : `the upload of ${exactDate(uploaded)} by ${visibleText(username)}`;
