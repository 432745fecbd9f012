import MailOutlined from "@mui/icons-material/MailOutlined";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { useState } from "react";
import { PRODUCT_NAME } from "../productName.ts";
import { session } from "../providers/session.ts";
import { BASE_PATH, routes } from "../routes.ts";
import { CopyBox } from "../ui/CopyBox.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";
import { TextLink, TextPage } from "./TextPage.tsx";

/** Whom to write to, and what a message should hold so that it can be answered at once. */
export function SupportPage() {
  const { supportEmail } = usePortalConfig();
  const [details] = useState(detailsNow);
  return (
    <TextPage title="Support">
      <p>
        If something does not work, email{" "}
        <Link href={`mailto:${supportEmail}`} underline="always">
          {supportEmail}
        </Link>{" "}
        with the details of the problem.
      </p>
      <Button href={problemMail(supportEmail, details)} variant="contained" startIcon={<MailOutlined />}>
        Write an email
      </Button>
      <h2>What helps us help you</h2>
      <p>
        The mail asks for it, and holds what the portal knows. Without a mail program on this device, copy its
        lines into a mail of your own. A picture of the screen helps, too. Never send your password: nobody at
        support will ask for it.
      </p>
      <CopyBox label="Details of the problem" text={problemText(details)} />
      <h2>Before you write</h2>
      <p>
        A record that stays in progress after an upload is often still being processed: wait about 15 minutes,
        longer for 15G or more. What was wrong with an upload stands on the record itself.{" "}
        <TextLink to={routes.about}>How records and uploads work</TextLink> says more.
      </p>
    </TextPage>
  );
}

/** What support has to know and the portal already does. */
const detailsNow = () => ({
  username: session.current()?.username ?? "",
  address: location.origin + BASE_PATH,
  browser: navigator.userAgent,
  /** When the mail was begun. */
  time: new Date().toISOString(),
});

type ProblemDetails = ReturnType<typeof detailsNow>;

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
