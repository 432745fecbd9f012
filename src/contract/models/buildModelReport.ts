import type { ModelReport } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";
import { caseFold } from "../model-folder/folderEntries.ts";
import { listFindings, type ModelAnalysis } from "./findings.ts";
import { isPlaceholderDay, REPORT_VERSION, omitUndefined } from "./fileFacts.ts";
import { mergeFootprints, locateProjects } from "./locateProjects.ts";
import {
  getFolder,
  readModelFiles,
  detectSoftware,
  type ModelSource,
  type ParsedFile,
} from "./readModelFiles.ts";
import { findMainVersion, listVersions } from "./projectFiles.ts";
import { resolveProjectFileName, removeExtension } from "./rasProject.ts";
import { ModelFileIndex, redactTarget } from "./references.ts";

type ReportEntry<Key extends keyof ModelReport> = ModelReport[Key] extends (infer Entry)[] ? Entry : never;
type ReportReference = ReportEntry<"references">;

/** Unreadable files are reported, not thrown. Rejects only when the source fails. */
export async function buildModelReport(source: ModelSource): Promise<ModelReport> {
  const files = await readModelFiles(source);
  const references = resolveReferences(source, files);
  const plans = listPlans(files);
  const projects = locateProjects(files, references);
  const locationProblems = projects.flatMap(({ problems }) => problems);
  const analysis: ModelAnalysis = { source, files, plans, references, locationProblems };
  return limitLists({
    reportVersion: REPORT_VERSION,
    software: listSoftware(files, plans),
    projects: projects.map(({ project }) => project),
    plans,
    geometries: files.filter(isGeometry).map(buildGeometry),
    flows: files.filter(({ type }) => /flow$/.test(type.kind)).map(buildFlow),
    references,
    files: files.map(buildFile),
    findings: listFindings(analysis),
    totals: countTotals(analysis),
    footprint: mergeFootprints(projects.flatMap(({ footprint }) => footprint ?? [])),
    changed: findChangeDates(files),
  });
}

const isGeometry = ({ type, state }: ParsedFile) =>
  state !== "unreadable" && (/^(geometry|basin model)$/.test(type.kind) || type.software === "EPA SWMM");

const listCounts = ({ facts }: ParsedFile) =>
  Object.entries(facts.counts ?? {}).map(([what, count]) => ({ what, count }));

/** Longer paths occur in no file system. */
const MAX_TARGET_CHARACTERS = 4000;

function resolveReferences(source: ModelSource, files: ParsedFile[]): ReportReference[] {
  const delivered = new ModelFileIndex(source.files.map(({ path }) => path));
  const resolved: ReportReference[] = [];
  for (const { path, facts } of files)
    for (const reference of (facts.references ?? []).slice(0, MAX_REFERENCES_PER_FILE)) {
      if (resolved.length === MAX_LIST_ENTRIES) return resolved;
      const target = reference.target.slice(0, MAX_TARGET_CHARACTERS);
      resolved.push({
        from: path,
        kind: reference.kind,
        target: redactTarget(target),
        isOptional: reference.isOptional ?? false,
        ...delivered.resolve(path, { ...reference, target }),
      });
    }
  return resolved;
}

const MAX_REFERENCES_PER_FILE = 5000;
const MAX_LIST_ENTRIES = 20_000;
const MAX_LIST_CHARACTERS = 2_000_000;

/** A small zip can name hundreds of thousands of files. A note says how many entries of a list are left out. */
function limitLists(report: ModelReport): ModelReport {
  const limited: ModelReport & Record<string, unknown> = { ...report };
  const notes: ModelReport["findings"] = [];
  const counts: Partial<Record<string, number>> = { ...report.totals, files: report.totals.recognised };
  for (const [name, list] of Object.entries(report)) {
    if (!Array.isArray(list)) continue;
    const listed = takeEntries(list);
    const total = counts[name] ?? list.length;
    if (listed.length < total)
      notes.push({
        severity: "note",
        text: `The report lists ${formatCount(listed.length)} of ${formatCount(total)} ${name}; ${formatCount(total - listed.length)} more are left out.`,
      });
    limited[name] = listed;
  }
  return { ...limited, findings: [...limited.findings, ...notes] };
}

function takeEntries(list: unknown[]): unknown[] {
  let left = MAX_LIST_CHARACTERS;
  const firstTooLong = list.slice(0, MAX_LIST_ENTRIES).findIndex((entry) => {
    left -= JSON.stringify(entry).length;
    return left < 0;
  });
  return list.slice(0, firstTooLong < 0 ? MAX_LIST_ENTRIES : firstTooLong);
}

const formatCount = (count: number) => count.toLocaleString("en-US");

const isPlan = ({ type, state }: ParsedFile) =>
  state !== "unreadable" &&
  (type.kind === "plan" || type.kind === "control specifications" || type.software === "EPA SWMM");

function listPlans(files: ParsedFile[]): ReportEntry<"plans">[] {
  const byPath = new Map(files.map((file) => [caseFold(file.path), file]));
  const current = new Set(
    files.flatMap((file) =>
      file.facts.currentPlan ? [caseFold(getFolder(file) + file.facts.currentPlan)] : [],
    ),
  );
  const isLonePlan = (file: ParsedFile) =>
    isResultData(file) && !byPath.has(caseFold(file.path.slice(0, -".hdf".length)));
  return files
    .filter((file) => isPlan(file) || isLonePlan(file))
    .map((file) => {
      const { title, shortId, version, start, end, flow, geometry, boundary } = file.facts;
      const project = byPath.get(caseFold(`${getFolder(file)}${removeExtension(file.name)}.prj`));
      return omitUndefined({
        path: file.path,
        project: project?.path,
        software: file.type.software ?? "",
        ...{ title, shortId, version, start, end, flow, geometry, boundary },
        ...(file.type.kind === "plan" ? getResult(file, byPath) : {}),
        ...(isResultData(file) && describeResult(file)),
        isCurrent: current.has(caseFold(file.path)),
      });
    });
}

