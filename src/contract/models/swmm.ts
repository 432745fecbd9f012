import type { Position } from "../uploads/spatialExtent.ts";
import {
  getExtent,
  MAX_POINTS,
  UnreadableFileError,
  type FileReference,
  type TextReader,
} from "./fileFacts.ts";
import { readLines, parseDateTime } from "./textLines.ts";

const COUNT_NAMES: Record<string, string> = {
  SUBCATCHMENTS: "subcatchments",
  JUNCTIONS: "junctions",
  OUTFALLS: "outfalls",
  STORAGE: "storage units",
  CONDUITS: "conduits",
  PUMPS: "pumps",
  WEIRS: "weirs",
  ORIFICES: "orifices",
};

const METRIC_FLOW_UNITS = ["CMS", "LPS", "MLD"];

const SECTIONS_WITH_FILES = ["RAINGAGES", "TIMESERIES", "TEMPERATURE", "FILES", "BACKDROP", "HYDROGRAPHS"];

/** In [FILES], SAVE marks outputs; other keywords mark inputs. */
const OUTPUT_FILE = /^\s*SAVE\b/i;

/** SWMM input, `.inp`. EPANET uses the same extension for water networks, which are rejected. */
export const readSwmm: TextReader = (text) => {
  const options = new Map<string, string>();
  const counts: Record<string, number> = {};
  const references = new Map<string, FileReference>();
  const points: Position[] = [];
  const sections = new Set<string>();
  const titles: string[] = [];
  let section = "";
  for (const { text: line } of readLines(text)) {
    const head = /^\s*\[([A-Za-z_0-9 ]{1,40})\]/.exec(line);
    if (head) sections.add((section = head[1]!.trim().toUpperCase()));
    else if (line.trim() !== "" && !/^\s*;/.test(line)) readLine(line);
  }
  assertSwmm(sections);
  const units = options.get("FLOW_UNITS")?.toUpperCase();
  const start = parseDateTime(options.get("START_DATE"), options.get("START_TIME"));
  const end = parseDateTime(options.get("END_DATE"), options.get("END_TIME"));
  return {
    ...(titles[0] && { title: titles[0] }),
    ...(start && { start }),
    ...(end && { end }),
    ...(units && { units: METRIC_FLOW_UNITS.includes(units) ? "SI" : "US customary" }),
    counts,
    references: [...references.values()],
    ...(points.length > 1 && { extent: getExtent(points) }),
  };

  function readLine(line: string) {
    const counted = Object.hasOwn(COUNT_NAMES, section) ? COUNT_NAMES[section] : undefined;
    if (counted) counts[counted] = (counts[counted] ?? 0) + 1;
    if (section === "TITLE" && titles.length === 0) titles.push(line.trim().slice(0, 300));
    if (section === "OPTIONS") {
      const [key = "", value = ""] = line.trim().split(/\s+/);
      options.set(key.toUpperCase(), value);
    }
    if (section === "COORDINATES" && points.length < MAX_POINTS) points.push(...parsePoint(line));
    const target = SECTIONS_WITH_FILES.includes(section) ? parseFileName(line) : undefined;
    if (target !== undefined) references.set(target, referenceTo(target));
  }

  function referenceTo(target: string): FileReference {
    if (section === "BACKDROP") return { kind: "map layer", target, isOptional: true };
    return { kind: section === "FILES" ? "data" : "time series", target };
  }
};

function assertSwmm(sections: Set<string>): void {
  const isWaterNetwork = sections.has("PIPES") || sections.has("RESERVOIRS");
  if (isWaterNetwork) throw new UnreadableFileError("an EPANET water network, not a flood model");
  const swmmSections = ["OPTIONS", "SUBCATCHMENTS", "CONDUITS", "JUNCTIONS", "RAINGAGES"];
  if (!swmmSections.some((name) => sections.has(name)))
    throw new UnreadableFileError("not a SWMM input: it has none of the SWMM sections", { line: 1 });
}

function parseFileName(line: string): string | undefined {
  if (OUTPUT_FILE.test(line)) return undefined;
  const match = /(?:^|\s)(?:FILE|USE\s+[A-Za-z]{1,20})\s{1,40}(?:"([^"]{1,1000})"|([^\s"]{1,1000}))/i.exec(
    line.slice(0, 3000),
  );
  return match?.[1] ?? match?.[2];
}

function parsePoint(line: string): Position[] {
  const [, x, y] = line.trim().split(/\s+/);
  const point: Position = [Number(x ?? NaN), Number(y ?? NaN)];
  return point.every(Number.isFinite) ? [point] : [];
}
