import { expect, it } from "vitest";
import { formatTransferProgress, getPercentSent, updateTransferHistory, type TransferHistory } from "../../../src/portal/ui/status/transferProgress.ts";

const MB = 1e6;
const SIZE = 3400 * MB;

/** What is known after looks at a zip, each with its second and how many megabytes had arrived by then. */
function watched(looks: [second: number, megabytes: number][], size: number | null = SIZE): TransferHistory {
  const [watch] = looks.reduce<TransferHistory[]>(([before], [second, megabytes]) => {
    const zip = { uploadBatchId: "b1", size, arrivedBytes: megabytes * MB };
    return [updateTransferHistory(before, zip, second * 1000)];
  }, []);
  return watch!;
}

/** A look every four seconds at what comes at one rate. */
const steadily = (from: number, rate: number, seconds: number) =>
  Array.from({ length: seconds / 4 + 1 }, (_, look): [number, number] => [look * 4, from + look * 4 * rate]);

it.each<[string, TransferHistory]>([
  ["0.0 of 3.4 GB sent", watched([[0, 0]])],
  // What two looks say of the rate may be far from it.
  ["1.2 of 3.4 GB sent", watched(steadily(1200, 1, 12))],
  ["0.8 of 3.4 GB sent, 20.0 MB a second, about 2 minutes left", watched(steadily(200, 20, 32))],
  ["1.2 of 3.4 GB sent, 3.5 MB a second, about 10 minutes left", watched(steadily(1150, 3.5, 24))],
  ["1.0 of 3.4 GB sent, 200 kB a second, about 3 hours left", watched(steadily(1000, 0.2, 40))],
  ["3.3 of 3.4 GB sent, 35.0 MB a second, less than a minute left", watched(steadily(1900, 35, 40))],
  ["200.0 MB sent, 5.0 MB a second", watched(steadily(0, 5, 40), null)],
  [
    "3.4 of 3.4 GB sent. The script's last step is still to come.",
    watched([
      [0, 3000],
      [4, 3400],
    ]),
  ],
])("says %j", (words, watch) => {
  expect(formatTransferProgress(watch)).toBe(words);
});

it("goes by the last arrivals, not by how it began", () => {
  const slow = steadily(0, 1, 40);
  const fast = steadily(0, 40, 40).map(([second, bytes]): [number, number] => [second + 40, bytes + 40]);
  expect(formatTransferProgress(watched([...slow, ...fast.slice(1)]))).toContain("40.0 MB a second");
});

it("says that nothing comes once that is no wait as there was before", () => {
  const still = (looks: [number, number][], seconds: number) => {
    const [end, bytes] = looks.at(-1)!;
    return formatTransferProgress(
      watched([...looks, ...steadily(bytes, 0, seconds).map(([at]): [number, number] => [end + at, bytes])]),
    );
  };
  const quick = steadily(1000, 10, 20);
  expect(still(quick, 56)).toBe("1.2 of 3.4 GB sent, 2.6 MB a second, about 14 minutes left");
  expect(still(quick, 120)).toBe(
    "1.2 of 3.4 GB sent. Nothing new has arrived for 2 minutes: look at the script's window.",
  );
  expect(still([[0, 0]], 116)).toMatch(/Nothing new has arrived for 1 minute/);
  // Four blocks of 16 MiB side by side, on a line of 1 MB a second.
  const bursts = [0, 67, 134, 201].flatMap((megabytes) =>
    Array.from({ length: 16 }, (_, look): [number, number] => [megabytes + look * 4, megabytes]),
  );
  expect(still(bursts, 100)).not.toMatch(/Nothing new/);
  expect(still(bursts, 200)).toMatch(/Nothing new/);
});

it("takes looks that were minutes apart, as of a window that was hidden, for no standstill", () => {
  const away = [...steadily(0, 5, 20), [620, 3000], [624, 3020], [628, 3040]] as [number, number][];
  const words = formatTransferProgress(watched([...away, [700, 3040]]));
  expect(words).toMatch(/Nothing new has arrived for 1 minute/);
});

it("begins anew with another upload, and with one that began anew", () => {
  const before = watched(steadily(0, 35, 40));
  const other = updateTransferHistory(before, { uploadBatchId: "b2", size: SIZE, arrivedBytes: 3000 * MB }, 44_000);
  expect(formatTransferProgress(other)).toBe("3.0 of 3.4 GB sent");
  const anew = updateTransferHistory(before, { uploadBatchId: "b1", size: SIZE, arrivedBytes: 100 * MB }, 44_000);
  expect(formatTransferProgress(anew)).toBe("0.1 of 3.4 GB sent");
});

it.each([
  [0, SIZE, 0],
  [SIZE - 1, SIZE, 99],
  [SIZE, SIZE, 100],
  [SIZE + 1, SIZE, 100],
  [SIZE, null, undefined],
])("calls %i of %s bytes %s percent", (arrivedBytes, size, percent) => {
  expect(getPercentSent({ uploadBatchId: "b1", arrivedBytes, size })).toBe(percent);
});
