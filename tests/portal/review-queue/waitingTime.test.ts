import { expect, it } from "vitest";
import { formatWaitingTime } from "../../../src/portal/review-queue/waitingTime.ts";

const NOW = Date.parse("2026-03-10T12:00:00.000Z");

it.each([
  ["2026-03-10T11:30:00.000Z", "less than an hour"],
  ["2026-03-10T11:00:00.000Z", "1 hour"],
  ["2026-03-08T13:00:00.000Z", "47 hours"],
  ["2026-03-08T12:00:00.000Z", "2 days"],
  ["2026-03-11T12:00:00.000Z", "less than an hour"],
])("formats the time since %s in whole hours or days", (since, text) => {
  expect(formatWaitingTime(since, NOW)).toBe(text);
});
