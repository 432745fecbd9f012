import proj4 from "proj4";
import type { ModelReport } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";
import { folded } from "../model-folder/modelFolderEntry.ts";
import { countiesReached } from "../placesOfArea.ts";
import type { Position } from "../uploads/spatialExtent.ts";
import { extentOf, stated, type FileFacts } from "./fileFacts.ts";
import { stemOf } from "./rasProject.ts";
import { folderOf, softwareOfFile, type ReadFile } from "./readModel.ts";

type Footprint = NonNullable<ModelReport["footprint"]>;
type PlacedShapes = Pick<Footprint, "areas" | "lines" | "boxes">;
type Shapes = Pick<FileFacts, "areas" | "lines" | "extent">;
type ToDegrees = (point: Position) => Position;

interface PlacedProject {
  project: ModelReport["projects"][number];
  footprint: PlacedShapes | undefined;
}

/** Every project with its coordinate system and, where that can be read, with where it lies. */
export function placedProjects(files: ReadFile[], references: ModelReport["references"]): PlacedProject[] {
  const projectFiles = new ProjectFiles(files, references);
  // Thousands of projects share few coordinate systems, and a long text takes proj4 a millisecond.
  const transformations = new Map<string, ToDegrees | undefined>();
  return files.filter(isHead).map((head) => {
    const own = projectFiles.filesOf(head);
    const system = projectFiles.coordinateSystemOf(head, own);
    const wkt = system?.facts.projection ?? "";
    if (!transformations.has(wkt)) transformations.set(wkt, transformation(wkt));
    const toDegrees = transformations.get(wkt);
    const { title, version, units, currentPlan } = head.facts;
    const project = stated({
      path: head.path,
      software: softwareOfFile(head) ?? "",
      ...{ title, version, units },
      currentPlan: currentPlan && folderOf(head) + currentPlan,
      coordinateSystem: coordinateSystemName(wkt),
      coordinateSystemFrom: system?.path,
    });
    return { project, footprint: toDegrees && placed(shapesOf(own), toDegrees) };
  });
}

const isHead = (file: ReadFile) =>
  file.type.kind === "project" && file.state !== "unreadable" && softwareOfFile(file) !== undefined;

/** Which files belong to a project: looked up, since a delivery may hold thousands of both. */
class ProjectFiles {
  private readonly byFolder: Map<string, ReadFile[]>;
  private readonly byStem: Map<string, { file: ReadFile }[]>;
  private readonly systems: Map<string, ReadFile>;
  private readonly alone: Map<string, ReadFile[]>;
  private readonly namedByMap: Map<string, string | undefined>;

  constructor(files: ReadFile[], references: ModelReport["references"]) {
    const systems = files.filter(({ facts }) => facts.projection !== undefined);
    const ofMaps = references.filter(({ kind }) => kind === "projection");
    const named = files.flatMap((file) => stemsOf(file).map((stem) => ({ stem, file })));
    this.byFolder = groupBy(files, folderOf);
    this.byStem = groupBy(named, ({ stem }) => stem);
    this.systems = new Map(systems.map((file) => [file.path, file]));
    this.alone = groupBy(
      systems.filter(({ name }) => /\.prj$/i.test(name)),
      folderOf,
    );
    this.namedByMap = new Map(ofMaps.map(({ from, found }) => [from, found]));
  }

  /** A project of HEC-HMS has its folder to itself; one of another program shares its name with its files. */
  filesOf(head: ReadFile): ReadFile[] {
    if (head.type.software === "HEC-HMS") return this.byFolder.get(folderOf(head)) ?? [];
    const like = this.byStem.get(folderOf(head) + folded(stemOf(head.name))) ?? [];
    return like.map(({ file }) => file);
  }

  /** The geometry data's, the map's, the file of the project's name, or the only one beside it. */
  coordinateSystemOf(head: ReadFile, own: ReadFile[]): ReadFile | undefined {
    const stating = own.filter(({ facts }) => facts.projection !== undefined);
    const ofMap = own.map(({ path }) => this.namedByMap.get(path)).find((found) => found !== undefined);
    const alone = this.alone.get(folderOf(head)) ?? [];
    return (
      stating.find(({ type }) => type.isHdf || type.kind === "basin model") ??
      this.systems.get(ofMap ?? "") ??
      stating.find(({ type }) => type.kind === "projection") ??
      (alone.length === 1 ? alone[0] : undefined)
    );
  }
}

