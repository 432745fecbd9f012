import type { TextReader } from "./fileFacts.ts";
import { readHmsBasin, readHmsControl, readHmsList, readHmsProject } from "./hms.ts";
import { readProjection, readRasFlow, readRasPlan, readRasProject } from "./rasProject.ts";
import { readRasGeometry } from "./rasGeometry.ts";
import { readRasMap } from "./rasMap.ts";
import { readSwmm } from "./swmm.ts";

/** What a file is by its name. */
export interface FileType {
  /** As the software list abbreviates it; none for what several programs use. */
  software?: string;
  kind: string;
  /** How its content is read; without either it is recognised and not read. */
  readText?: TextReader;
  isHdf?: true;
}

type Rule = [name: RegExp, type: FileType];

const ras = (kind: string, more: Partial<FileType> = {}): FileType => ({
  software: "HEC-RAS",
  kind,
  ...more,
});
const hms = (kind: string, readText?: TextReader): FileType => ({
  software: "HEC-HMS",
  kind,
  ...(readText && { readText }),
});
const named = (software: string): FileType => ({ software, kind: "model file" });

/** The first that fits counts. */
const RULES: Rule[] = [
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

/**
 * Programs of the software list whose files nothing is read of, by names that no other program uses. Those that are not
 * here keep their models in files of general kinds, such as databases and spreadsheets.
 */
export const NAMED: Record<string, RegExp> = {
  ADCIRC: /^fort\.\d\d$/i,
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

/** Software of which a project file, which ends like this, must be there for the model to open. */
export const OPENED_BY: Record<string, string> = { "HEC-RAS": ".prj", "HEC-HMS": ".hms" };

/** What a file is, by its name alone; undefined for what is no file of a model. */
export function recognise(name: string): FileType | undefined {
  const read = RULES.find(([pattern]) => pattern.test(name))?.[1];
  // SFINCS calls its input as SWMM does.
  const software = Object.keys(NAMED).find((one) => NAMED[one]!.test(name));
  return software === undefined ? read : named(software);
}
