import type { ModelReport } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";
import { folded } from "../model-folder/modelFolderEntry.ts";
import { findingsOf, type ReadDelivery } from "./findings.ts";
import { REPORT_VERSION, stated } from "./fileFacts.ts";
import { joinedFootprint, placedProjects } from "./placedProjects.ts";
import { folderOf, readModel, softwareOfFile, type ModelSource, type ReadFile } from "./readModel.ts";
import { namedLike, stemOf } from "./rasProject.ts";
import { DeliveredFiles, shownTarget } from "./references.ts";

type Of<Key extends keyof ModelReport> = ModelReport[Key] extends (infer Entry)[] ? Entry : never;
type ReportReference = Of<"references">;

/** What the files of a delivery say of its model, whether or not they can all be read. Rejects when the source fails. */
export async function modelReport(source: ModelSource): Promise<ModelReport> {
  const files = await readModel(source);
  const references = referencesOf(source, files);
  const plans = plansOf(files);
  const delivery: ReadDelivery = { source, files, plans, references };
  const projects = placedProjects(files, references);
  return {
    reportVersion: REPORT_VERSION,
    software: softwareOf(files, plans),
    projects: projects.map(({ project }) => project),
    plans,
    geometries: files.filter(isGeometry).map(geometryOf),
    flows: files.filter(({ type }) => /flow$/.test(type.kind)).map(flowOf),
    references,
    files: files.map(fileOf),
    findings: findingsOf(delivery),
    totals: totalsOf(delivery),
    footprint: joinedFootprint(projects.flatMap(({ footprint }) => footprint ?? [])),
    changed: changedOf(files),
  };
}

const isGeometry = ({ type, state }: ReadFile) =>
  state !== "unreadable" && (/^(geometry|basin model)$/.test(type.kind) || type.software === "EPA SWMM");

const countsOf = ({ facts }: ReadFile) =>
  Object.entries(facts.counts ?? {}).map(([what, count]) => ({ what, count }));

function referencesOf(source: ModelSource, files: ReadFile[]): ReportReference[] {
  const delivered = new DeliveredFiles(source.files.map(({ path }) => path));
  return files.flatMap(({ path, facts }) =>
    (facts.references ?? []).map((reference) => ({
      from: path,
      kind: reference.kind,
      target: shownTarget(reference.target),
      isOptional: reference.isOptional ?? false,
      ...delivered.resolve(path, reference),
    })),
  );
}

const isPlan = ({ type, state }: ReadFile) =>
  state !== "unreadable" &&
  (type.kind === "plan" || type.kind === "control specifications" || type.software === "EPA SWMM");

function plansOf(files: ReadFile[]): Of<"plans">[] {
  const byPath = new Map(files.map((file) => [folded(file.path), file]));
  const current = new Set(
    files.flatMap((file) =>
      file.facts.currentPlan ? [folded(folderOf(file) + file.facts.currentPlan)] : [],
    ),
  );
  return files.filter(isPlan).map((file) => {
    const { title, shortId, version, start, end, flow, geometry, boundary } = file.facts;
    const project = byPath.get(folded(`${folderOf(file)}${stemOf(file.name)}.prj`));
    return stated({
      path: file.path,
      project: project?.path,
      software: file.type.software ?? "",
      ...{ title, shortId, version, start, end, flow, geometry, boundary },
      ...(file.type.kind === "plan" ? resultOf(file, byPath) : {}),
      isCurrent: current.has(folded(file.path)),
    });
  });
}

/** HEC-RAS 5 and newer write X.p01.hdf, older ones and steady runs X.O01. */
function resultFileOf(plan: ReadFile, byPath: Map<string, ReadFile>): ReadFile | undefined {
  const output = namedLike(plan.name, `O${plan.name.slice(-2)}`);
  return byPath.get(folded(`${plan.path}.hdf`)) ?? byPath.get(folded(folderOf(plan) + output));
}

