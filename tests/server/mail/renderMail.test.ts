import { expect, it } from "vitest";
import { renderMail, type MailItem } from "../../../src/server/mail/renderMail.ts";

const PORTAL = "https://portal.example.com/metadata_app";

const anItem = (changes: Partial<MailItem> = {}): MailItem => ({
  title: "Denton Creek",
  identifier: "030000000001",
  sentence: "The agency accepted this model.",
  details: "",
  path: "/app/view/7",
  ...changes,
});

it("names the model, its identifier, one sentence and one link", () => {
  const { subject, text } = renderMail([anItem()], PORTAL);
  expect(subject).toBe("Denton Creek: The agency accepted this model");
  expect(text).toBe(
    [
      "Denton Creek (030000000001)",
      "The agency accepted this model.",
      `Open in the portal: ${PORTAL}/app/view/7`,
      `You can choose how often you get these mails: ${PORTAL}/app/settings`,
    ].join("\n\n"),
  );
});

it("escapes every text in HTML", () => {
  const attack = `<script>alert(1)</script><a href="javascript:1">'&`;
  const item = anItem({ title: attack, identifier: attack, sentence: attack, details: `${attack}\nb` });
  const { html } = renderMail([item], PORTAL);
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name);
  expect(tags).not.toContain("script");
  expect(html.match(/<a href="[^"]*"/g)).toEqual([
    `<a href="${PORTAL}/app/view/7"`,
    `<a href="${PORTAL}/app/settings"`,
  ]);
  expect(html).toContain("&apos;&amp;<br>b</p>");
  expect(html.match(/&lt;script&gt;/g)).toHaveLength(4);
});

it("combines several events in one mail", () => {
  const { subject, text } = renderMail([anItem(), anItem({ title: "Clear Fork" })], PORTAL);
  expect(subject).toBe("Daily summary: 2 events");
  expect(text.indexOf("Denton Creek")).toBeLessThan(text.indexOf("Clear Fork"));
});
