import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from "topojson-specification";

type County = Polygon<{ name: string }> | MultiPolygon<{ name: string }>;
type Atlas = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/** Counties of Texas have Census codes that begin with the state's. */
const STATE = /^48/;

/**
 * The shapes of the counties of Texas, taken out of the atlas of the United States: a map in the browser needs no
 * other state, and a tenth of the bytes.
 *
 * @returns a TopoJSON file's text
 */
export async function countyShapes(): Promise<string> {
  const path = createRequire(import.meta.url).resolve("us-atlas/counties-10m.json");
  const atlas = JSON.parse(await readFile(path, "utf8")) as Atlas;
  const isOurs = ({ id }: { id?: string | number }) => STATE.test(String(id));
  const counties = (atlas.objects.counties.geometries as County[]).filter(isOurs);
  const arcs: Topology["arcs"] = [];
  const places = new Map<number, number>();
  const moved = (arc: number): number => {
    const own = arc < 0 ? ~arc : arc;
    const place = places.get(own) ?? arcs.push(atlas.arcs[own] ?? []) - 1;
    places.set(own, place);
    return arc < 0 ? ~place : place;
  };
  const geometries = counties.map((county) => ({ ...county, arcs: movedArcs(county.arcs, moved) }));
  const objects = { counties: { type: "GeometryCollection", geometries } };
  return `${JSON.stringify({ type: "Topology", transform: atlas.transform, objects, arcs })}\n`;
}

type Arcs = number | Arcs[];

const movedArcs = (arcs: Arcs, moved: (arc: number) => number): Arcs =>
  typeof arcs === "number" ? moved(arcs) : arcs.map((part) => movedArcs(part, moved));
