import { expect, it } from "vitest";
import { killDuringProcessing } from "../../../scripts/dev/soak/killDuringProcessing.ts";
import { killDuringUpload } from "../../../scripts/dev/soak/killDuringUpload.ts";

// The same as `npm run soak`, with fewer kills.
const UPLOAD_KILLS = Number(process.env["UPLOAD_KILLS"] ?? 1);
const PROCESSING_KILLS = Number(process.env["PROCESSING_KILLS"] ?? 1);

it(
  "loses no acknowledged block when the server is killed during an upload",
  { timeout: 600_000 + UPLOAD_KILLS * 60_000 },
  async () => {
    const { lost, acknowledged, uploads, sentAgainAfterOneKill } = await killDuringUpload(UPLOAD_KILLS);
    expect(lost).toBe(0);
    expect(acknowledged).toBeGreaterThan(100);
    expect(uploads).toBeGreaterThan(0);
    // Three lanes send at a time: what was under way at the kill is all that is sent again.
    expect(sentAgainAfterOneKill).toBeLessThanOrEqual(3);
  },
);

it(
  "processes an upload once and whole, however often the server is killed meanwhile",
  { timeout: 600_000 + PROCESSING_KILLS * 120_000 },
  async () => {
    const { differences, kills } = await killDuringProcessing(PROCESSING_KILLS);
    expect(differences).toEqual([]);
    expect(kills).toBe(PROCESSING_KILLS);
  },
);