/** HEC-RAS 5 and newer write X.p01.hdf; older versions and steady runs write X.O01. */
function findResultFile(plan: ParsedFile, byPath: Map<string, ParsedFile>): ParsedFile | undefined {
  const output = resolveProjectFileName(plan.name, `O${plan.name.slice(-2)}`);
  return byPath.get(caseFold(`${plan.path}.hdf`)) ?? byPath.get(caseFold(getFolder(plan) + output));
}

function getResult(
  plan: ParsedFile,
  byPath: Map<string, ParsedFile>,
): Pick<ReportEntry<"plans">, "result" | "resultFile"> {
  const file = findResultFile(plan, byPath);
  return file ? describeResult(file) : { result: "missing" };
}

function describeResult({ path, facts }: ParsedFile): Pick<ReportEntry<"plans">, "result" | "resultFile"> {
  const { finished } = facts;
  const result = finished === undefined ? "delivered" : finished ? "finished" : "unfinished";
  return { result, resultFile: path };
}

/** Plan data and results: a folder can hold them without the plan's text file. */
const isResultData = ({ type, state }: ParsedFile) =>
  type.kind === "result" && /^(read|in part)$/.test(state);

function buildGeometry(file: ParsedFile): ReportEntry<"geometries"> {
  const counts = file.facts.counts ?? {};
  const has1D = Boolean(counts["cross sections"] ?? counts["1D reaches"]);
  const has2D = Boolean(counts["2D areas"]);
  const dimensions = has1D && has2D ? "1D/2D" : has2D ? "2D" : has1D ? "1D" : undefined;
  const { title, version } = file.facts;
  const software = file.type.software ?? "";
  return omitUndefined({ path: file.path, software, title, version, dimensions, counts: listCounts(file) });
}

function buildFlow(file: ParsedFile): ReportEntry<"flows"> {
  const { title, version } = file.facts;
  return omitUndefined({ path: file.path, kind: file.type.kind, title, version, counts: listCounts(file) });
}

function buildFile(file: ParsedFile): ReportEntry<"files"> {
  const { path, size, state, reason, line, facts } = file;
  const kind = file.type.kind === "project" && facts.projection ? "projection" : file.type.kind;
  const software = detectSoftware(file);
  return omitUndefined({ path, kind, software, version: facts.version, size, state, reason, line });
}

function listSoftware(files: ParsedFile[], plans: ReportEntry<"plans">[]): ReportEntry<"software">[] {
  const known = files.filter((file) => detectSoftware(file) !== undefined);
  const programs = [...groupBy(known, (file) => detectSoftware(file)!)].map(([name, own]) => {
    const versions = own.map(({ path, facts }) => ({ path, version: facts.version }));
    const version = findMainVersion(name, versions, plans);
    const otherVersions = listVersions(versions)
      .filter((other) => other !== version)
      .slice(-MAX_OTHER_VERSIONS);
    const isRead = own.some(({ type }) => type.readText ?? type.isHdf);
    return omitUndefined({ name, version, otherVersions, files: own.length, isRead: Boolean(isRead) });
  });
  return programs.sort((one, other) => other.files - one.files);
}

const MAX_OTHER_VERSIONS = 100;

const countReferences = (files: ParsedFile[]) =>
  files.reduce((sum, { facts }) => sum + (facts.references?.length ?? 0), 0);

function countTotals({ source, files, references }: ModelAnalysis): ModelReport["totals"] {
  const countInState = (state: string) => references.filter((reference) => reference.state === state).length;
  const isMissing = ({ state }: ReportReference) => state === "missing";
  return {
    files: source.files.length,
    bytes: source.files.reduce((sum, { size }) => sum + size, 0),
    recognised: files.length,
    read: files.filter(({ state }) => state === "read" || state === "in part").length,
    unread: files.filter(isLeftUnread).length,
    unreadable: countUnreadable(source, files),
    references: countReferences(files),
    found: countInState("found"),
    capitals: countInState("capitals"),
    elsewhere: countInState("elsewhere"),
    missing: references.filter((one) => isMissing(one) && !one.isOptional).length,
    missingOptional: references.filter((one) => isMissing(one) && one.isOptional).length,
    outside: countInState("outside"),
  };
}

/** Read in part, or not at all although the portal reads such files. */
const isLeftUnread = ({ state, type, isKept }: ParsedFile) =>
  state === "in part" ||
  (state === "not read" && !isKept && (type.readText !== undefined || type.isHdf === true));

/** Files of other kinds count too if the computer denies reading them. */
function countUnreadable(source: ModelSource, files: ParsedFile[]): number {
  const paths = [
    ...files.filter(({ state }) => state === "unreadable"),
    ...source.files.filter(({ unreadableReason }) => unreadableReason !== undefined),
  ].map(({ path }) => path);
  return new Set(paths).size;
}

/** Only dates stated in files: a file's own time is the time it was copied. */
function findChangeDates(files: ParsedFile[]): ModelReport["changed"] {
  const days = files
    .flatMap(({ path, facts }) => (facts.changed ? [{ path, day: facts.changed }] : []))
    .filter(({ day }) => !isPlaceholderDay(day))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return { first: first.day, firstFile: first.path, last: last.day, lastFile: last.path };
}
