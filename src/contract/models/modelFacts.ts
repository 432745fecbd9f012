import type { JsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import type { ModelReport } from "../generated/entities.ts";
import type { FolderFacts } from "../model-folder/folderFacts.ts";
import { modelFolderName, parseModelFolderName } from "../model-folder/modelFolderNames.ts";
import { regions } from "../schema/regions.ts";
import { isPlaceholderDay } from "./fileFacts.ts";
import { selectProject } from "./projectFiles.ts";
import { isEmptyValue } from "../schema/emptyValues.ts";
import { getOriginalFileName } from "../schema/formatValueAsText.ts";
import type { SpatialExtentArea } from "../uploads/spatialExtent.ts";
import { getFileName, getParentPath } from "../model-folder/folderEntries.ts";

/** An uploaded model has no folder facts: its folder is named after the record. */
export type DescribedModel = ModelReport & {
  folder?: FolderFacts | undefined;
  /** Known once the folder's coverage geodatabase is uploaded. */
  coverageArea?: SpatialExtentArea | undefined;
};

export interface ModelFact {
  field: string;
  value: unknown;
  text: string;
  /** Or the model's folder. */
  sourceFile: string;
  /** A geodatabase of the model. To use the fact is to upload it; the name of the stored file is the field's value. */
  uploadPath?: string;
  /** Equally valid values of models with several programs; undefined if a program states none. */
  otherValues?: unknown[];
}

export interface ModelSuggestion extends ModelFact {
  /** The new field value; for lists, with the existing entries. */
  suggestedValue: unknown;
}

type FoundValue = Omit<ModelFact, "field" | "text"> & {
  text?: string;
};

interface FactRule {
  findIn: (model: DescribedModel) => FoundValue | undefined;
  /** Whether a stored value contradicts the fact; by default, any other value does. */
  differs?: (stored: unknown, found: unknown) => boolean;
  /** Another value can be right too: the form offers the fact, but record and model do not disagree. */
  isOnlyOffered?: true;
}

const lacksEntries = (stored: unknown, found: unknown) =>
  !(found as unknown[]).every((entry) => (stored as unknown[]).includes(entry));

/** A folder's name has only the letters and digits of the title. */
const isOtherTitle = (stored: unknown, found: unknown) => foldTitle(stored) !== foldTitle(found);

const foldTitle = (title: unknown) => modelFolderName("", String(title)).replaceAll("_", "").toLowerCase();

/** The portal stores a file under its own name with a prefix, and without some special characters. */
const isOtherFile = (stored: unknown, found: unknown) =>
  foldFileName(getOriginalFileName(String(stored))) !== foldFileName(String(found));

const foldFileName = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

const FACT_RULES: Record<string, FactRule> = {
  identifier: { findIn: (model) => findInFolderName(model, "identifier") },
  region: { findIn: findRegion },
  coverage: { findIn: findCoverage, differs: isOtherFile },
  title: {
    findIn: (model) =>
      findInFolderName(model, "title") ??
      getStatedValue(
        model.projects.find(({ title }) => title),
        "title",
      ),
    differs: isOtherTitle,
    isOnlyOffered: true,
  },
  software: { findIn: findSoftware },
  programVersion: {
    findIn: ({ plans, geometries, software: [main, ...others] }) => {
      const ofMain = ({ version }: { version?: string }) => version && version === main?.version;
      const found = getStatedValue([...plans, ...geometries].find(ofMain), "version");
      return found && { ...found, otherValues: others.map(({ version }) => version) };
    },
  },
  modelTypes: { findIn: findModelTypes, differs: lacksEntries },
  counties: {
    findIn: findCounties,
    differs: (stored, found) => (found as unknown[]).length === 0 || lacksEntries(stored, found),
  },
  periods: {
    findIn: findPeriods,
    differs: (stored, found) => !coversPeriods(stored as Period[], found as Period[]),
  },
  created: {
    findIn: ({ changed }) => (changed ? { value: changed.first, sourceFile: changed.firstFile } : undefined),
    differs: (stored, found) => String(stored) > String(found),
  },
  lastChanged: {
    findIn: ({ changed }) => (changed ? { value: changed.last, sourceFile: changed.lastFile } : undefined),
    differs: (stored, found) => String(stored) < String(found),
  },
};

export const MODEL_FACT_NAMES = Object.keys(FACT_RULES);

const getRule = (schema: EntitySchema, field: string): FactRule | undefined =>
  FACT_RULES[schema.properties[field]?.["x-from-model"] ?? ""];

export const listModelFacts = (schema: EntitySchema, model: DescribedModel): ModelFact[] =>
  listAllFacts(schema, model).filter(({ value }) => !isEmptyValue(value));

export const findDisagreements = (
  schema: EntitySchema,
  metadata: JsonObject,
  report: ModelReport,
): ModelFact[] => {
  const [first = [], ...others] = listFactsOfProjects(schema, report);
  const isContradicted = (fact: ModelFact) =>
    !getRule(schema, fact.field)?.isOnlyOffered &&
    contradicts(schema, fact, removeEmptyEntries(metadata[fact.field]));
  const hasAgreement = ({ field }: ModelFact) =>
    others.some((facts) => facts.some((fact) => fact.field === field && !isContradicted(fact)));
  return first.filter((fact) => isContradicted(fact) && !hasAgreement(fact));
};

/** A record of a model with several projects can describe any of them. */
function listFactsOfProjects(schema: EntitySchema, report: ModelReport): ModelFact[][] {
  const facts = listAllFacts(schema, report);
  if (report.projects.length < 2) return [facts];
  const choices = report.projects.slice(0, MAX_COMPARED_PROJECTS);
  return [facts, ...choices.map((project) => listAllFacts(schema, selectProject(report, project)))];
}

/** Each one takes a pass over all files. */
const MAX_COMPARED_PROJECTS = 50;

/** Includes facts with an empty value, for example no county. */
function listAllFacts(schema: EntitySchema, model: DescribedModel): ModelFact[] {
  return Object.entries(schema.properties).flatMap(([field, about]) => {
    const found = getRule(schema, field)?.findIn(model);
    if (!found || !isWellFormed(about, found.value)) return [];
    const value = filterAllowed(about, found.value);
    return [{ text: formatValue(value), ...found, field, value }];
  });
}

export const describeDisagreements = (
  schema: EntitySchema,
  metadata: JsonObject,
  report: ModelReport,
): { field: string; text: string }[] =>
  findDisagreements(schema, metadata, report).map(({ field, text, sourceFile }) => ({
    field,
    text: `Correct the record or the model: the record has ${formatValue(removeEmptyEntries(metadata[field]))}, ${sourceFile} has ${text}.`,
  }));

export const formatDisagreements = (
  schema: EntitySchema,
  metadata: JsonObject,
  report: ModelReport,
): string[] =>
  describeDisagreements(schema, metadata, report).map(
    ({ field, text }) => `${schema.properties[field]?.title}: ${text}`,
  );

export function buildSuggestion(
  schema: EntitySchema,
  fact: ModelFact,
  storedValue: unknown,
): ModelSuggestion | undefined {
  const stored = removeEmptyEntries(storedValue);
  if (!isEmptyValue(stored) && !contradicts(schema, fact, stored)) return undefined;
  if (!Array.isArray(fact.value)) return { ...fact, suggestedValue: fact.value };
  const storedEntries = (stored ?? []) as unknown[];
  const isNew = (entry: unknown) =>
    !storedEntries.some((one) => JSON.stringify(one) === JSON.stringify(entry));
  const added = (fact.value as unknown[]).filter(isNew);
  return { ...fact, text: formatValue(added), suggestedValue: [...storedEntries, ...added] };
}

function contradicts(
  schema: EntitySchema,
  { field, value, otherValues = [] }: ModelFact,
  stored: unknown,
): boolean {
  const differs = getRule(schema, field)?.differs ?? isDifferent;
  return !isEmptyValue(stored) && [value, ...otherValues].every((one) => differs(stored, one));
}

/** Rows that the user has not filled in yet. */
const removeEmptyEntries = (stored: unknown): unknown =>
  Array.isArray(stored) ? stored.filter((entry) => Object.values(entry as object).some(Boolean)) : stored;

const isDifferent = (stored: unknown, found: unknown) =>
  found !== undefined && String(stored).trim().toLowerCase() !== String(found).toLowerCase();

const isWellFormed = ({ pattern }: FieldSchema, value: unknown) =>
  pattern === undefined || new RegExp(pattern).test(String(value));

function filterAllowed({ items }: FieldSchema, value: unknown): unknown {
  return Array.isArray(value) && items?.enum ? value.filter((entry) => items.enum!.includes(entry)) : value;
}

function formatValue(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value
    .map((entry: unknown) =>
      typeof entry === "object" && entry ? formatPeriod(entry as Period) : String(entry),
    )
    .join(", ");
}

const getStatedValue = <Key extends string>(
  entry: ({ path: string } & { [key in Key]?: string }) | undefined,
  key: Key,
) => (entry?.[key] ? { value: entry[key], sourceFile: entry.path } : undefined);

/** The name of another folder can start with 12 digits too, for example with a date and time. */
function findInFolderName({ folder }: DescribedModel, part: "identifier" | "title"): FoundValue | undefined {
  const sourceFile = folder?.name ?? "";
  const parsed = parseModelFolderName(sourceFile);
  return parsed?.[part] && findRegionOfIdentifier(parsed.identifier)
    ? { value: parsed[part], sourceFile }
    : undefined;
}

const findRegionOfIdentifier = (identifier: string) =>
  regions.find(({ value }) => identifier.startsWith(value));

/** The identifier starts with the region's number. Else the only region of the coverage geodatabase. */
function findRegion(model: DescribedModel): FoundValue | undefined {
  const { folder, coverageArea } = model;
  const found = findInFolderName(model, "identifier");
  const region = findRegionOfIdentifier(String(found?.value));
  if (found && region) return { ...found, value: region.value, text: region.label };
  const touched = regions.filter(({ value }) => coverageArea?.properties.regions.includes(value));
  const [only] = touched;
  if (!folder?.coveragePath || !only || touched.length > 1) return undefined;
  return { value: only.value, text: only.label, sourceFile: folder.coveragePath };
}

function findCoverage({ folder }: DescribedModel): FoundValue | undefined {
  const path = folder?.coveragePath;
  if (path === undefined) return undefined;
  const name = getFileName(path);
  const value = /\.zip$/i.test(name) ? name : `${name}.zip`;
  return { value, text: name, sourceFile: getParentPath(path) || path, uploadPath: path };
}

function findSoftware({ software: [main, ...others], files }: ModelReport) {
  const ofMain = files.filter(({ software }) => main !== undefined && software === main.name);
  const file = ofMain.find(({ kind }) => kind === "project") ?? ofMain[0];
  return (
    main && file && { value: main.name, sourceFile: file.path, otherValues: others.map(({ name }) => name) }
  );
}

const HYDROLOGIC_SOFTWARE = ["HEC-HMS", "EPA SWMM"];
const FLOW_LABELS: Record<string, string> = { steady: "Steady", unsteady: "Unsteady" };

function findModelTypes({ geometries, plans }: ModelReport) {
  const [first] = [...geometries, ...plans];
  if (!first) return undefined;
  const programs = [...geometries, ...plans].map(({ software }) =>
    HYDROLOGIC_SOFTWARE.includes(software) ? "Hydrologic" : "Hydraulic",
  );
  const dimensions = geometries.flatMap((geometry) => geometry.dimensions?.split("/") ?? []);
  const flows = plans.flatMap(({ flow }) => FLOW_LABELS[flow ?? ""] ?? []);
  return { value: [...new Set([...programs, ...dimensions, ...flows])], sourceFile: first.path };
}

/** Needs shapes: a bounding box alone is too imprecise. An empty list means outside Texas. */
function findCounties({ footprint, geometries, projects, folder, coverageArea }: DescribedModel) {
  if (folder?.coveragePath && coverageArea?.geometry)
    return { value: coverageArea.properties.counties, sourceFile: folder.coveragePath };
  const sourceFile = geometries[0]?.path ?? projects[0]?.path;
  if (!footprint || sourceFile === undefined || footprint.areas.length + footprint.lines.length === 0)
    return undefined;
  const { counties } = footprint;
  return { value: counties, sourceFile, ...(counties.length === 0 && { text: "a location outside Texas" }) };
}

interface Period {
  start?: string;
  end?: string;
}

/** Of the current or only plan. Steady plans have no dates. */
function findPeriods({ plans }: ModelReport) {
  const plan = plans.find(({ isCurrent }) => isCurrent) ?? (plans.length === 1 ? plans[0] : undefined);
  if (!plan?.start || !plan.end || [plan.start, plan.end].some(isPlaceholderDay)) return undefined;
  return { value: [{ start: plan.start.slice(0, 10), end: plan.end.slice(0, 10) }], sourceFile: plan.path };
}

/** Not in the order of its properties: the database sorts them by length. */
const formatPeriod = ({ start, end }: Period): string => [start, end].filter(Boolean).join(" to ");

const coversPeriods = (stored: Period[], found: Period[]) =>
  found.every(({ start = "", end = "" }) =>
    stored.some((one) => (one.start ?? "") <= start && (one.end ?? "") >= end),
  );
