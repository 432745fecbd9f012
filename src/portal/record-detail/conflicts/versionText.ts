import { exactDate } from "../../ui/longDate.ts";
import { versionName } from "../../ui/VersionBadge.tsx";
import { visibleText } from "../../ui/visibleText.ts";

interface Sent {
  uploadVersion?: number | null | undefined;
  uploaded: string;
  username: string;
}

/** An upload, or its version of a file, by its number, its time and its user. */
export const versionText = ({ uploadVersion, uploaded, username }: Sent): string =>
  `${uploadVersion ? `${versionName(uploadVersion)}, ` : ""}${exactDate(uploaded)} by ${visibleText(username)}`;

/** So many of a thing, in words. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
