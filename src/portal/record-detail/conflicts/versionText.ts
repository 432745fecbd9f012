import { longDate } from "../../ui/longDate.ts";
import { visibleText } from "../../ui/visibleText.ts";

/** An upload or a version by its time and its user. */
export const versionText = ({ uploaded, username }: { uploaded: string; username: string }): string =>
  `${longDate(uploaded)} by ${visibleText(username)}`;

/** So many of a thing, in words. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
