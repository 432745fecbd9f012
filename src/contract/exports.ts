import { contactAttributes } from "./wire/contactAttributes.ts";
import {
  fieldWithRole,
  schemaOf,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "./schema/fields.ts";
import type { ModelReport } from "./generated/entities.ts";
import { isAbsent } from "./schema/isSame.ts";
import { ROOT, yamlText, type MetadataDocument } from "./yaml/metadataYaml.ts";
import { isOriginator, type RecordContact } from "./schema/originator.ts";
import { boundsOf, type Bounds, type Polygons } from "./uploads/spatialExtent.ts";

/** A record with what is known of its model, to be written in the form of another catalogue. */
export interface ExportedRecord extends MetadataDocument {
  report?: ModelReport | undefined;
  /** The area of its geodatabase. */
  area?: Polygons | undefined;
  /** When its model was uploaded last. */
  uploaded?: string | undefined;
}

interface Period {
  start?: string;
  end?: string;
}

/** What a field says in a catalogue, under its name there. */
interface Exported {
  key: string;
  field: FieldSchema;
  value: unknown;
}

/** A record and its model as an Item of the SpatioTemporal Asset Catalog, version 1.1, mapped by the schema's `x-export`. */
export function stacItem(record: ExportedRecord, schema = schemaOf("metadata")): JsonObject {
  const properties: JsonObject = { datetime: null };
  const days: unknown[] = [];
  for (const { key, field, value } of exported(record, schema, "stac")) {
    if (field.items?.properties) Object.assign(properties, spanOf(value as Period[]));
    else if (field.format === "date") days.push((properties[key] = `${String(value)}T00:00:00Z`));
    else if (Array.isArray(value))
      properties[key] = [...new Set([...((properties[key] as unknown[]) ?? []), ...(value as unknown[])])];
    else properties[key] = value;
  }
  // A catalogue is searched by time: what models no real event stands at the day it was last changed, or made.
  if (!properties["start_datetime"]) properties["datetime"] = days.toSorted().at(-1) ?? EPOCH;
  const bounds = boundsIn(record);
  return {
    ...{ type: "Feature", stac_version: "1.1.0", stac_extensions: [], id: record.recordId },
    geometry: geometryOf(record, bounds),
    ...(bounds && { bbox: [bounds.west, bounds.south, bounds.east, bounds.north] }),
    properties: { ...properties, ...(record.report && { "model:report": summaryOf(record.report) }) },
    ...{ links: [], assets: {} },
  };
}

const EPOCH = "1970-01-01T00:00:00Z";

/** A record and its model as the agency's published standard for models writes them, in YAML, mapped by `x-export`. */
export function standardYaml(record: ExportedRecord, schema = schemaOf("metadata")): string {
  const attributes: JsonObject = {};
  for (const { key, field, value } of exported(record, schema, "standard")) {
    const yaml = field["x-yaml"];
    const written = Array.isArray(value) ? inWords([attributes[key] ?? "", ...(value as unknown[])]) : value;
    Object.assign(attributes, typeof yaml === "object" ? yaml.with : {}, { [key]: written });
  }
  const bounds = boundsIn(record);
  const dimensions = record.report?.geometries.flatMap((one) => one.dimensions ?? []) ?? [];
  const { first, creator } = contactsOf(record, schema);
  Object.assign(attributes, first, {
    ...(creator && { creator_name: creator }),
    ...(bounds && { spatial_extent: [bounds.north, bounds.south, bounds.east, bounds.west].join(", ") }),
    ...(dimensions.length > 0 && { model_dim: joinedDimensions(dimensions) }),
    ...(record.uploaded && { date_submitted: record.uploaded.slice(0, 10) }),
  });
  return yamlText({ [ROOT]: attributes });
}

function exported({ metadata }: ExportedRecord, schema: EntitySchema, to: "stac" | "standard"): Exported[] {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const { [to]: key, values = {} } = field["x-export"] ?? {};
    const stored = metadata[name];
    if (key === undefined || isAbsent(stored)) return [];
    const renamed = (value: unknown) => values[String(value)] ?? value;
    const isSaid = (value: unknown) => !isAbsent(value);
    const inStandard = Array.isArray(stored) ? stored.map(renamed).filter(isSaid) : renamed(stored);
    const value = to === "stac" ? stored : inStandard;
    return isSaid(value) ? [{ key, field, value }] : [];
  });
}

function spanOf(periods: Period[]): JsonObject {
  const starts = periods.flatMap(({ start }) => start ?? []).toSorted();
  const ends = periods.flatMap(({ end }) => end ?? []).toSorted();
  const [start, end] = [starts[0], ends.at(-1)];
  if (!start || !end) return {};
  return { start_datetime: `${start}T00:00:00Z`, end_datetime: `${end}T23:59:59Z` };
}

/** Lists as the standard writes them: entries, and the start and end of periods, behind commas. */
function inWords(value: unknown[]): string {
  const entries = value.flatMap((entry: unknown) =>
    typeof entry === "object" && entry ? Object.values(entry) : [entry],
  );
  return [...new Set(entries.filter((entry) => entry !== "").map(String))].join(", ");
}

/** Where the model lies: as its geodatabase says, else as its own files do. */
function boundsIn({ area, report }: ExportedRecord): Bounds | undefined {
  if (area && area.length > 0) return boundsOf(area);
  const [west, south, east, north] = report?.footprint?.bounds ?? [];
  return west === undefined ? undefined : { west, south: south!, east: east!, north: north! };
}

function geometryOf({ area }: ExportedRecord, bounds: Bounds | undefined): JsonObject | null {
  if (area && area.length > 0) return { type: "MultiPolygon", coordinates: area };
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

/** What the model's files say, without the list of them. */
const summaryOf = ({ software, projects, plans, geometries, totals }: ModelReport) => ({
  ...{ software, projects, plans, geometries, totals },
});

const joinedDimensions = (dimensions: string[]): string =>
  ["1D", "2D"].filter((one) => dimensions.some((dimension) => dimension.includes(one))).join("/");

function contactsOf({ metadata, references, contacts }: ExportedRecord, schema: EntitySchema) {
  const named = (metadata[fieldWithRole(schema, "contacts")] ?? []) as RecordContact[];
  const attributes = (entry: RecordContact) => contactAttributes(entry, contacts, references);
  const isOfOriginator = (entry: RecordContact) => isOriginator(entry, references.contactRoles);
  const originator = named.find(isOfOriginator);
  const [first = {}] = named.filter((entry) => !isOfOriginator(entry)).map(attributes);
  const known = Object.entries(first).filter(([key, value]) => !/_id$/.test(key) && !isAbsent(value));
  return {
    first: Object.fromEntries(known),
    creator: originator && (attributes(originator)["contact_name"] as string | undefined),
  };
}
