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

/** As in SWMM's engine (keywords.c), a section is known by the start of its name: [RAINGAGE], [OPTION]. */
const SECTION_STARTS: Record<string, string> = {
  TITLE: "TITLE",
  OPTION: "OPTIONS",
  RAINGAGE: "RAINGAGES",
  TEMP: "TEMPERATURE",
  SUBCATCH: "SUBCATCHMENTS",
  JUNC: "JUNCTIONS",
  OUTFALL: "OUTFALLS",
  STORAGE: "STORAGE",
  CONDUIT: "CONDUITS",
  PUMP: "PUMPS",
  ORIFICE: "ORIFICES",
  WEIR: "WEIRS",
  TIMESERIES: "TIMESERIES",
  FILE: "FILES",
  COORDINATE: "COORDINATES",
  BACKDROP: "BACKDROP",
};

const parseSectionName = (name: string): string => {
  const start = Object.keys(SECTION_STARTS).find((one) => name.startsWith(one));
  return start === undefined ? name : SECTION_STARTS[start]!;
};

interface FileSection {
  kind: string;
  isOptional?: true;
  /** Removes what follows a name that is not in quotes; real names contain blanks. */
  trimName?: (text: string) => string;
}

/** Sections that name files, from the SWMM 5.2 User's Manual, appendix D. [EVAPORATION] FILE refers to [TEMPERATURE]. */
const FILE_SECTIONS: Record<string, FileSection> = {
  RAINGAGES: { kind: "time series", trimName: trimStationAndUnits },
  TEMPERATURE: { kind: "time series", trimName: trimStartDate },
  TIMESERIES: { kind: "time series" },
  FILES: { kind: "data" },
  BACKDROP: { kind: "map layer", isOptional: true },
};

/** These mean that no file is used. */
const NO_FILE = ["", "-", "*"];

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
    if (head) sections.add((section = parseSectionName(head[1]!.trim().toUpperCase())));
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
      const [key = "", value = ""] = line.trim().split(/\s+/, 2);
      options.set(key.toUpperCase(), value);
    }
    if (section === "COORDINATES" && points.length < MAX_POINTS) points.push(...parsePoint(line));
    const fileSection = Object.hasOwn(FILE_SECTIONS, section) ? FILE_SECTIONS[section] : undefined;
    const target = fileSection && parseFileName(line, fileSection);
    if (fileSection && target !== undefined) {
      const { kind, isOptional } = fileSection;
      references.set(target, { kind, target, ...(isOptional && { isOptional }) });
    }
  }
};

function assertSwmm(sections: Set<string>): void {
  const isWaterNetwork = sections.has("PIPES") || sections.has("RESERVOIRS");
  if (isWaterNetwork) throw new UnreadableFileError("an EPANET water network, not a flood model");
  const swmmSections = ["OPTIONS", "SUBCATCHMENTS", "CONDUITS", "JUNCTIONS", "RAINGAGES"];
  if (!swmmSections.some((name) => sections.has(name)))
    throw new UnreadableFileError("not a SWMM input: it has none of the SWMM sections", { line: 1 });
}

const MAX_NAME_CHARACTERS = 1000;

/** No regular expressions: on a forged line of blanks they would take quadratic time. */
function splitLastWord(text: string): [before: string, word: string] {
  const start = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\t")) + 1;
  return [text.slice(0, start).trimEnd(), text.slice(start)];
}

function trimStationAndUnits(text: string): string {
  const [withStation, units] = splitLastWord(text);
  return /^(IN|MM)$/i.test(units) ? splitLastWord(withStation)[0] : text;
}

function trimStartDate(text: string): string {
  const [before, word] = splitLastWord(text);
  const isParameter = /^(\d{1,4}[/-]\d{1,2}[/-]\d{1,4}|\*|C10|C|F)$/i.test(word);
  return isParameter && before !== "" ? trimStartDate(before) : text;
}

function parseFileName(line: string, { trimName }: FileSection): string | undefined {
  if (OUTPUT_FILE.test(line)) return undefined;
  const keyword = /(?:^|\s)(?:FILE|USE\s+[A-Za-z]{1,20})\s+/i.exec(line.slice(0, 3000));
  if (!keyword) return undefined;
  const rest = line.slice(keyword.index + keyword[0].length, keyword.index + 3000);
  const quoted = /^"([^"]*)"/.exec(rest)?.[1];
  const unquoted = rest.split(";")[0]!.trim();
  const name = (quoted ?? (trimName ? trimName(unquoted) : unquoted)).trim();
  return NO_FILE.includes(name) || name.length > MAX_NAME_CHARACTERS ? undefined : name;
}

function parsePoint(line: string): Position[] {
  const [, x, y] = line.trim().split(/\s+/, 3);
  const point: Position = [Number(x ?? NaN), Number(y ?? NaN)];
  return point.every(Number.isFinite) ? [point] : [];
}
