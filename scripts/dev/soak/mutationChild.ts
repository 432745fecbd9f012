import { openSync, writeSync } from "node:fs";
import { MODEL_FILES, readDamagedCopies } from "./damageModels.ts";

/** Arguments: file name, first and last seed, and the file that holds the seed being read. */
const [name = "", firstSeed, lastSeed, seedFile = ""] = process.argv.slice(2);

const seedHandle = openSync(seedFile, "w");
const result = await readDamagedCopies(name, MODEL_FILES[name]!, {
  firstSeed: Number(firstSeed),
  lastSeed: Number(lastSeed),
  onSeed: (seed) => void writeSync(seedHandle, String(seed), 0),
});
process.send!({ ...result, maxMegabytes: process.resourceUsage().maxRSS / 1024 });
process.disconnect();
