import type { JsonObject, EntitySchema, FieldSchema } from "../schema/fields.ts";
import type { ModelReport } from "../generated/entities.ts";
import { isAbsent } from "../schema/isSame.ts";

/** What a model says of a field of its record, and which file says it. */
export interface ModelFact {
  field: string;
  value: unknown;
  /** The value in words. */
  text: string;
  from: string;
  /** What is as true, of a model of several programs; anything is where one of them does not say. */
  others?: unknown[];
}

/** A fact that a record does not hold yet: its field is empty, or says something else. */
export interface ModelOffer extends ModelFact {
  /** What the field would hold: of a list, its own entries too. */
  proposed: unknown;
}

type Found = Omit<ModelFact, "field" | "text"> & {
  /** In words of its own, where it is empty. */
  text?: string;
};

interface Fact {
  /** Undefined where the model does not say. */
  of: (report: ModelReport) => Found | undefined;
  /** Whether a stored value contradicts it; without it, the stored one has to be the same. */
  differs?: (stored: unknown, said: unknown) => boolean;
}

const lacks = (stored: unknown, said: unknown) =>
  !(said as unknown[]).every((entry) => (stored as unknown[]).includes(entry));

const never = () => false;

/** The facts that a schema may ask for by `x-from-model`. */
const FACTS: Record<string, Fact> = {
  title: {
    of: ({ projects }) =>
      stated(
        projects.find(({ title }) => title),
        "title",
      ),
    // A record's name is for people to search by; it need not be the project's.
    differs: never,
  },
  software: { of: softwareOf },
  programVersion: {
    of: ({ plans, geometries, software: [main, ...others] }) => {
      const ofMain = ({ version }: { version?: string }) => version && version === main?.version;
      const found = stated([...plans, ...geometries].find(ofMain), "version");
      return found && { ...found, others: others.map(({ version }) => version) };
    },
  },
  modelTypes: { of: typesOf, differs: lacks },
  counties: {
    of: countiesOf,
    differs: (stored, said) => (said as unknown[]).length === 0 || lacks(stored, said),
  },
  periods: { of: periodsOf, differs: (stored, said) => !covers(stored as Period[], said as Period[]) },
  created: {
    of: ({ changed }) => (changed ? { value: changed.first, from: changed.firstFile } : undefined),
    differs: (stored, said) => String(stored) > String(said),
  },
  lastChanged: {
    of: ({ changed }) => (changed ? { value: changed.last, from: changed.lastFile } : undefined),
    differs: (stored, said) => String(stored) < String(said),
  },
};

export const MODEL_FACTS = Object.keys(FACTS);

/** What the model says of the record's fields: values that the record could take over, each for itself. */
export const factsFor = (schema: EntitySchema, report: ModelReport): ModelFact[] =>
  sayings(schema, report).filter(({ value }) => !isAbsent(value));

/** The facts that the record contradicts. A field that is empty contradicts nothing. */
export const disagreements = (schema: EntitySchema, document: JsonObject, report: ModelReport): ModelFact[] =>
  sayings(schema, report).filter((fact) => contradicts(schema, fact, valueIn(document[fact.field])));

/** All that the model says, also of what there is none. */
function sayings(schema: EntitySchema, report: ModelReport): ModelFact[] {
  return Object.entries(schema.properties).flatMap(([field, about]) => {
    const found = FACTS[about["x-from-model"] ?? ""]?.of(report);
    if (!found) return [];
    const value = allowed(about, found.value);
    return [{ text: inWords(value), ...found, field, value }];
  });
}

/** What the record says otherwise than its model: a line a field, which begins with the field's title. */
export const disagreementLines = (
  schema: EntitySchema,
  document: JsonObject,
  report: ModelReport,
): string[] =>
  disagreements(schema, document, report).map(
    ({ field, text, from }) =>
      `${schema.properties[field]?.title}: ${from} says ${text}, the record ${inWords(valueIn(document[field]))}.`,
  );

