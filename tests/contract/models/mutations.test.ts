import { expect, it } from "vitest";
import { MOST_HDF, Unreadable } from "../../../src/contract/models/fileFacts.ts";
import { openHdf } from "../../../src/contract/models/rasHdf.ts";
import { broken, MODEL_FILES, mutate } from "../../../scripts/soak/mutateModels.ts";

/** `npm run soak` does the same with 100,000 inputs for each. */
const INPUTS = 2000;
/** A file of HDF is read in ten times the time of a text. */
const HDF_INPUTS = 200;
/** Aimed at are 100 ms; a collection of garbage or a busy machine may come in between. */
const LONGEST = 300;

/** The seed of a file whose parts name one another in a circle. */
const CIRCLE = 1531;

it("ends with a forged HDF file that sends its reader round in a circle", async () => {
  const bytes = broken(MODEL_FILES["a.g01.hdf"]!, CIRCLE);
  const read = async (length: number, offset = 0) => bytes.subarray(offset, offset + length);
  await expect(openHdf(MOST_HDF + 1, false, read)).rejects.toThrow(Unreadable);
});

it.each(Object.entries(MODEL_FILES))("bears every broken form of %s", async (name, content) => {
  const inputs = name.endsWith(".hdf") ? HDF_INPUTS : INPUTS;
  const { crashes, longest, refused } = await mutate(name, content, inputs);
  expect(crashes).toEqual([]);
  expect(longest).toBeLessThan(LONGEST);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(inputs);
});
