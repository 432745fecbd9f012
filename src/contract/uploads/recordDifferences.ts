import type { ModelReport } from "../generated/entities.ts";
import type { JsonObject } from "../json.ts";
import { describeDisagreements } from "../models/modelFacts.ts";
import { getFieldList, getFieldNameByRole, type EntitySchema } from "../schema/fields.ts";
import { compareCoverage } from "./compareCoverage.ts";
import { describeOutside } from "./describeOutside.ts";
import type { SpatialExtentArea } from "./spatialExtent.ts";

export interface RecordDifference {
  /** What the record differs from. */
  source: "model" | "area";
  field: string;
  text: string;
  /** Whether it must be corrected before the model is accepted. */
  isBlocking: boolean;
}

/** Where a record differs from its model, and from the areas of its geodatabase and of the uploaded one. */
export function listRecordDifferences(
  schema: EntitySchema,
  metadata: JsonObject,
  { report, area }: { report?: ModelReport | undefined; area?: SpatialExtentArea | undefined },
): RecordDifference[] {
  const county = getFieldNameByRole(schema, "county");
  const extent = getFieldNameByRole(schema, "extent");
  const noun = schema.properties[county]?.["x-options"]?.noun ?? "";
  const disagreements = report ? describeDisagreements(schema, metadata, report) : [];
  const { polygons, differs, unlistedCounties, unreachedCounties } = compareCoverage({
    area,
    delivered: report?.coverage,
    footprint: report?.footprint,
    recordCounties: getFieldList(schema, metadata, "county"),
  });
  const outside =
    polygons.length > 0 && report?.footprint ? describeOutside(polygons, report.footprint) : undefined;
  const isOutsideState = Boolean(area?.geometry) && area?.properties.counties.length === 0;
  const isCountyNamed = disagreements.some(({ field }) => field === county);
  const ofArea = (applies: boolean, field: string, text: string, isBlocking: boolean): RecordDifference[] =>
    applies ? [{ source: "area", field, text, isBlocking }] : [];
  return [
    ...disagreements.map((one) => ({ source: "model" as const, ...one, isBlocking: true })),
    ...ofArea(isOutsideState, extent, "The area lies outside Texas.", true),
    ...ofArea(
      differs,
      extent,
      "The geodatabase in the upload and the one in the record cover different areas.",
      true,
    ),
    ...ofArea(outside !== undefined, extent, outside ?? "", true),
    ...ofArea(
      unlistedCounties.length > 0 && !isCountyNamed,
      county,
      `Reached by the area, but not listed: ${formatCounties(unlistedCounties, noun)}.`,
      false,
    ),
    ...ofArea(
      unreachedCounties.length > 0,
      county,
      `Listed, but outside the area: ${formatCounties(unreachedCounties, noun)}.`,
      false,
    ),
  ];
}

const MAX_NAMED_COUNTIES = 20;

function formatCounties(counties: string[], noun: string): string {
  const named = counties.slice(0, MAX_NAMED_COUNTIES).map((county) => `${county} ${noun}`.trim());
  const moreCount = counties.length - named.length;
  return [...named, ...(moreCount > 0 ? [`${moreCount} more`] : [])].join(", ");
}
