import { escapeXml } from "../../blob-store/requests/xml.ts";
import { PORTAL_PATHS } from "../../contract/portalPaths.ts";
import type { OutboxItem } from "../stores/mailStore.ts";

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export type MailItem = Pick<OutboxItem, "title" | "identifier" | "sentence" | "details" | "path">;

/** `portalUrl` is the portal's address without a trailing slash. */
export function renderMail(items: MailItem[], portalUrl: string): MailText {
  const settingsUrl = portalUrl + PORTAL_PATHS.settings;
  return {
    subject: formatSubject(items),
    text: [...items.map((item) => renderText(item, portalUrl)), `${FOOTER}: ${settingsUrl}`].join("\n\n"),
    html: [
      "<!doctype html>",
      '<html lang="en"><body style="font-family: sans-serif">',
      ...items.map((item) => renderHtml(item, portalUrl)),
      `<p style="color: #555">${FOOTER}: ${renderLink(settingsUrl, "Settings")}</p>`,
      "</body></html>",
    ].join("\n"),
  };
}

const FOOTER = "You can choose how often you get these mails";

function formatSubject(items: Pick<MailItem, "title" | "sentence">[]): string {
  const [first] = items;
  if (!first) return "";
  return items.length === 1
    ? `${first.title}: ${first.sentence.replace(/\.$/, "")}`
    : `Daily summary: ${items.length} events`;
}

/** For example "Denton Creek (030000000001)". */
export const formatModelName = ({ title, identifier }: Pick<MailItem, "title" | "identifier">): string =>
  identifier ? `${title} (${identifier})` : title;

function renderText(item: MailItem, portalUrl: string): string {
  const { sentence, details, path } = item;
  return [
    formatModelName(item),
    sentence,
    ...(details ? [details] : []),
    `${OPEN}: ${portalUrl}${path}`,
  ].join("\n\n");
}

const OPEN = "Open in the portal";

function renderHtml({ title, identifier, sentence, details, path }: MailItem, portalUrl: string): string {
  const lines = details === "" ? "" : `<p>${escapeXml(details).replaceAll("\n", "<br>")}</p>`;
  return [
    `<h2>${escapeXml(title)}</h2>`,
    ...(identifier ? [`<p>Identifier: ${escapeXml(identifier)}</p>`] : []),
    `<p>${escapeXml(sentence)}</p>${lines}`,
    `<p>${renderLink(portalUrl + path, OPEN)}</p>`,
  ].join("\n");
}

const renderLink = (url: string, label: string) => `<a href="${escapeXml(url)}">${escapeXml(label)}</a>`;
