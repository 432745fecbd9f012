import { PRODUCT_NAME } from "../productName.ts";

/** What support has to know and the portal already does. */
export interface ProblemDetails {
  username: string;
  address: string;
  browser: string;
  /** When the mail was begun. */
  time: string;
}

/** The text of a mail about a problem: the questions to answer, then the details that are known. */
export const problemText = ({ username, address, browser, time }: ProblemDetails): string =>
  [
    "Record name and model identifier:",
    "",
    "What I did:",
    "",
    "What I expected, and what happened instead:",
    "",
    "The exact words of any message:",
    "",
    "For an upload: the operating system, and everything the upload script printed:",
    "",
    "----",
    `User: ${username}`,
    `Portal: ${address}`,
    `Browser: ${browser}`,
    `Time: ${time}`,
    "",
  ].join("\n");

/** A link that opens a mail to support with its subject and details filled in. Lines end as mail wants them. */
export function problemMail(to: string, details: ProblemDetails): string {
  const body = problemText(details).replaceAll("\n", "\r\n");
  const subject = `${PRODUCT_NAME}: problem of ${details.username}`;
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
