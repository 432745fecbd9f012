import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../schemas/reference/hydrologic-units/", import.meta.url);

/** Hydrologic unit codes by two-digit region, each code once. */
export const unitsByRegion: Record<string, string[]> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [
      name.replace(".json", ""),
      [...new Set(JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as string[])],
    ]),
);

/** Every code once. */
export const allUnits: string[] = [...new Set(Object.values(unitsByRegion).flat())].toSorted();

/** The region with the most units. */
export const largestRegion: string = Object.keys(unitsByRegion).toSorted(
  (a, b) => unitsByRegion[b]!.length - unitsByRegion[a]!.length,
)[0]!;
