import type { TextReader } from "./fileFacts.ts";
import { readHmsBasin, readHmsControl, readHmsList, readHmsProject } from "./hms.ts";
import { readRasFlow } from "./rasFlow.ts";
import { readRasGeometry } from "./rasGeometry.ts";
import { readRasMap } from "./rasMap.ts";
import { readRasPlan } from "./rasPlan.ts";
import { readProjection, readRasProject } from "./rasProject.ts";
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
const named = (software: string, kind = "model file"): FileType => ({ software, kind });

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
  [/\.(tcf|tgc|tbc|ecf|tef|trd|tmf|tsoilf|toc|qcf)$/i, named("TUFLOW")],
  [/^(cadpts|fplain|cont|chan|inflow|outflow|hystruc|topo|mannings_n|rain)\.dat$/i, named("FLO-2D")],
  [/\.(icmt|icmm|iwm|iwc|iwr)$/i, named("InfoWorks ICM")],
  [/\.xp$/i, named("XPSWMM")],
  [/\.icpr?$|\.icpr4$/i, named("ICPR")],
  [/\.srhhydro$|\.srhgeom$|\.srhmat$|\.hydro\.dat$/i, named("SRH-2D")],
  [/\.(gssha|cmt|ggd)$/i, named("GSSHA")],
  [/\.(mupp|sim11|nwk11|xns11|bnd11|m21fm|m21|couple)$/i, named("MIKE+")],
  [/^fort\.\d\d$/i, named("ADCIRC")],
  [/\.hcp$/i, named("HydroCAD")],
  [/\.(hy8)$/i, named("HY-8")],
  [/\.fda$/i, named("HEC-FDA")],
  [/\.ssp$/i, named("HEC-SSP")],
  [/\.dss$/i, { kind: "time series" }],
];

/** Software of which a file of this kind must be there for the model to open. */
export const OPENED_BY: Record<string, string> = {
  "HEC-RAS": "a project file (.prj)",
  "HEC-HMS": "a project file (.hms)",
};

/** What a file is, by its name alone; undefined for what is no file of a model. */
export function recognise(name: string): FileType | undefined {
  return RULES.find(([pattern]) => pattern.test(name))?.[1];
}
