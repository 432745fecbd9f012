import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";
import { loadOptionEntries, loadOptionValues } from "../../src/server/optionValues.ts";

vi.mock("node:fs/promises", { spy: true });

it("reads the reference files again after a failed read", async () => {
  vi.mocked(readFile).mockRejectedValueOnce(new Error("EMFILE"));
  await expect(loadOptionValues(NO_REFERENCES)).rejects.toThrow("EMFILE");
  expect(await loadOptionValues(NO_REFERENCES)).toHaveProperty("counties");
  expect(await loadOptionEntries()).toHaveProperty("counties");
});
