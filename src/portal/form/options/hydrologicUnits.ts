import subbasinNames from "../../../../schemas/reference/subbasins.json";

const files = import.meta.glob<string[]>("../../../../schemas/reference/hydrologic-units/*.json", {
  eager: true,
  import: "default",
});

/** Hydrologic unit codes by two-digit region. Large: to be imported when a form needs it, not before. */
export const hydrologicUnits: Record<string, string[]> = Object.fromEntries(
  Object.entries(files).map(([path, codes]) => [/(\d+)\.json$/.exec(path)?.[1] ?? path, codes]),
);

/** Names of subbasins by their eight-digit code, with which the codes of their units begin. */
export const subbasins: Record<string, string | undefined> = subbasinNames;
