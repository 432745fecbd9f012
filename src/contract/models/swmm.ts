import type { Position } from "../uploads/spatialExtent.ts";
import { extentOf, MOST_POINTS, Unreadable, type FileReference, type TextReader } from "./fileFacts.ts";
import { linesOf, momentOf } from "./textLines.ts";

const COUNTED: Record<string, string> = {
  SUBCATCHMENTS: "subcatchments",
  JUNCTIONS: "junctions",
  OUTFALLS: "outfalls",
  STORAGE: "storage units",
  CONDUITS: "conduits",
  PUMPS: "pumps",
  WEIRS: "weirs",
  ORIFICES: "orifices",
};

/** SWMM's flow units that are metric; the others are US customary. */
const METRIC = ["CMS", "LPS", "MLD"];

/** The sections that can name a file of data. */
const NAMING = ["RAINGAGES", "TIMESERIES", "TEMPERATURE", "FILES", "BACKDROP", "HYDROGRAPHS"];

/** A file that a run writes; the other words of [FILES] before a name are read. */
const WRITES = /^\s*SAVE\b/i;

/** An input file of SWMM, `.inp`. EPANET uses the same ending for water networks: those are told apart. */
export const readSwmm: TextReader = (text) => {
  const options = new Map<string, string>();
  const counts: Record<string, number> = {};
  const references = new Map<string, FileReference>();
  const points: Position[] = [];
  const sections = new Set<string>();
  const titles: string[] = [];
  let section = "";
  for (const { text: line } of linesOf(text)) {
    const head = /^\s*\[([A-Za-z_0-9 ]{1,40})\]/.exec(line);
    if (head) sections.add((section = head[1]!.trim().toUpperCase()));
    else if (line.trim() !== "" && !/^\s*;/.test(line)) readLine(line);
  }
  requireSwmm(sections);
  const units = options.get("FLOW_UNITS")?.toUpperCase();
  const start = momentOf(options.get("START_DATE"), options.get("START_TIME"));
  const end = momentOf(options.get("END_DATE"), options.get("END_TIME"));
  return {
    ...(titles[0] && { title: titles[0] }),
    ...(start && { start }),
    ...(end && { end }),
    ...(units && { units: METRIC.includes(units) ? "SI" : "US customary" }),
    counts,
    references: [...references.values()],
    ...(points.length > 1 && { extent: extentOf(points) }),
  };

  function readLine(line: string) {
    const counted = Object.hasOwn(COUNTED, section) ? COUNTED[section] : undefined;
    if (counted) counts[counted] = (counts[counted] ?? 0) + 1;
    if (section === "TITLE" && titles.length === 0) titles.push(line.trim().slice(0, 300));
    if (section === "OPTIONS") {
      const [key = "", value = ""] = line.trim().split(/\s+/);
      options.set(key.toUpperCase(), value);
    }
    if (section === "COORDINATES" && points.length < MOST_POINTS) points.push(...pointIn(line));
    const target = NAMING.includes(section) ? fileIn(line) : undefined;
    if (target !== undefined) references.set(target, referenceTo(target));
  }

  function referenceTo(target: string): FileReference {
    if (section === "BACKDROP") return { kind: "map layer", target, isOptional: true };
    return { kind: section === "FILES" ? "data" : "time series", target };
  }
};

function requireSwmm(sections: Set<string>): void {
  const isWaterNetwork = sections.has("PIPES") || sections.has("RESERVOIRS");
  if (isWaterNetwork) throw new Unreadable("it is an EPANET water network, which is no flood model");
  const own = ["OPTIONS", "SUBCATCHMENTS", "CONDUITS", "JUNCTIONS", "RAINGAGES"];
  if (!own.some((name) => sections.has(name)))
    throw new Unreadable("it is no input of SWMM: none of its sections was found", 1);
}

/** The name after FILE, or after what a line of [FILES] uses it for. */
function fileIn(line: string): string | undefined {
  if (WRITES.test(line)) return undefined;
  const found = /(?:^|\s)(?:FILE|USE\s+[A-Za-z]{1,20})\s{1,40}(?:"([^"]{1,1000})"|([^\s"]{1,1000}))/i.exec(
    line.slice(0, 3000),
  );
  return found?.[1] ?? found?.[2];
}

function pointIn(line: string): Position[] {
  const [, x, y] = line.trim().split(/\s+/);
  const point: Position = [Number(x ?? NaN), Number(y ?? NaN)];
  return point.every(Number.isFinite) ? [point] : [];
}