/** A fact as it is offered to a record whose field holds this; undefined where nothing of it is new. */
export function offerOf(schema: EntitySchema, fact: ModelFact, held: unknown): ModelOffer | undefined {
  const stored = valueIn(held);
  if (!isAbsent(stored) && !contradicts(schema, fact, stored)) return undefined;
  if (!Array.isArray(fact.value)) return { ...fact, proposed: fact.value };
  const own = (stored ?? []) as unknown[];
  const isNew = (entry: unknown) => !own.some((one) => JSON.stringify(one) === JSON.stringify(entry));
  const added = (fact.value as unknown[]).filter(isNew);
  return { ...fact, text: inWords(added), proposed: [...own, ...added] };
}

function contradicts(
  schema: EntitySchema,
  { field, value, others = [] }: ModelFact,
  stored: unknown,
): boolean {
  const differs = FACTS[schema.properties[field]?.["x-from-model"] ?? ""]?.differs ?? isOther;
  return !isAbsent(stored) && [value, ...others].every((one) => differs(stored, one));
}

/** A list without its entries that were begun and left empty. */
const valueIn = (stored: unknown): unknown =>
  Array.isArray(stored) ? stored.filter((entry) => Object.values(entry as object).some(Boolean)) : stored;

const isOther = (stored: unknown, said: unknown) =>
  said !== undefined && String(stored).trim().toLowerCase() !== String(said).toLowerCase();

/** Of a list, only the entries that the field offers. */
function allowed({ items }: FieldSchema, value: unknown): unknown {
  return Array.isArray(value) && items?.enum ? value.filter((entry) => items.enum!.includes(entry)) : value;
}

function inWords(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value
    .map((entry: unknown) =>
      typeof entry === "object" && entry ? Object.values(entry).join(" to ") : String(entry),
    )
    .join(", ");
}

const stated = <Key extends string>(
  entry: ({ path: string } & { [key in Key]?: string }) | undefined,
  key: Key,
) => (entry?.[key] ? { value: entry[key], from: entry.path } : undefined);

function softwareOf({ software: [main, ...others], files }: ModelReport) {
  const file = main && files.find(({ software }) => software === main.name);
  return file && { value: main.name, from: file.path, others: others.map(({ name }) => name) };
}

const HYDROLOGIC = ["HEC-HMS", "EPA SWMM"];
const FLOWS: Record<string, string> = { steady: "Steady", unsteady: "Unsteady" };

/** What is modelled, in how many dimensions, and how it flows; a record takes over what its field offers. */
function typesOf({ geometries, plans }: ModelReport) {
  const [first] = [...geometries, ...plans];
  if (!first) return undefined;
  const programs = [...geometries, ...plans].map(({ software }) =>
    HYDROLOGIC.includes(software) ? "Hydrologic" : "Hydraulic",
  );
  const dimensions = geometries.flatMap((geometry) => geometry.dimensions?.split("/") ?? []);
  const flows = plans.flatMap(({ flow }) => FLOWS[flow ?? ""] ?? []);
  return { value: [...new Set([...programs, ...dimensions, ...flows])], from: first.path };
}

/** A model that is drawn lies somewhere, if not in Texas; one of which only a box is known may lie anywhere in it. */
function countiesOf({ footprint, geometries, projects }: ModelReport) {
  const from = geometries[0]?.path ?? projects[0]?.path;
  if (!footprint || from === undefined || footprint.areas.length + footprint.lines.length === 0)
    return undefined;
  const { counties } = footprint;
  return { value: counties, from, ...(counties.length === 0 && { text: "a place outside Texas" }) };
}

interface Period {
  start?: string;
  end?: string;
}

/** What the current plan simulates, or the only one. Steady plans have no dates. */
function periodsOf({ plans }: ModelReport) {
  const plan = plans.find(({ isCurrent }) => isCurrent) ?? (plans.length === 1 ? plans[0] : undefined);
  if (!plan?.start || !plan.end) return undefined;
  return { value: [{ start: plan.start.slice(0, 10), end: plan.end.slice(0, 10) }], from: plan.path };
}

const covers = (stored: Period[], said: Period[]) =>
  said.every(({ start = "", end = "" }) =>
    stored.some((one) => (one.start ?? "") <= start && (one.end ?? "") >= end),
  );
