import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from "topojson-specification";

type County = Polygon<{ name: string }> | MultiPolygon<{ name: string }>;
type Atlas = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/** Census codes of counties begin with the code of their state. */
const TEXAS_COUNTY_CODE = /^48/;

/**
 * Extracts the counties of Texas from the us-atlas package, which is ten times as large.
 *
 * @returns TopoJSON
 */
export async function buildCountyShapes(): Promise<string> {
  const path = createRequire(import.meta.url).resolve("us-atlas/counties-10m.json");
  const atlas = JSON.parse(await readFile(path, "utf8")) as Atlas;
  const isTexan = ({ id }: { id?: string | number }) => TEXAS_COUNTY_CODE.test(String(id));
  const counties = (atlas.objects.counties.geometries as County[]).filter(isTexan);
  const arcs: Topology["arcs"] = [];
  const newIndexes = new Map<number, number>();
  // TopoJSON writes a reversed arc as the complement of its index.
  const renumber = (arc: number): number => {
    const oldIndex = arc < 0 ? ~arc : arc;
    const newIndex = newIndexes.get(oldIndex) ?? arcs.push(atlas.arcs[oldIndex] ?? []) - 1;
    newIndexes.set(oldIndex, newIndex);
    return arc < 0 ? ~newIndex : newIndex;
  };
  const geometries = counties.map((county) => ({ ...county, arcs: renumberArcs(county.arcs, renumber) }));
  const objects = { counties: { type: "GeometryCollection", geometries } };
  return `${JSON.stringify({ type: "Topology", transform: atlas.transform, objects, arcs })}\n`;
}

type Arcs = number | Arcs[];

const renumberArcs = (arcs: Arcs, renumber: (arc: number) => number): Arcs =>
  typeof arcs === "number" ? renumber(arcs) : arcs.map((part) => renumberArcs(part, renumber));
