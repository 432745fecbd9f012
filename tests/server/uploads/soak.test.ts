import { expect, it } from "vitest";
import { killDuringProcessing } from "../../../scripts/dev/soak/killDuringProcessing.ts";
import { killDuringUpload } from "../../../scripts/dev/soak/killDuringUpload.ts";

// `npm run soak` does the same with more kills.

it(
  "keeps every confirmed block when the server is killed during an upload",
  { timeout: 600_000 },
  async () => {
    const { lostBlocks, confirmedBlocks, uploads, maxResentBlocks } = await killDuringUpload(1);
    expect(lostBlocks).toBe(0);
    expect(confirmedBlocks).toBeGreaterThan(100);
    expect(uploads).toBeGreaterThan(0);
    // Three blocks are sent at a time, so a kill can interrupt at most three.
    expect(maxResentBlocks).toBeLessThanOrEqual(3);
  },
);

it(
  "processes an upload exactly once when the server is killed during processing",
  { timeout: 600_000 },
  async () => {
    const { differences, kills } = await killDuringProcessing(1);
    expect(differences).toEqual([]);
    expect(kills).toBe(1);
  },
);
