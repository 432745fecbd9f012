import subbasinNames from "../../../../schemas/reference/subbasins.json";

const files = import.meta.glob<string[]>("../../../../schemas/reference/hydrologic-units/*.json", {
  eager: true,
  import: "default",
});

/** By two-digit region. Large: import it only when a form needs it. */
export const hydrologicUnits: Record<string, string[]> = Object.fromEntries(
  Object.entries(files).map(([path, codes]) => [/(\d+)\.json$/.exec(path)?.[1] ?? path, codes]),
);

/** Names by eight-digit code, the prefix of the 12-digit unit codes. */
export const subbasins: Record<string, string | undefined> = subbasinNames;
