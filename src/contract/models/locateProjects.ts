import type { ModelReport } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";
import { quoteName } from "../model-folder/diagnostic.ts";
import { caseFold } from "../model-folder/folderEntries.ts";
import { findCountiesOfShapes } from "../uploads/findCounties.ts";
import type { Position } from "../uploads/spatialExtent.ts";
import {
  createTransformation,
  parseCoordinateSystemKind,
  parseCoordinateSystemName,
  parseLengthUnit,
  type ToDegrees,
} from "./coordinateSystem.ts";
import { getExtent, omitUndefined, type FileFacts } from "./fileFacts.ts";
import { getProjectName, ownsFolder } from "./projectFiles.ts";
import { getFolder, detectSoftware, type ParsedFile } from "./readModelFiles.ts";

type Footprint = NonNullable<ModelReport["footprint"]>;
type MapShapes = Pick<Footprint, "areas" | "lines" | "boxes">;
type Shapes = Pick<FileFacts, "areas" | "lines" | "extent">;

interface LocatedProject {
  project: ModelReport["projects"][number];
  footprint: MapShapes | undefined;
  problems: LocationProblem[];
}

export interface LocationProblem {
  path: string;
  text: string;
}

export function locateProjects(files: ParsedFile[], references: ModelReport["references"]): LocatedProject[] {
  const fileIndex = new ProjectFileIndex(files, references);
  // Cached: thousands of projects share few coordinate systems, and proj4 needs 1 ms for each.
  const transformations = new Map<string, ToDegrees | undefined>();
  const heads = listProjectHeads(files);
  const hasChoice = heads.length > 1 && heads.length <= MAX_PROJECTS_WITH_COUNTIES;
  return heads.map((head) => {
    const projectFiles = fileIndex.listProjectFiles(head);
    const system = fileIndex.findCoordinateSystem(head, projectFiles);
    const wkt = system?.facts.projection ?? "";
    if (!transformations.has(wkt)) transformations.set(wkt, createTransformation(wkt));
    const toDegrees = transformations.get(wkt);
    const { title, version, units = findBasinUnits(projectFiles), currentPlan } = head.facts;
    const project = omitUndefined({
      path: head.path,
      software: detectSoftware(head) ?? "",
      ...{ title, version, units },
      currentPlan: currentPlan && getFolder(head) + currentPlan,
      coordinateSystem: parseCoordinateSystemName(wkt),
      coordinateSystemFrom: system?.path,
    });
    const shapes = selectShapes(projectFiles);
    const footprint = toDegrees && toMapShapes(shapes, toDegrees);
    const counties = hasChoice && footprint ? findCountiesOfMap(footprint) : undefined;
    const isUnplaced = system !== undefined && shapes.length > 0 && footprint === undefined;
    const problem = toDegrees ? OUTSIDE_EARTH : `is not understood: ${parseCoordinateSystemKind(wkt)}`;
    const problems = [
      ...(isUnplaced ? [{ path: system.path, text: formatMapProblem(system.path, wkt, problem) }] : []),
      ...listUnitProblems(project, wkt),
    ];
    return { project: { ...project, ...(counties && { counties }) }, footprint, problems };
  });
}

const LENGTH_UNITS: Record<string, string> = { "US customary": "feet", SI: "meters" };

/** HEC-RAS reads coordinates in the length unit of its unit system. */
function listUnitProblems(
  { path, software, units, coordinateSystem = "" }: LocatedProject["project"],
  wkt: string,
): LocationProblem[] {
  const expected = units && LENGTH_UNITS[units];
  const found = parseLengthUnit(wkt);
  if (software !== "HEC-RAS" || !expected || !found || found === expected) return [];
  const text =
    `Use the same unit in the project and its coordinate system: ${quoteName(path)} has ${units} units, ` +
    `${quoteName(coordinateSystem)} is in ${found}.`;
  return [{ path, text }];
}

