import type { ModelReport } from "../generated/entities.ts";
import type { JsonObject } from "../json.ts";
import { describeDisagreements } from "../models/modelFacts.ts";
import { caseFold, getFileName } from "../model-folder/folderEntries.ts";
import {
  findFieldNameByRole,
  getFieldList,
  getFieldNameByRole,
  type EntitySchema,
} from "../schema/fields.ts";
import { compareCoverage } from "./compareCoverage.ts";
import { describeOutside } from "./describeOutside.ts";
import type { SpatialExtentArea } from "./spatialExtent.ts";

export interface RecordDifference {
  /** What the record differs from. */
  source: "model" | "area" | "files";
  field: string;
  /** A request to the vendor. */
  text: string;
  /** Whether it must be corrected before the model is accepted. */
  isBlocking: boolean;
}

export interface DeliveredModel {
  report?: ModelReport | undefined;
  area?: SpatialExtentArea | undefined;
  /** Of all current files. */
  paths?: string[] | undefined;
}

/** Where a record differs from its model, its files, and the areas of its geodatabase and of the uploaded one. */
export function listRecordDifferences(
  schema: EntitySchema,
  metadata: JsonObject,
  { report, area, paths = [] }: DeliveredModel,
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
    ...listMissingDocuments(schema, metadata, paths),
    ...ofArea(isOutsideState, extent, "Correct the geodatabase: its area lies outside Texas.", true),
    ...ofArea(
      differs,
      extent,
      "Use the same geodatabase in the record and in the upload. They cover different areas.",
      true,
    ),
    ...ofArea(outside !== undefined, extent, `Correct the geodatabase or the model. ${outside}`, true),
    ...ofArea(
      unlistedCounties.length > 0 && !isCountyNamed,
      county,
      `Add what the area reaches: ${formatCounties(unlistedCounties, noun)}.`,
      false,
    ),
    ...ofArea(
      unreachedCounties.length > 0,
      county,
      `Remove what the area does not reach, or correct the geodatabase: ${formatCounties(unreachedCounties, noun)}.`,
      false,
    ),
  ];
}

/**
 * Compares file names only, with or without extension: a document can be in any folder. Without a list of files, no
 * document is missing.
 */
function listMissingDocuments(
  schema: EntitySchema,
  metadata: JsonObject,
  paths: string[],
): RecordDifference[] {
  const field = findFieldNameByRole(schema, "documents");
  if (field === undefined || paths.length === 0) return [];
  const toFileName = (path: string) => caseFold(getFileName(path.replaceAll("\\", "/")));
  const fileNames = paths.map(toFileName);
  const delivered = new Set([...fileNames, ...fileNames.map(removeExtension)]);
  const named = (metadata[field] ?? []) as string[];
  const missing = named.filter((name) => !delivered.has(toFileName(name)));
  if (missing.length === 0) return [];
  const text = `Send these missing files, or remove their names: ${formatNames(missing)}.`;
  return [{ source: "files", field, text, isBlocking: true }];
}

const removeExtension = (fileName: string) => fileName.replace(/(?<=.)\.[^.]*$/, "");

const formatCounties = (counties: string[], noun: string): string =>
  formatNames(counties.map((county) => `${county} ${noun}`.trim()));

const MAX_LISTED_NAMES = 20;

function formatNames(names: string[]): string {
  const listed = names.slice(0, MAX_LISTED_NAMES);
  const moreCount = names.length - listed.length;
  return [...listed, ...(moreCount > 0 ? [`${moreCount} more`] : [])].join(", ");
}
