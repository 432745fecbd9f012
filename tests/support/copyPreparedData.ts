import { cpSync } from "node:fs";

/**
 * Copies a prepared data folder into a new one: an empty or a demo database of the embedded kind, or the stored files of
 * the demo data on PostgreSQL. Synchronous: Node's asynchronous copy takes five times as long.
 */
export function copyPreparedData(
  prepared: "EMPTY_DATA" | "DEMO_DATA" | "DEMO_TEMPLATE_FOLDER",
  dataDir: string,
): void {
  const folder = process.env[prepared];
  if (folder) cpSync(folder, dataDir, { recursive: true, preserveTimestamps: true });
}
