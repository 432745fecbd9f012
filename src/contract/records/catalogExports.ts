import { buildContactAttributes } from "../wire/contactAttributes.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { getFieldNameByRole, getSchema, type EntitySchema, type FieldSchema } from "../schema/fields.ts";
import type { ModelReport } from "../generated/entities.ts";
import { isEmptyValue } from "../schema/emptyValues.ts";
import { formatValueAsText } from "../schema/formatValueAsText.ts";
import { YAML_ROOT_KEY, toYaml, type RecordWithContacts } from "../yaml/metadataYaml.ts";
import { isOriginator, type RecordContact } from "../schema/originator.ts";
import { getBounds, type Bounds, type Polygons } from "../uploads/spatialExtent.ts";

export interface RecordToExport extends RecordWithContacts {
  report?: ModelReport | undefined;
  coveredArea?: Polygons | undefined;
  uploaded?: string | undefined;
}

interface Period {
  start?: string;
  end?: string;
}

interface ExportedField {
  key: string;
  field: FieldSchema;
  value: unknown;
}

export function buildStacItem(record: RecordToExport, schema = getSchema("metadata")): JsonObject {
  const properties: JsonObject = { datetime: null };
  const days: unknown[] = [];
  for (const { key, field, value } of listExportedFields(record, schema, "stac")) {
    if (key === STAC_TIME_SPAN) Object.assign(properties, getTimeSpan(value as Period[]));
    else if (field.format === "date") days.push((properties[key] = `${String(value)}T00:00:00Z`));
    else if (Array.isArray(value))
      properties[key] = removeDuplicates([
        ...((properties[key] as unknown[]) ?? []),
        ...(value as unknown[]),
      ]);
    else properties[key] = value;
  }
  // STAC requires a time: without a real event, the day the model was last changed or created.
  if (!properties["start_datetime"]) properties["datetime"] = days.toSorted().at(-1) ?? EPOCH;
  const bounds = getRecordBounds(record);
  return {
    ...{ type: "Feature", stac_version: "1.1.0", stac_extensions: [], id: record.recordId },
    geometry: buildGeometry(record, bounds),
    ...(bounds && { bbox: [bounds.west, bounds.south, bounds.east, bounds.north] }),
    properties: {
      ...properties,
      ...(record.report && { "model:report": selectReportSummary(record.report) }),
    },
    ...{ links: [], assets: {} },
  };
}

/** Periods are exported as one span: this property and `end_datetime`. */
export const STAC_TIME_SPAN = "start_datetime";

const removeDuplicates = (list: unknown[]): unknown[] => [
  ...new Map(list.map((entry) => [JSON.stringify(entry), entry])).values(),
];

const EPOCH = "1970-01-01T00:00:00Z";

export function buildStandardYaml(record: RecordToExport, schema = getSchema("metadata")): string {
  const attributes: JsonObject = {};
  for (const { key, field, value } of listExportedFields(record, schema, "standard")) {
    const yaml = field["x-yaml"];
    const texts = Array.isArray(value)
      ? (value as unknown[]).flatMap((entry) => toTexts(field.items ?? {}, entry))
      : toTexts(field, value);
    const written = typeof value === "object" ? joinTexts([attributes[key] ?? "", ...texts]) : value;
    Object.assign(attributes, typeof yaml === "object" ? yaml.with : {}, { [key]: written });
  }
  const bounds = getRecordBounds(record);
  const dimensions = record.report?.geometries.flatMap((one) => one.dimensions ?? []) ?? [];
  const { first, creator } = getStandardContacts(record, schema);
  Object.assign(attributes, first, {
    ...(creator && { creator_name: creator }),
    ...(bounds && { spatial_extent: [bounds.north, bounds.south, bounds.east, bounds.west].join(", ") }),
    ...(dimensions.length > 0 && { model_dim: joinDimensions(dimensions) }),
    ...(record.uploaded && { date_submitted: record.uploaded.slice(0, 10) }),
  });
  return toYaml({ [YAML_ROOT_KEY]: attributes });
}

function listExportedFields(
  { metadata }: RecordToExport,
  schema: EntitySchema,
  to: "stac" | "standard",
): ExportedField[] {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const { [to]: key, values = {} } = field["x-export"] ?? {};
    const stored = metadata[name];
    if (key === undefined || isEmptyValue(stored)) return [];
    const toStandardValue = (value: unknown) => values[String(value)] ?? value;
    const hasValue = (value: unknown) => !isEmptyValue(value);
    const standardValue = Array.isArray(stored)
      ? stored.map(toStandardValue).filter(hasValue)
      : toStandardValue(stored);
    const value = to === "stac" ? stored : standardValue;
    return hasValue(value) ? [{ key, field, value }] : [];
  });
}

function getTimeSpan(periods: Period[]): JsonObject {
  const starts = periods.flatMap(({ start }) => start ?? []).toSorted();
  const ends = periods.flatMap(({ end }) => end ?? []).toSorted();
  const [start, end] = [starts[0], ends.at(-1)];
  if (!start || !end) return {};
  return { start_datetime: `${start}T00:00:00Z`, end_datetime: `${end}T23:59:59Z` };
}

/** The standard has no groups: a period becomes two dates, another group one text. */
function toTexts(field: FieldSchema, value: unknown): unknown[] {
  if (!isJsonObject(value)) return [value];
  const isPeriod = Object.keys(value).every((name) => name === "start" || name === "end");
  return isPeriod ? Object.values(value) : [formatValueAsText(field, value)];
}

const joinTexts = (values: unknown[]): string =>
  [...new Set(values.filter((value) => value !== "").map(String))].join(", ");

/** From the coverage geodatabase, else from the model's files. */
function getRecordBounds({ coveredArea, report }: RecordToExport): Bounds | undefined {
  if (coveredArea && coveredArea.length > 0) return getBounds(coveredArea);
  const [west, south, east, north] = report?.footprint?.bounds ?? [];
  return west === undefined ? undefined : { west, south: south!, east: east!, north: north! };
}

function buildGeometry({ coveredArea }: RecordToExport, bounds: Bounds | undefined): JsonObject | null {
  if (coveredArea && coveredArea.length > 0) return { type: "MultiPolygon", coordinates: coveredArea };
  if (!bounds) return null;
  const { west, south, east, north } = bounds;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}

const selectReportSummary = ({ software, projects, plans, geometries, totals }: ModelReport) => ({
  ...{ software, projects, plans, geometries, totals },
});

const joinDimensions = (dimensions: string[]): string =>
  ["1D", "2D"].filter((one) => dimensions.some((dimension) => dimension.includes(one))).join("/");

function getStandardContacts({ metadata, references, contacts }: RecordToExport, schema: EntitySchema) {
  const recordContacts = (metadata[getFieldNameByRole(schema, "contacts")] ?? []) as RecordContact[];
  const buildAttributes = (entry: RecordContact) => buildContactAttributes(entry, contacts, references);
  const isOriginatorEntry = (entry: RecordContact) => isOriginator(entry, references.contactRoles);
  const originator = recordContacts.find(isOriginatorEntry);
  const [first = {}] = recordContacts.filter((entry) => !isOriginatorEntry(entry)).map(buildAttributes);
  const attributesWithValue = Object.entries(first).filter(
    ([key, value]) => !/_id$/.test(key) && !isEmptyValue(value),
  );
  return {
    first: Object.fromEntries(attributesWithValue),
    creator: originator && (buildAttributes(originator)["contact_name"] as string | undefined),
  };
}