/** Undefined if the basin models of a HEC-HMS project differ. */
function findBasinUnits(projectFiles: ParsedFile[]): FileFacts["units"] {
  const basins = projectFiles.filter(({ type }) => type.kind === "basin model");
  const found = new Set(basins.flatMap(({ facts }) => facts.units ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Finding the counties takes milliseconds for each project. */
const MAX_PROJECTS_WITH_COUNTIES = 20;

/** Undefined without shapes: bounding boxes are larger than their models. */
const findCountiesOfMap = ({ areas, lines }: MapShapes) =>
  areas.length + lines.length > 0
    ? findCountiesOfShapes(areas as Position[][], lines as Position[][])
    : undefined;

const OUTSIDE_EARTH = "does not fit the coordinates";

const formatMapProblem = (path: string, wkt: string, problem: string) =>
  `Correct the coordinate system ${quoteName(parseCoordinateSystemName(wkt) ?? "")} in ${quoteName(path)}, ` +
  `so that the model can be shown on the map. It ${problem}.`;

/** A folder can hold HEC-RAS data files without their project: then the first one of each name counts as the project. */
function listProjectHeads(files: ParsedFile[]): ParsedFile[] {
  const projects = files.filter(isProjectFile);
  const known = new Set(projects.map(({ path }) => getProjectName(path)));
  const lone = files.filter(
    (file) => isReadData(file) && detectSoftware(file) !== undefined && !known.has(getProjectName(file.path)),
  );
  const loneByName = new Map(lone.toReversed().map((file) => [getProjectName(file.path), file]));
  return [...projects, ...[...loneByName.values()].toReversed()];
}

const isProjection = ({ type }: ParsedFile) => type.kind === "projection";

const isReadData = ({ type, state }: ParsedFile) =>
  (type.kind === "result" || type.kind === "geometry data") && /^(read|in part)$/.test(state);

const isProjectFile = (file: ParsedFile) =>
  file.type.kind === "project" && file.state !== "unreadable" && detectSoftware(file) !== undefined;

/** Indexed: a model can have thousands of projects and files. */
class ProjectFileIndex {
  private readonly byFolder: Map<string, ParsedFile[]>;
  private readonly byStem: Map<string, { file: ParsedFile }[]>;
  private readonly projectionsByPath: Map<string, ParsedFile>;
  private readonly projectionsByFolder: Map<string, ParsedFile[]>;
  private readonly projectionByMap: Map<string, string | undefined>;

  constructor(files: ParsedFile[], references: ModelReport["references"]) {
    const systems = files.filter(({ facts }) => facts.projection !== undefined);
    const mapReferences = references.filter(({ kind }) => kind === "projection");
    const filesByPrefix = files.flatMap((file) => listNamePrefixes(file).map((stem) => ({ stem, file })));
    this.byFolder = groupBy(files, getFolder);
    this.byStem = groupBy(filesByPrefix, ({ stem }) => stem);
    this.projectionsByPath = new Map(systems.map((file) => [file.path, file]));
    this.projectionsByFolder = groupBy(
      systems.filter(({ name }) => /\.prj$/i.test(name)),
      getFolder,
    );
    this.projectionByMap = new Map(mapReferences.map(({ from, found }) => [from, found]));
  }

  listProjectFiles(head: ParsedFile): ParsedFile[] {
    if (ownsFolder(head.type.software)) return this.byFolder.get(getFolder(head)) ?? [];
    const filesWithName = this.byStem.get(getProjectName(head.path)) ?? [];
    return filesWithName.map(({ file }) => file);
  }

  /** From the geometry data, the map, the .prj with the project's name, or the only other .prj in the folder. */
  findCoordinateSystem(head: ParsedFile, projectFiles: ParsedFile[]): ParsedFile | undefined {
    const filesWithSystem = projectFiles.filter(({ facts }) => facts.projection !== undefined);
    const projectionOfMap = projectFiles
      .map(({ path }) => this.projectionByMap.get(path))
      .find((found) => found !== undefined);
    const projectionsInFolder = this.projectionsByFolder.get(getFolder(head)) ?? [];
    return (
      filesWithSystem.find(({ type }) => type.isHdf || type.kind === "basin model") ??
      this.projectionsByPath.get(projectionOfMap ?? "") ??
      filesWithSystem.find(
        (file) => isProjection(file) && getProjectName(file.path) === getProjectName(head.path),
      ) ??
      filesWithSystem.find(isProjection) ??
      (projectionsInFolder.length === 1 ? projectionsInFolder[0] : undefined)
    );
  }
}

/** Project names that the file can belong to: "a.b" and "a" for "a.b.p01". */
const listNamePrefixes = (file: ParsedFile) =>
  [...caseFold(file.name).matchAll(/\./g)].map(
    ({ index }) => getFolder(file) + caseFold(file.name).slice(0, index),
  );

function selectShapes(projectFiles: ParsedFile[]): Shapes[] {
  const listDrawnShapes = (files: ParsedFile[]) =>
    files
      .map(({ facts: { lines, areas } }) => ({ ...(lines && { lines }), ...(areas && { areas }) }))
      .filter(({ lines, areas }) => (lines?.length ?? 0) + (areas?.length ?? 0) > 0);
  const texts = listDrawnShapes(projectFiles.filter(({ type }) => !type.isHdf));
  if (texts.length > 0) return texts;
  const data = listDrawnShapes(projectFiles.filter(({ type }) => type.isHdf));
  return data.length > 0
    ? data
    : projectFiles.flatMap(({ facts }) => (facts.extent ? [{ extent: facts.extent }] : []));
}

/** More points or lines make no visible difference on the map. */
const MAX_POINTS_PER_LINE = 60;
const MAX_SHOWN_LINES = 1500;
const MAX_SHOWN_AREAS = 200;

function toMapShapes(shapes: Shapes[], toDegrees: ToDegrees): MapShapes | undefined {
  const placeAll = (lines: Position[][], maxLines: number) =>
    thinOut(lines, maxLines).flatMap((line) => {
      const points = thinOut(line, MAX_POINTS_PER_LINE).map(toDegrees);
      return points.every(isOnEarth) ? [points.map(roundPoint)] : [];
    });
  const areas = placeAll(
    shapes.flatMap((shape) => shape.areas ?? []),
    MAX_SHOWN_AREAS,
  );
  const lines = placeAll(
    shapes.flatMap((shape) => shape.lines ?? []),
    MAX_SHOWN_LINES,
  );
  const boxes = placeAll(
    shapes.flatMap(({ extent }) => (extent ? [getCorners(extent)] : [])),
    MAX_SHOWN_AREAS,
  );
  return areas.length + lines.length + boxes.length === 0 ? undefined : { areas, lines, boxes };
}

/** Counties come only from shapes: bounding boxes are larger than their models. */
export function mergeFootprints(parts: MapShapes[]): Footprint | null {
  const [areas, lines, boxes] = (["areas", "lines", "boxes"] as const).map((kind) =>
    thinOut(
      parts.flatMap((part) => part[kind] as Position[][]),
      MAX_SHOWN_LINES,
    ),
  ) as [Position[][], Position[][], Position[][]];
  const points = [...areas, ...lines, ...boxes].flat();
  if (points.length === 0) return null;
  return { bounds: getExtent(points), areas, lines, boxes, counties: findCountiesOfShapes(areas, lines) };
}

const isOnEarth = ([x, y]: Position) => Math.abs(x) <= 180 && Math.abs(y) <= 90;
const roundPoint = ([x, y]: Position): Position => [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];

const getCorners = ([west, south, east, north]: NonNullable<FileFacts["extent"]>): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

function thinOut<Entry>(entries: Entry[], maxCount: number): Entry[] {
  if (entries.length <= maxCount) return entries;
  return Array.from(
    { length: maxCount },
    (_, at) => entries[Math.round((at * (entries.length - 1)) / (maxCount - 1))]!,
  );
}