function resultOf(plan: ReadFile, byPath: Map<string, ReadFile>): Pick<Of<"plans">, "result" | "resultFile"> {
  const file = resultFileOf(plan, byPath);
  if (!file) return { result: "missing" };
  const { finished } = file.facts;
  const result = finished === undefined ? "delivered" : finished ? "finished" : "unfinished";
  return { result, resultFile: file.path };
}

function geometryOf(file: ReadFile): Of<"geometries"> {
  const counts = file.facts.counts ?? {};
  const has1D = Boolean(counts["cross sections"] ?? counts["1D reaches"]);
  const has2D = Boolean(counts["2D areas"]);
  const dimensions = has1D && has2D ? "1D/2D" : has2D ? "2D" : has1D ? "1D" : undefined;
  const { title, version } = file.facts;
  const software = file.type.software ?? "";
  return stated({ path: file.path, software, title, version, dimensions, counts: countsOf(file) });
}

function flowOf(file: ReadFile): Of<"flows"> {
  const { title, version } = file.facts;
  return stated({ path: file.path, kind: file.type.kind, title, version, counts: countsOf(file) });
}

function fileOf(file: ReadFile): Of<"files"> {
  const { path, size, state, reason, line, facts } = file;
  const kind = file.type.kind === "project" && facts.projection ? "projection" : file.type.kind;
  const software = softwareOfFile(file);
  return stated({ path, kind, software, version: facts.version, size, state, reason, line });
}

/** The programs, the one of the most files first. */
function softwareOf(files: ReadFile[], plans: Of<"plans">[]): Of<"software">[] {
  const known = files.filter((file) => softwareOfFile(file) !== undefined);
  const programs = [...groupBy(known, (file) => softwareOfFile(file)!)].map(([name, own]) => {
    const versions = [...new Set(own.flatMap(({ facts }) => facts.version ?? []))].sort(compareVersions);
    const current = plans.find(
      ({ software, isCurrent, version }) => software === name && isCurrent && version,
    );
    const version = current?.version ?? versions.at(-1);
    const otherVersions = versions.filter((other) => other !== version);
    const isRead = own.some(({ type }) => type.readText ?? type.isHdf);
    return stated({ name, version, otherVersions, files: own.length, isRead: Boolean(isRead) });
  });
  return programs.sort((one, other) => other.files - one.files);
}

const compareVersions = (one: string, other: string) =>
  one.localeCompare(other, "en", { numeric: true, sensitivity: "base" });

function totalsOf({ source, files, references }: ReadDelivery): ModelReport["totals"] {
  const inState = (state: string) => references.filter((reference) => reference.state === state).length;
  const isMissing = ({ state }: ReportReference) => state === "missing";
  return {
    files: source.files.length,
    bytes: source.files.reduce((sum, { size }) => sum + size, 0),
    recognised: files.length,
    read: files.filter(({ state }) => state === "read" || state === "in part").length,
    unreadable: files.filter(({ state }) => state === "unreadable").length,
    references: references.length,
    found: inState("found"),
    capitals: inState("capitals"),
    elsewhere: inState("elsewhere"),
    missing: references.filter((one) => isMissing(one) && !one.isOptional).length,
    missingOptional: references.filter((one) => isMissing(one) && one.isOptional).length,
    outside: inState("outside"),
  };
}

/** What a file says of itself counts more than when it was last copied. */
function changedOf(files: ReadFile[]): ModelReport["changed"] {
  const said = files.flatMap(({ path, facts }) => (facts.changed ? [{ path, day: facts.changed }] : []));
  const copied = files.flatMap(({ path, modified, type }) =>
    modified !== undefined && type.readText
      ? [{ path, day: new Date(modified).toISOString().slice(0, 10) }]
      : [],
  );
  const days = (said.length > 0 ? said : copied).sort((one, other) => (one.day < other.day ? -1 : 1));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return { first: first.day, firstFile: first.path, last: last.day, lastFile: last.path };
}
