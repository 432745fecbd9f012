import {
  Unreadable,
  type FileFacts,
  type FileReference,
  type FlowKind,
  type TextReader,
} from "./fileFacts.ts";
import { keyedLines, momentOf } from "./textLines.ts";

/** What a project lists by ending alone: the file has the project's own name. */
const LISTED: Record<string, string> = {
  "Geom File": "geometry",
  "Plan File": "plan",
  "Flow File": "steady flow",
  "Unsteady File": "unsteady flow",
  "QuasiSteady File": "quasi-unsteady flow",
};

/** How the text of a coordinate system begins; it shares the ending .prj with a project. */
const isProjection = (text: string): boolean =>
  /^\s*(PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS|COMPD_?CS|COMPOUNDCRS|LOCAL_CS|BOUNDCRS)\s*\[/i.test(text);

/** No coordinate system takes more characters to describe. */
const MOST_WKT = 20_000;

/** The name without its last ending: files of one HEC-RAS project share it. */
export const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "");

/** "g02" or "Muncie.g02", as HEC-RAS names a file of the same project, as a whole name. */
export const namedLike = (name: string, ending: string): string =>
  /^[a-z]+\d{1,3}$/i.test(ending) ? `${stemOf(name)}.${ending}` : ending;

/**
 * "6.50" as HEC-RAS writes its version, "6.5" as it shows it: the last digit counts corrections (6.31 is 6.3.1).
 * Any other text is kept.
 */
export function rasVersion(text: string): string | undefined {
  const [, major, minor, correction] = /^(\d{1,2})\.(\d)(\d)$/.exec(text.trim()) ?? [];
  if (major === undefined) return /^[\w.\- ]{1,40}$/.test(text.trim()) ? text.trim() : undefined;
  return correction === "0" ? `${major}.${minor}` : `${major}.${minor}.${correction}`;
}

/** A HEC-RAS project, or the coordinate system in a file of the same ending. */
export const readRasProject: TextReader = (text, name) => {
  if (isProjection(text)) return readProjection(text, name);
  const facts: FileFacts = {};
  const references: FileReference[] = [];
  let isProject = false;
  for (const { key, value, number } of keyedLines(text, "=")) {
    if (key === "Proj Title") [isProject, facts.title] = [true, value];
    if (!isProject && number >= 20) break;
    if (key === "Current Plan" && value) facts.currentPlan = namedLike(name, value);
    if (key === "English Units") facts.units = "US customary";
    if (key === "SI Units") facts.units = "SI";
    const kind = Object.hasOwn(LISTED, key) ? LISTED[key] : undefined;
    if (kind !== undefined && value) references.push({ kind, target: namedLike(name, value) });
    // A bare "dss" is where the program would write its own results.
    if (key === "DSS File" && value && value !== "dss")
      references.push({ kind: "time series", target: value, isOptional: true });
    if (key === "RASMap Filename" && value) references.push({ kind: "map", target: value, isOptional: true });
  }
  if (!isProject) throw new Unreadable('it is no HEC-RAS project: "Proj Title=" is missing', 1);
  return { ...facts, references };
};

/** The file in which a newer RAS Mapper keeps the project's coordinate system. */
export const readProjection: TextReader = (text) => {
  if (!isProjection(text)) throw new Unreadable("it is no coordinate system", 1);
  return { projection: text.trim().slice(0, MOST_WKT) };
};

const FLOW_KINDS: Record<string, FlowKind> = { f: "steady", u: "unsteady", q: "quasi-unsteady" };

/** A HEC-RAS plan: which geometry and flow it computes, and when. */
export const readRasPlan: TextReader = (text, name) => {
  const facts: FileFacts = {};
  let dss: string | undefined;
  let isPlan = false;
  for (const { key, value, number } of keyedLines(text, "=")) {
    if (key === "Plan Title") [isPlan, facts.title] = [true, value];
    if (!isPlan && number >= 20) break;
    if (key === "Program Version") facts.version = rasVersion(value);
    if (key === "Short Identifier") facts.shortId = value;
    if (key === "Simulation Date") [facts.start, facts.end] = simulated(value);
    if (key === "Geom File" && value) facts.geometry = namedLike(name, value);
    if (key === "Flow File" && value) {
      facts.boundary = namedLike(name, value);
      facts.flow = FLOW_KINDS[value.charAt(0).toLowerCase()];
    }
    if (key === "DSS File" && value && value !== "dss") dss = value;
  }
  if (!isPlan) throw new Unreadable('it is no HEC-RAS plan: "Plan Title=" is missing', 1);
  const { geometry, boundary, flow } = facts;
  return {
    ...facts,
    references: [
      ...(geometry ? [{ kind: "geometry", target: geometry }] : []),
      ...(boundary ? [{ kind: `${flow ?? "unknown"} flow`, target: boundary }] : []),
      ...(dss ? [{ kind: "time series", target: dss, isOptional: true as const }] : []),
    ],
  };
};

function simulated(value: string): [string | undefined, string | undefined] {
  const [startDay, startTime, endDay, endTime] = value.split(",");
  return [momentOf(startDay, startTime), momentOf(endDay, endTime)];
}

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