/** Every beginning of a file's name that a project beside it can have: "a.b" and "a" of "a.b.p01". */
const stemsOf = (file: ReadFile) =>
  [...folded(file.name).matchAll(/\./g)].map(
    ({ index }) => folderOf(file) + folded(file.name).slice(0, index),
  );

/** Outlines and lines as the text geometry has them, else as its HDF file does; a box where there are neither. */
function shapesOf(own: ReadFile[]): Shapes[] {
  const drawn = (files: ReadFile[]) =>
    files
      .map(({ facts: { lines, areas } }) => ({ ...(lines && { lines }), ...(areas && { areas }) }))
      .filter(({ lines, areas }) => (lines?.length ?? 0) + (areas?.length ?? 0) > 0);
  const texts = drawn(own.filter(({ type }) => !type.isHdf));
  if (texts.length > 0) return texts;
  const data = drawn(own.filter(({ type }) => type.isHdf));
  return data.length > 0
    ? data
    : own.flatMap(({ facts }) => (facts.extent ? [{ extent: facts.extent }] : []));
}

/** The name of a coordinate system in well-known text. */
const coordinateSystemName = (wkt: string): string | undefined => /"([^"]{1,200})"/.exec(wkt)?.[1];

/** On the map a line of more points looks no different. */
const SHOWN_POINTS = 60;
const SHOWN_LINES = 1500;
const SHOWN_AREAS = 200;

/** Where the shapes of one project lie, in longitude and latitude; undefined where that is not on the earth. */
function placed(shapes: Shapes[], toDegrees: ToDegrees): PlacedShapes | undefined {
  const placeAll = (lines: Position[][], most: number) =>
    thinned(lines, most).flatMap((line) => {
      const points = thinned(line, SHOWN_POINTS).map(toDegrees);
      return points.every(isOnEarth) ? [points.map(rounded)] : [];
    });
  const areas = placeAll(
    shapes.flatMap((shape) => shape.areas ?? []),
    SHOWN_AREAS,
  );
  const lines = placeAll(
    shapes.flatMap((shape) => shape.lines ?? []),
    SHOWN_LINES,
  );
  const boxes = placeAll(
    shapes.flatMap(({ extent }) => (extent ? [corners(extent)] : [])),
    SHOWN_AREAS,
  );
  return areas.length + lines.length + boxes.length === 0 ? undefined : { areas, lines, boxes };
}

/** The shapes of several projects as one footprint. A box is larger than its model, and says nothing of counties. */
export function joinedFootprint(parts: PlacedShapes[]): Footprint | null {
  const [areas, lines, boxes] = (["areas", "lines", "boxes"] as const).map((kind) =>
    parts.flatMap((part) => part[kind] as Position[][]),
  ) as [Position[][], Position[][], Position[][]];
  const points = [...areas, ...lines, ...boxes].flat();
  if (points.length === 0) return null;
  return { bounds: extentOf(points), areas, lines, boxes, counties: countiesReached(areas, lines) };
}

/** HEC's texts deviate from the registered ones, so none is looked up by a number. Undefined for one that cannot be read. */
function transformation(wkt: string): ToDegrees | undefined {
  try {
    const { forward } = proj4(wkt, "WGS84");
    return (point) => {
      try {
        return forward([...point]) as Position;
      } catch {
        return [NaN, NaN];
      }
    };
  } catch {
    return undefined;
  }
}

const isOnEarth = ([x, y]: Position) => Math.abs(x) <= 180 && Math.abs(y) <= 90;
const rounded = ([x, y]: Position): Position => [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];

const corners = ([west, south, east, north]: NonNullable<FileFacts["extent"]>): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** Evenly chosen entries, the first and the last among them. */
function thinned<Entry>(entries: Entry[], most: number): Entry[] {
  if (entries.length <= most) return entries;
  return Array.from(
    { length: most },
    (_, at) => entries[Math.round((at * (entries.length - 1)) / (most - 1))]!,
  );
}
