import type { Bag, EntitySchema, FieldSchema } from "../schema/fields.ts";
import type { ModelReport } from "../generated/entities.ts";
import { isAbsent } from "../schema/isAbsent.ts";

/** What a model says of a field of its record, and which file says it. */
export interface ModelFact {
  field: string;
  value: unknown;
  /** The value in words. */
  text: string;
  from: string;
}

/** A fact that a record does not hold yet: its field is empty, or says something else. */
export interface ModelOffer extends ModelFact {
  /** What the field would hold: of a list, its own entries too. */
  proposed: unknown;
}

interface Fact {
  /** The value and the file it comes from; undefined where the model does not say. */
  of: (report: ModelReport) => { value: unknown; from: string } | undefined;
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
  software: { of: ({ software, files }) => softwareOf(software[0], files) },
  programVersion: {
    of: ({ plans, geometries, software }) =>
      stated(
        [...plans, ...geometries].find(({ version }) => version && version === software[0]?.version),
        "version",
      ),
  },
  modelTypes: { of: typesOf, differs: lacks },
  counties: {
    of: ({ footprint, geometries, projects }) => {
      const from = geometries[0]?.path ?? projects[0]?.path;
      return footprint && from !== undefined ? { value: footprint.counties, from } : undefined;
    },
    differs: lacks,
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
export function factsFor(schema: EntitySchema, report: ModelReport): ModelFact[] {
  return Object.entries(schema.properties).flatMap(([field, about]) => {
    const found = FACTS[about["x-from-model"] ?? ""]?.of(report);
    const value = found && allowed(about, found.value);
    return found && !isAbsent(value) ? [{ field, value, text: inWords(value), from: found.from }] : [];
  });
}

/** The facts that the record contradicts. A field that is empty contradicts nothing. */
export const disagreements = (schema: EntitySchema, document: Bag, report: ModelReport): ModelFact[] =>
  factsFor(schema, report).filter((fact) => contradicts(schema, fact, valueIn(document[fact.field])));

/** What the record says otherwise than its model: a line a field, which begins with the field's title. */
export const disagreementLines = (schema: EntitySchema, document: Bag, report: ModelReport): string[] =>
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

function contradicts(schema: EntitySchema, { field, value }: ModelFact, stored: unknown): boolean {
  const differs = FACTS[schema.properties[field]?.["x-from-model"] ?? ""]?.differs ?? isOther;
  return !isAbsent(stored) && differs(stored, value);
}

/** A list without its entries that were begun and left empty. */
const valueIn = (stored: unknown): unknown =>
  Array.isArray(stored) ? stored.filter((entry) => Object.values(entry as object).some(Boolean)) : stored;

const isOther = (stored: unknown, said: unknown) =>
  String(stored).trim().toLowerCase() !== String(said).toLowerCase();

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

function softwareOf(software: ModelReport["software"][number] | undefined, files: ModelReport["files"]) {
  const file = files.find((one) => one.software !== undefined && one.software === software?.name);
  return file && { value: file.software, from: file.path };
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
