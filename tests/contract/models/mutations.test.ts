import { expect, it } from "vitest";
import { MAX_HDF_BYTES, UnreadableFileError } from "../../../src/contract/models/fileFacts.ts";
import { openHdf } from "../../../src/contract/models/rasHdf.ts";
import { damage, MODEL_FILES, readDamagedCopies } from "../../../scripts/dev/soak/damageModels.ts";

/** `npm run soak` does the same with 100,000 inputs for each. */
const INPUTS = 2000;
/** HDF files take ten times as long as texts. */
const HDF_INPUTS = 200;
/** The aim is 100 ms; garbage collection and a busy machine can add to it. */
const MAX_READ_MS = 300;

/** Damages the file so that its parts refer to each other in a circle. */
const CIRCULAR_SEED = 1531;

it("stops reading a forged HDF file that loops", async () => {
  const bytes = damage(MODEL_FILES["a.g01.hdf"]!, CIRCULAR_SEED);
  const read = async (length: number, offset = 0) => bytes.subarray(offset, offset + length);
  await expect(openHdf(MAX_HDF_BYTES + 1, false, read)).rejects.toThrow(UnreadableFileError);
});

it.each(Object.entries(MODEL_FILES))(
  "reads or rejects every damaged copy of %s quickly, without a crash",
  async (name, content) => {
    const inputs = name.endsWith(".hdf") ? HDF_INPUTS : INPUTS;
    const { crashes, maxReadMs, rejected } = await readDamagedCopies(name, content, { lastSeed: inputs });
    expect(crashes).toEqual([]);
    expect(maxReadMs).toBeLessThan(MAX_READ_MS);
    expect(rejected).toBeGreaterThan(0);
    expect(rejected).toBeLessThan(inputs);
  },
);
