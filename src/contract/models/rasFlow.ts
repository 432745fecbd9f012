import { Unreadable, type FileFacts, type FileReference, type TextReader } from "./fileFacts.ts";
import { rasVersion } from "./rasProject.ts";
import { keyedLines } from "./textLines.ts";

/** Steady flows of HEC-RAS, or the boundaries of an unsteady or quasi-unsteady run. */
export const readRasFlow: TextReader = (text) => {
  const facts: FileFacts = {};
  const counts: Record<string, number> = {};
  const references = new Map<string, FileReference>();
  // The file of a boundary is named before the line that says whether it is used.
  let named = "";
  let isFlow = false;
  for (const { key, value, number } of keyedLines(text, "=")) {
    if (key === "Flow Title") [isFlow, facts.title] = [true, value];
    if (!isFlow && number >= 20) break;
    if (key === "Program Version") facts.version = rasVersion(value);
    if (key === "Number of Profiles") counts["profiles"] = Math.max(0, Math.trunc(Number(value)) || 0);
    if (key === "Boundary Location") {
      counts["boundaries"] = (counts["boundaries"] ?? 0) + 1;
      named = "";
    }
    if (/(^| )DSS File$/.test(key)) named = value;
    if (/(^| )Use DSS$/.test(key) && /^true$/i.test(value) && named) refer("time series", named);
    const gridded = key === "Met BC" ? /\|Gridded (?:DSS|GDAL) Filename=(.+)$/.exec(value)?.[1] : undefined;
    if (gridded) refer("gridded precipitation", gridded);
    if (key === "Restart Filename" && value) refer("restart", value);
  }
  if (!isFlow) throw new Unreadable('it is no HEC-RAS flow file: "Flow Title=" is missing', 1);
  return { ...facts, counts, references: [...references.values()] };

  function refer(kind: string, target: string) {
    references.set(`${kind} ${target}`, { kind, target });
  }
};
