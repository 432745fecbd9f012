import MailOutlined from "@mui/icons-material/MailOutlined";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { useState } from "react";
import { PRODUCT_NAME } from "../productName.ts";
import { session } from "../providers/session.ts";
import { BASE_PATH, routes } from "../routes.ts";
import { CopyBox } from "../ui/CopyBox.tsx";
import { usePortalConfig } from "../providers/usePortalConfig.ts";
import { TextLink, TextPage } from "./TextPage.tsx";

export function SupportPage() {
  const { supportEmail } = usePortalConfig();
  const [details] = useState(collectDetails);
  return (
    <TextPage title="Support">
      <p>
        If something does not work, email{" "}
        <Link href={`mailto:${supportEmail}`} underline="always">
          {supportEmail}
        </Link>{" "}
        with the details of the problem.
      </p>
      <Button
        href={buildProblemMailLink(supportEmail, details)}
        variant="contained"
        startIcon={<MailOutlined />}
      >
        Write an email
      </Button>
      <h2>What to include</h2>
      <p>
        The email is pre-filled with what we need. If this device has no email program, copy the lines below
        into your own email. A screenshot helps. Never send your password. Support will never ask for it.
      </p>
      <CopyBox label="Details of the problem" text={buildProblemText(details)} />
      <h2>Before you write</h2>
      <p>
        If a record stays in progress after an upload, it is often still being processed. Wait about 15
        minutes, longer for 15 GB or more. Upload errors are shown on the record. Read more in{" "}
        <TextLink to={routes.about}>how records and uploads work</TextLink>.
      </p>
    </TextPage>
  );
}

const collectDetails = () => ({
  username: session.getAccount()?.username ?? "",
  address: location.origin + BASE_PATH,
  browser: navigator.userAgent,
  time: new Date().toISOString(),
});

type ProblemDetails = ReturnType<typeof collectDetails>;

export const buildProblemText = ({ username, address, browser, time }: ProblemDetails): string =>
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

export function buildProblemMailLink(to: string, details: ProblemDetails): string {
  const body = buildProblemText(details).replaceAll("\n", "\r\n");
  const subject = `${PRODUCT_NAME}: problem of ${details.username}`;
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
