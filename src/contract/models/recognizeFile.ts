import type { TextReader } from "./fileFacts.ts";
import { readHmsBasin, readHmsControl, readHmsList, readHmsProject } from "./hms.ts";
import { readProjection, readRasFlow, readRasPlan, readRasProject } from "./rasProject.ts";
import { readRasGeometry } from "./rasGeometry.ts";
import { readRasMap } from "./rasMap.ts";
import { readSwmm } from "./swmm.ts";

export interface ModelFileType {
  /** Abbreviation in the software list; undefined for files of several programs. */
  software?: string;
  kind: string;
  /** Without `readText` and `isHdf`, the file is recognized but not read. */
  readText?: TextReader;
  isHdf?: true;
}

type Rule = [name: RegExp, type: ModelFileType];

const ras = (kind: string, more: Partial<ModelFileType> = {}): ModelFileType => ({
  software: "HEC-RAS",
  kind,
  ...more,
});
const hms = (kind: string, readText?: TextReader): ModelFileType => ({
  software: "HEC-HMS",
  kind,
  ...(readText && { readText }),
});
const modelFileOf = (software: string): ModelFileType => ({ software, kind: "model file" });

/** Left over from runs and from editing: no model needs them. */
const LEFTOVER = { software: "HEC-RAS", kind: "leftover" };

const RULES: Rule[] = [
  [/\.[a-z]\d\d\.tmp(\.hdf)?$/i, LEFTOVER],
  [/^backup\.[pgufq]\d\d$/i, LEFTOVER],
  [/\.prj$/i, { kind: "project", readText: readRasProject }],
  [/\.projection$/i, { kind: "projection", readText: readProjection }],
  [/\.p\d\d$/i, ras("plan", { readText: readRasPlan })],
  [/\.g\d\d$/i, ras("geometry", { readText: readRasGeometry })],
  [/\.f\d\d$/i, ras("steady flow", { readText: readRasFlow })],
  [/\.u\d\d$/i, ras("unsteady flow", { readText: readRasFlow })],
  [/\.q\d\d$/i, ras("quasi-unsteady flow", { readText: readRasFlow })],
  [/\.rasmap$/i, ras("map", { readText: readRasMap })],
  [/\.p\d\d\.hdf$/i, ras("result", { isHdf: true })],
  [/\.g\d\d\.hdf$/i, ras("geometry data", { isHdf: true })],
  [/\.[uf]\d\d\.hdf$/i, ras("flow data")],
  [/\.o\d\d$/i, ras("output")],
  [/\.(r|x|b|c|s|h|w)\d\d$|\.(bco|hyd|ic\.o)\d\d$|\.(blf|rst)$/i, ras("run file")],
  [/\.hdf5?$/i, { kind: "HDF data", isHdf: true }],
  [/\.vrt$/i, { kind: "raster mosaic", readText: readRasMap }],
  [/\.hms$/i, hms("project", readHmsProject)],
  [/\.basin$/i, hms("basin model", readHmsBasin)],
  [/\.met$/i, hms("meteorologic model", readHmsList)],
  [/\.control$/i, hms("control specifications", readHmsControl)],
  [/\.gage$/i, hms("gages", readHmsList)],
  [/\.run$/i, hms("runs", readHmsList)],
  [/\.(grid|pdata|terrain)$/i, hms("managed data", readHmsList)],
  [/\.inp$/i, { software: "EPA SWMM", kind: "project", readText: readSwmm }],
  [/\.2dm$/i, { kind: "mesh" }],
  [/\.stsw(\.sqlite)?$/i, { kind: "storm sewer model" }],
  [/\.dss$/i, { kind: "time series" }],
];

/** Programs whose files are recognized but not read. Programs without distinctive file names are missing. */
export const FILE_NAME_PATTERNS: Record<string, RegExp> = {
  ADCIRC: /^fort\.(1[3-9]|2[0-4])$/i,
  AdH: /\.3dm$/i,
  CulvertMaster: /\.cvm$/i,
  Delft3D: /\.(mdf|mdu)$/i,
  "FLO-2D": /^(cadpts|fplain|cont|chan|inflow|outflow|hystruc|topo|mannings_n|rain)\.dat$/i,
  "Flood Modeller": /\.(ief|ied|iic|zzn|zzs)$/i,
  GSSHA: /\.(gssha|cmt|ggd)$/i,
  Hazus: /\.hpr$/i,
  "HEC-1": /\.(hc1|ih1)$/i,
  "HEC-2": /\.(hc2|ih2)$/i,
  "HEC-FDA": /\.fda$/i,
  "HEC-FIA": /\.fia$/i,
  "HEC-ResSim": /\.(wksp|rsys)$/i,
  "HEC-SSP": /\.ssp$/i,
  "HEC-WAT": /\.wat$/i,
  "HY-8": /\.hy8$/i,
  HydroCAD: /\.hcp$/i,
  ICPR: /\.icpr?$|\.icpr4$/i,
  InfoDrainage: /\.iddx$/i,
  "InfoWorks ICM": /\.(icmt|icmm|iwm|iwc|iwr)$/i,
  "MIKE 11": /\.(sim11|nwk11|xns11|bnd11)$/i,
  "MIKE 21": /\.(m21|m21fm)$/i,
  "MIKE FLOOD": /\.couple$/i,
  "MIKE+": /\.mupp$/i,
  NWM: /^nwm\..+\.nc$/i,
  PCSWMM: /\.pcz$/i,
  PondPack: /\.(ppc|ppw)$/i,
  RiverWare: /\.mdl\.gz$/i,
  SFINCS: /^sfincs\.(inp|dep|msk|bnd|bzs|dis|src)$/i,
  SMS: /\.sms$/i,
  "SRH-2D": /\.(srhhydro|srhgeom|srhmat)$|\.hydro\.dat$/i,
  SSA: /\.spf$/i,
  SWAN: /\.swn$/i,
  SWAT: /^file\.cio$/i,
  TUFLOW: /\.(tcf|tgc|tbc|ecf|tef|trd|tmf|tsoilf|toc|qcf)$/i,
  Vflo: /\.bop$/i,
  "WinTR-55": /\.w55$/i,
  WMS: /\.wms$/i,
  XPSWMM: /\.xp$/i,
};

/**
 * Names that other programs write too: they count only in a folder that also has all of these files. Fortran programs,
 * for example, write fort.NN as stray output.
 */
export const DISTINCTIVE_FILES: Record<string, string[]> = {
  ADCIRC: ["fort.14", "fort.15"],
  "FLO-2D": ["cadpts.dat", "fplain.dat"],
};

export const PROJECT_FILE_EXTENSIONS: Record<string, string> = { "HEC-RAS": ".prj", "HEC-HMS": ".hms" };

const PROGRAM_PATTERNS = Object.entries(FILE_NAME_PATTERNS);

/** Testing one pattern is much faster, and most files of a large model match none. */
const ANY_PATTERN = new RegExp(
  [...RULES.map(([pattern]) => pattern), ...Object.values(FILE_NAME_PATTERNS)]
    .map(({ source }) => `(?:${source})`)
    .join("|"),
  "i",
);

export function recognizeFile(name: string): ModelFileType | undefined {
  if (!ANY_PATTERN.test(name)) return undefined;
  const read = RULES.find(([pattern]) => pattern.test(name))?.[1];
  // Checked first: SFINCS and SWMM both use .inp.
  const software = PROGRAM_PATTERNS.find(([, pattern]) => pattern.test(name))?.[0];
  return software === undefined ? read : modelFileOf(software);
}
