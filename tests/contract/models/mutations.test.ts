import { expect, it } from "vitest";
import { MODEL_FILES, mutate } from "../../../scripts/soak/mutateModels.ts";

/** `npm run soak` does the same with 100,000 inputs for each. */
const INPUTS = 2000;
/** A file of HDF is read in ten times the time of a text. */
const HDF_INPUTS = 200;
/** Aimed at are 100 ms; a collection of garbage or a busy machine may come in between. */
const LONGEST = 300;

it.each(Object.entries(MODEL_FILES))("bears every broken form of %s", async (name, content) => {
  const inputs = name.endsWith(".hdf") ? HDF_INPUTS : INPUTS;
  const { crashes, longest, refused } = await mutate(name, content, inputs);
  expect(crashes).toEqual([]);
  expect(longest).toBeLessThan(LONGEST);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(inputs);
});
