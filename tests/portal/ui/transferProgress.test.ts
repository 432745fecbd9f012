import { expect, it } from "vitest";
import {
  formatTransferProgress,
  getPercentSent,
  updateTransferHistory,
  type TransferHistory,
} from "../../../src/portal/ui/status/transferProgress.ts";

const MB = 1e6;
const SIZE = 3400 * MB;

/** The history after polls of a zip, each with its second and the megabytes that had arrived by then. */
function buildHistory(
  polls: [second: number, megabytes: number][],
  size: number | null = SIZE,
): TransferHistory {
  const [history] = polls.reduce<TransferHistory[]>(([previous], [second, megabytes]) => {
    const zip = { uploadBatchId: "b1", size, arrivedBytes: megabytes * MB };
    return [updateTransferHistory(previous, zip, second * 1000)];
  }, []);
  return history!;
}

/** A poll every four seconds at a constant rate. */
const steadyPolls = (from: number, rate: number, seconds: number) =>
  Array.from({ length: seconds / 4 + 1 }, (_, poll): [number, number] => [poll * 4, from + poll * 4 * rate]);

it.each<[string, TransferHistory]>([
  ["0.0 of 3.4 GB sent", buildHistory([[0, 0]])],
  // Two polls give no reliable rate.
  ["1.2 of 3.4 GB sent", buildHistory(steadyPolls(1200, 1, 12))],
  ["0.8 of 3.4 GB sent, 20.0 MB a second, about 2 minutes left", buildHistory(steadyPolls(200, 20, 32))],
  ["1.2 of 3.4 GB sent, 3.5 MB a second, about 10 minutes left", buildHistory(steadyPolls(1150, 3.5, 24))],
  ["1.0 of 3.4 GB sent, 200 kB a second, about 3 hours left", buildHistory(steadyPolls(1000, 0.2, 40))],
  ["3.3 of 3.4 GB sent, 35.0 MB a second, less than a minute left", buildHistory(steadyPolls(1900, 35, 40))],
  ["200.0 MB sent, 5.0 MB a second", buildHistory(steadyPolls(0, 5, 40), null)],
  [
    "3.4 of 3.4 GB sent. Waiting for the script to finish.",
    buildHistory([
      [0, 3000],
      [4, 3400],
    ]),
  ],
])("formatTransferProgress returns %j", (expected, history) => {
  expect(formatTransferProgress(history)).toBe(expected);
});

it("formatTransferProgress uses the rate of the last arrivals", () => {
  const slow = steadyPolls(0, 1, 40);
  const fast = steadyPolls(0, 40, 40).map(([second, bytes]): [number, number] => [second + 40, bytes + 40]);
  expect(formatTransferProgress(buildHistory([...slow, ...fast.slice(1)]))).toContain("40.0 MB a second");
});

it("formatTransferProgress reports a stall that is longer than earlier waits", () => {
  const afterWait = (polls: [number, number][], seconds: number) => {
    const [end, bytes] = polls.at(-1)!;
    return formatTransferProgress(
      buildHistory([
        ...polls,
        ...steadyPolls(bytes, 0, seconds).map(([at]): [number, number] => [end + at, bytes]),
      ]),
    );
  };
  const quick = steadyPolls(1000, 10, 20);
  expect(afterWait(quick, 56)).toBe("1.2 of 3.4 GB sent, 2.6 MB a second, about 14 minutes left");
  expect(afterWait(quick, 120)).toBe(
    "1.2 of 3.4 GB sent. No new data for 2 minutes. Check the script's window, or the browser that uploads the model.",
  );
  expect(afterWait([[0, 0]], 116)).toMatch(/No new data for 1 minute/);
  // Four parallel blocks of 16 MiB on a connection of 1 MB a second.
  const bursts = [0, 67, 134, 201].flatMap((megabytes) =>
    Array.from({ length: 16 }, (_, poll): [number, number] => [megabytes + poll * 4, megabytes]),
  );
  expect(afterWait(bursts, 100)).not.toMatch(/No new data/);
  expect(afterWait(bursts, 200)).toMatch(/No new data/);
});

it("formatTransferProgress does not count a gap between polls as a stall", () => {
  const away = [...steadyPolls(0, 5, 20), [620, 3000], [624, 3020], [628, 3040]] as [number, number][];
  const words = formatTransferProgress(buildHistory([...away, [700, 3040]]));
  expect(words).toMatch(/No new data for 1 minute/);
});

it("updateTransferHistory starts over for another or restarted upload", () => {
  const before = buildHistory(steadyPolls(0, 35, 40));
  const other = updateTransferHistory(
    before,
    { uploadBatchId: "b2", size: SIZE, arrivedBytes: 3000 * MB },
    44_000,
  );
  expect(formatTransferProgress(other)).toBe("3.0 of 3.4 GB sent");
  const restarted = updateTransferHistory(
    before,
    { uploadBatchId: "b1", size: SIZE, arrivedBytes: 100 * MB },
    44_000,
  );
  expect(formatTransferProgress(restarted)).toBe("0.1 of 3.4 GB sent");
});

it.each([
  [0, SIZE, 0],
  [SIZE - 1, SIZE, 99],
  [SIZE, SIZE, 100],
  [SIZE + 1, SIZE, 100],
  [SIZE, null, undefined],
])("getPercentSent of %i of %s bytes is %s", (arrivedBytes, size, percent) => {
  expect(getPercentSent({ uploadBatchId: "b1", arrivedBytes, size })).toBe(percent);
});
