import {
  UnreadableFileError,
  type FileFacts,
  type FileReference,
  type FlowKind,
  type TextReader,
} from "./fileFacts.ts";
import { readKeyValueLines, parseDateTime } from "./textLines.ts";

/** A project lists these files by extension only; their name is the project's name. */
const LISTED_FILE_KINDS: Record<string, string> = {
  "Geom File": "geometry",
  "Plan File": "plan",
  "Flow File": "steady flow",
  "Unsteady File": "unsteady flow",
  "QuasiSteady File": "quasi-unsteady flow",
  "Sediment File": "sediment",
  "Water Quality File": "water quality",
  "HD File": "hydraulic design",
};

/** Besides geometry and flow. */
const PLAN_FILE_KEYS = ["Sediment File", "Water Quality File"];

/** Coordinate systems share the extension .prj with projects. */
const isProjection = (text: string): boolean =>
  /^\s*(PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS|COMPD_?CS|COMPOUNDCRS|LOCAL_CS|BOUNDCRS)\s*\[/i.test(text);

const MAX_WKT_CHARACTERS = 20_000;

export const removeExtension = (name: string): string => name.replace(/\.[^.]*$/, "");

/** HEC-RAS refers to a file of the same project as "g02" or "Muncie.g02"; returns the full name. */
export const resolveProjectFileName = (name: string, ending: string): string =>
  /^[a-z]+\d{1,3}$/i.test(ending) ? `${removeExtension(name)}.${ending}` : ending;

/** A plain "dss" is the project's own file, by default its output: "dss" in Muncie.u01 is Muncie.dss. */
const isProjectDss = (value: string): boolean => value.toLowerCase() === "dss";

const resolveDssName = (name: string, value: string): string =>
  isProjectDss(value) ? `${removeExtension(name)}.dss` : value;

/** HEC-RAS writes "6.50" or "6.5.0" and shows "6.5"; 6.31 is 6.3.1. Other texts are kept. */
export function formatRasVersion(text: string): string | undefined {
  const threePart = /^(\d{1,2}\.\d{1,2})\.0$/.exec(text.trim());
  if (threePart) return threePart[1];
  const [, major, minor, correction] = /^(\d{1,2})\.(\d)(\d)$/.exec(text.trim()) ?? [];
  if (major === undefined) return /^[\w.\- ]{1,40}$/.test(text.trim()) ? text.trim() : undefined;
  return correction === "0" ? `${major}.${minor}` : `${major}.${minor}.${correction}`;
}

export const readRasProject: TextReader = (text, name) => {
  if (isProjection(text)) return readProjection(text, name);
  const facts: FileFacts = {};
  const references: FileReference[] = [];
  let isProject = false;
  for (const { key, value, number } of readKeyValueLines(text, "=")) {
    if (key === "Proj Title") [isProject, facts.title] = [true, value];
    if (!isProject && number >= 20) break;
    if (key === "Current Plan" && value) facts.currentPlan = resolveProjectFileName(name, value);
    if (key === "English Units") facts.units = "US customary";
    if (key === "SI Units") facts.units = "SI";
    const kind = Object.hasOwn(LISTED_FILE_KINDS, key) ? LISTED_FILE_KINDS[key] : undefined;
    if (kind !== undefined && value) references.push({ kind, target: resolveProjectFileName(name, value) });
    if (key === "DSS File" && value && !isProjectDss(value))
      references.push({ kind: "time series", target: value, isOptional: true });
    if (key === "RASMap Filename" && value) references.push({ kind: "map", target: value, isOptional: true });
  }
  if (!isProject)
    throw new UnreadableFileError('not a HEC-RAS project: "Proj Title=" is missing', { line: 1 });
  return { ...facts, references };
};

export const readProjection: TextReader = (text) => {
  if (!isProjection(text)) throw new UnreadableFileError("not a coordinate system", { line: 1 });
  return { projection: text.trim().slice(0, MAX_WKT_CHARACTERS) };
};

const FLOW_KINDS: Record<string, FlowKind> = { f: "steady", u: "unsteady", q: "quasi-unsteady" };

export const readRasPlan: TextReader = (text, name) => {
  const facts: FileFacts = {};
  const others: FileReference[] = [];
  let isPlan = false;
  for (const { key, value, number } of readKeyValueLines(text, "=")) {
    if (key === "Plan Title") [isPlan, facts.title] = [true, value];
    if (!isPlan && number >= 20) break;
    if (key === "Program Version") facts.version = formatRasVersion(value);
    if (key === "Short Identifier") facts.shortId = value;
    if (key === "Simulation Date") [facts.start, facts.end] = parseSimulationDates(value);
    if (key === "Geom File" && value) facts.geometry = resolveProjectFileName(name, value);
    if (key === "Flow File" && value) {
      facts.boundary = resolveProjectFileName(name, value);
      facts.flow = FLOW_KINDS[value.charAt(0).toLowerCase()];
    }
    if (PLAN_FILE_KEYS.includes(key) && value)
      others.push({ kind: LISTED_FILE_KINDS[key]!, target: resolveProjectFileName(name, value) });
    if (key === "DSS File" && value && !isProjectDss(value))
      others.push({ kind: "time series", target: value, isOptional: true });
  }
  if (!isPlan) throw new UnreadableFileError('not a HEC-RAS plan: "Plan Title=" is missing', { line: 1 });
  const { geometry, boundary, flow } = facts;
  return {
    ...facts,
    references: [
      ...(geometry ? [{ kind: "geometry", target: geometry }] : []),
      ...(boundary ? [{ kind: `${flow ?? "unknown"} flow`, target: boundary }] : []),
      ...others,
    ],
  };
};

function parseSimulationDates(value: string): [string | undefined, string | undefined] {
  const [startDay, startTime, endDay, endTime] = value.split(",", 4);
  return [parseDateTime(startDay, startTime), parseDateTime(endDay, endTime)];
}

const nameGrid = (variable: string): string => `gridded ${variable.toLowerCase()}`;

/** Each turns off several variables. */
const METEOROLOGY_SWITCHES: Record<string, string[]> = {
  "Precipitation Mode": ["Precipitation", "Evapotranspiration"],
  "Wind Mode": ["Wind Speed", "Wind Direction", "Wind Velocity X", "Wind Velocity Y"],
};

const parseMeteorologyVariable = (value: string): string | undefined =>
  /^([A-Za-z ]{1,30})\|/.exec(value)?.[1];

/** The name extends to the end of the line. */
function parseGridFileName(value: string): string | undefined {
  const prefix = /\|Gridded (?:DSS|GDAL) Filename=/.exec(value);
  return (prefix && value.slice(prefix.index + prefix[0].length)) || undefined;
}

export const readRasFlow: TextReader = (text, name) => {
  const facts: FileFacts = {};
  const counts: Record<string, number> = {};
  const references = new Map<string, FileReference>();
  // The line with the file name comes before the line that says whether it is used.
  let named = "";
  let usesRestart = true;
  const unusedGrids = new Set<string>();
  let isFlow = false;
  for (const { key, value, number } of readKeyValueLines(text, "=")) {
    if (key === "Flow Title") [isFlow, facts.title] = [true, value];
    if (!isFlow && number >= 20) break;
    if (key === "Program Version") facts.version = formatRasVersion(value);
    if (key === "Number of Profiles") counts["profiles"] = Math.max(0, Math.trunc(Number(value)) || 0);
    if (key === "Boundary Location") {
      counts["boundaries"] = (counts["boundaries"] ?? 0) + 1;
      named = "";
    }
    if (key === "Observed DSS Filename" && value)
      addReference("time series", resolveDssName(name, value), { isOptional: true });
    else if (/(^| )DSS File(name)?$/i.test(key)) named = value;
    if (/(^| )Use DSS$/.test(key) && /^true$/i.test(value) && named)
      addReference("time series", resolveDssName(name, named));
    // Disabled restart files and grids stay in the file.
    if (key === "Use Restart") usesRestart = Number(value) !== 0;
    if (key === "Restart Filename" && value && usesRestart) addReference("restart", value);
    if (Object.hasOwn(METEOROLOGY_SWITCHES, key) && /^(disable|no )/i.test(value))
      METEOROLOGY_SWITCHES[key]!.forEach((variable) => unusedGrids.add(nameGrid(variable)));
    const variable = key === "Met BC" ? parseMeteorologyVariable(value) : undefined;
    if (variable === undefined) continue;
    if (/\|Mode=(?!Gridded)/.test(value)) unusedGrids.add(nameGrid(variable));
    const grid = parseGridFileName(value);
    if (grid) addReference(nameGrid(variable), grid);
  }
  if (!isFlow)
    throw new UnreadableFileError('not a HEC-RAS flow file: "Flow Title=" is missing', { line: 1 });
  const used = [...references.values()].filter(({ kind }) => !unusedGrids.has(kind));
  return { ...facts, counts, references: used };

  function addReference(kind: string, target: string, more: Pick<FileReference, "isOptional"> = {}) {
    const id = `${kind} ${target}`;
    if (!more.isOptional || !references.has(id)) references.set(id, { kind, target, ...more });
  }
};
