import { cpSync } from "node:fs";

/**
 * Fills a new data folder with what was made once for all tests: the database alone, or the demo data too. At once, since
 * Node hands a copy that does not wait to other threads file by file, which takes five times as long.
 */
export function fillWith(made: "EMPTY_DATA" | "DEMO_DATA", dataDir: string): void {
  const folder = process.env[made];
  if (folder) cpSync(folder, dataDir, { recursive: true, preserveTimestamps: true });
}
