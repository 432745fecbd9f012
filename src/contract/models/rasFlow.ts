import { Unreadable, type FileFacts, type FileReference, type TextReader } from "./fileFacts.ts";
import { rasVersion } from "./rasProject.ts";
import { keyedLines } from "./textLines.ts";

const GRID = "gridded precipitation";

/** Steady flows of HEC-RAS, or the boundaries of an unsteady or quasi-unsteady run. */
export const readRasFlow: TextReader = (text) => {
  const facts: FileFacts = {};
  const counts: Record<string, number> = {};
  const references = new Map<string, FileReference>();
  // The file of a boundary is named before the line that says whether it is used.
  let named = "";
  let usesRestart = true;
  let usesGrids = true;
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
    // What was chosen once stays named though it is switched off.
    if (key === "Use Restart") usesRestart = Number(value) !== 0;
    if (key === "Restart Filename" && value && usesRestart) refer("restart", value);
    if (key === "Precipitation Mode") usesGrids &&= !/^disable/i.test(value);
    if (key === "Met BC" && /^Precipitation\|Mode=(?!Gridded)/.test(value)) usesGrids = false;
    const grid = key === "Met BC" ? /\|Gridded (?:DSS|GDAL) Filename=(.+)$/.exec(value)?.[1] : undefined;
    if (grid) refer(GRID, grid);
  }
  if (!isFlow) throw new Unreadable('it is no HEC-RAS flow file: "Flow Title=" is missing', 1);
  const used = [...references.values()].filter(({ kind }) => usesGrids || kind !== GRID);
  return { ...facts, counts, references: used };

  function refer(kind: string, target: string) {
    references.set(`${kind} ${target}`, { kind, target });
  }
};
