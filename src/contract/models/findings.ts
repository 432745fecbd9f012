import type { ModelReport } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";
import { caseFold, isSystemFile } from "../model-folder/folderEntries.ts";
import { MAX_MESSAGES_PER_RULE, quoteName } from "../model-folder/diagnostic.ts";
import type { LocationProblem } from "./locateProjects.ts";
import { removeExtension } from "./rasProject.ts";
import { resolveTarget } from "./references.ts";
import { getFolder, detectSoftware, type ModelSource, type ParsedFile } from "./readModelFiles.ts";
import { PROJECT_FILE_EXTENSIONS } from "./recognizeFile.ts";

type ModelFinding = ModelReport["findings"][number];

export interface ModelAnalysis {
  source: ModelSource;
  files: ParsedFile[];
  plans: ModelReport["plans"];
  references: ModelReport["references"];
  locationProblems: LocationProblem[];
}

const MIN_DUPLICATE_BYTES = 10_000_000;
const MAX_LISTED_COPIES = 5;
/** Clocks and zip times can differ by seconds. */
const RESULT_AGE_TOLERANCE_MS = 60_000;

/** Most severe first. Findings do not block an upload. */
export function listFindings(analysis: ModelAnalysis): ModelFinding[] {
  return [
    ...checkProjectFiles(analysis),
    ...checkMissingReferences(analysis),
    ...checkUnreadableFiles(analysis),
    ...checkWrongPaths(analysis),
    ...checkResults(analysis),
    ...limitPerRule(analysis.locationProblems.map(({ path, text }) => createWarning(path, text))),
    ...checkEmptyFiles(analysis),
    ...checkDuplicates(analysis),
    ...checkLeftovers(analysis),
    ...checkUnreadContent(analysis),
  ];
}

const createFinding =
  (severity: ModelFinding["severity"]) =>
  (path: string, text: string): ModelFinding => ({ severity, text, path });

const createMissing = createFinding("missing");
const createWarning = createFinding("warning");
const createNote = createFinding("note");

function limitPerRule(allFindings: ModelFinding[]): ModelFinding[] {
  const findings = [...new Map(allFindings.map((finding) => [finding.text, finding])).values()];
  const [first] = findings;
  if (!first || findings.length <= MAX_MESSAGES_PER_RULE) return findings;
  const more = findings.length - MAX_MESSAGES_PER_RULE;
  const text = `Check ${more} more ${more === 1 ? "file" : "files"} for the same problem as in ${quoteName(first.path ?? "")}.`;
  return [...findings.slice(0, MAX_MESSAGES_PER_RULE), { severity: first.severity, text }];
}

/** A model needs a project file to open. In HEC-RAS it has the name of its plans. */
function checkProjectFiles({ files }: ModelAnalysis): ModelFinding[] {
  if (files.length === 0)
    return [
      {
        severity: "missing",
        text: "No model files recognized. Check that the model files are in the folder.",
      },
    ];
  const isProject = ({ type, state, facts }: ParsedFile) =>
    type.kind === "project" && state !== "unreadable" && facts.projection === undefined;
  const projects = new Set(
    files.filter(isProject).map((file) => caseFold(getFolder(file) + removeExtension(file.name))),
  );
  const plans = files.filter(({ type }) => type.kind === "plan");
  const planByStem = new Map(
    plans.toReversed().map((plan) => [getFolder(plan) + removeExtension(plan.name), plan]),
  );
  const plansWithoutProject = [...planByStem].filter(([stem]) => !projects.has(caseFold(stem)));
  const checkedSoftware = plansWithoutProject.length > 0 ? ["HEC-RAS"] : [];
  const foldedPaths = new Set(files.map(({ path }) => caseFold(path)));
  return [
    ...limitPerRule(
      plansWithoutProject.map(([stem, plan]) =>
        createMissing(
          plan.path,
          `${formatProjectProblem(`${stem}.prj`, foldedPaths)} HEC-RAS cannot open ${quoteName(plan.path)}.`,
        ),
      ),
    ),
    ...Object.entries(PROJECT_FILE_EXTENSIONS)
      .filter(([software]) => !checkedSoftware.includes(software))
      .flatMap(([software, ending]) =>
        checkProjectOfSoftware(software, ending, files.filter(isProject), files),
      ),
  ];
}

/** The file can be damaged, or a coordinate system, which also ends in .prj. */
const formatProjectProblem = (project: string, foldedPaths: Set<string>): string =>
  foldedPaths.has(caseFold(project))
    ? `Replace the file ${quoteName(project)}, which is not a HEC-RAS project file. Without one,`
    : `Send the missing project file ${quoteName(project)}. Without it,`;

function checkProjectOfSoftware(
  software: string,
  ending: string,
  projects: ParsedFile[],
  files: ParsedFile[],
): ModelFinding[] {
  const first = files.find((one) => detectSoftware(one) === software);
  const isOfSoftware = (project: ParsedFile) =>
    project.isKept ? caseFold(project.name).endsWith(ending) : detectSoftware(project) === software;
  if (!first || projects.some(isOfSoftware)) return [];
  const broken = files.find(
    (file) =>
      file.state === "unreadable" &&
      caseFold(file.name).endsWith(ending) &&
      getFolder(file) === getFolder(first),
  );
  const text = broken
    ? `Replace the file ${quoteName(broken.path)}, which is not a ${software} project file. Without one, ${software} cannot open ${quoteName(first.path)}.`
    : `Send the missing project file (${ending}) of the ${software} file ${quoteName(first.path)}.`;
  return [createMissing(first.path, text)];
}

/** One finding for each missing file, however many files refer to it. */
function checkMissingReferences({ references }: ModelAnalysis): ModelFinding[] {
  const needed = references.filter(({ state, isOptional }) => state === "missing" && !isOptional);
  const byFile = groupBy(needed, ({ from, target }) => caseFold(resolveTarget(from, target)));
  return limitPerRule(
    [...byFile.values()].map((same) => {
      const [{ from, kind, target }] = same as [ModelReport["references"][number]];
      const referrers = [...new Set(same.map((one) => quoteName(one.from)))];
      const more = referrers.length > 1 ? ` and ${referrers.length - 1} more` : "";
      return createMissing(
        from,
        `Send the missing file ${quoteName(resolveTarget(from, target))} (${kind}): ${referrers[0]}${more} ` +
          `${referrers.length > 1 ? "refer" : "refers"} to it.`,
      );
    }),
  );
}

function checkUnreadableFiles({ source, files }: ModelAnalysis): ModelFinding[] {
  const broken = files.filter(({ state, size, unreadableReason }) => {
    return state === "unreadable" && (size > 0 || unreadableReason !== undefined);
  });
  const recognized = new Set(files.map(({ path }) => path));
  const denied = source.files.filter(
    ({ path, unreadableReason }) => unreadableReason !== undefined && !recognized.has(path),
  );
  return limitPerRule([
    ...broken.map(({ path, reason, line }) => {
      const where = line === undefined ? "" : `line ${line}: `;
      return createWarning(path, `Replace ${quoteName(path)}. It could not be read: ${where}${reason}.`);
    }),
    ...denied.map(({ path, unreadableReason }) =>
      createWarning(path, `Replace ${quoteName(path)}. It could not be read: ${unreadableReason}.`),
    ),
  ]);
}

function checkWrongPaths({ references }: ModelAnalysis): ModelFinding[] {
  const movedReferences = references.filter(({ state }) => state === "elsewhere");
  const caseDifferences = references.filter(({ state }) => state === "capitals");
  const formatReference = ({ from, target }: ModelReport["references"][number]) =>
    `${quoteName(from)} refers to ${quoteName(target)}`;
  return [
    ...limitPerRule(
      movedReferences.map((one) =>
        (one.isOptional ? createNote : createWarning)(
          one.from,
          `Correct a path: ${formatReference(one)}, but the file is at ${quoteName(one.found!)}.`,
        ),
      ),
    ),
    ...limitPerRule(
      caseDifferences.map((one) =>
        createNote(
          one.from,
          `${formatReference(one)}. The file name differs in upper/lower case: ${quoteName(one.found!)}.`,
        ),
      ),
    ),
  ];
}

function checkResults({ source, plans }: ModelAnalysis): ModelFinding[] {
  const times = new Map(source.files.map(({ path, modified }) => [path, modified]));
  const isOlder = ({ path, resultFile }: ModelReport["plans"][number]) =>
    (times.get(resultFile ?? "") ?? Infinity) + RESULT_AGE_TOLERANCE_MS < (times.get(path) ?? 0);
  return limitPerRule(
    plans.flatMap((plan) => {
      const { path, result, resultFile = "" } = plan;
      if (result === "missing")
        return [createNote(path, `The plan ${quoteName(path)} has no result file. Results are optional.`)];
      if (result === "unfinished")
        return [
          createWarning(
            resultFile,
            `Run the plan of ${quoteName(resultFile)} again: the run did not finish.`,
          ),
        ];
      if (isOlder(plan))
        return [
          createWarning(
            resultFile,
            `Run ${quoteName(path)} again: its result ${quoteName(resultFile)} is older.`,
          ),
        ];
      return [];
    }),
  );
}

/** Empty files that keep a folder in a zip or repository. */
const isPlaceholderFile = (path: string) => /(^|\/)\.?(gitkeep|keep|placeholder|empty)(\.txt)?$/i.test(path);

function checkEmptyFiles({ source }: ModelAnalysis): ModelFinding[] {
  const empty = source.files.filter(
    ({ path, size, unreadableReason }) =>
      size === 0 && unreadableReason === undefined && !isPlaceholderFile(path) && !isSystemFile(path),
  );
  return limitPerRule(
    empty.map(({ path }) =>
      createWarning(path, `Replace or delete ${quoteName(path)}: it is an empty file.`),
    ),
  );
}

function checkDuplicates({ source }: ModelAnalysis): ModelFinding[] {
  const large = source.files.filter(({ size }) => size >= MIN_DUPLICATE_BYTES);
  const groups = groupBy(
    large,
    ({ path, size, contentKey }) => `${size} ${contentKey ?? path.slice(path.lastIndexOf("/") + 1)}`,
  );
  const duplicateGroups = [...groups.values()].filter(({ length }) => length > 1);
  return limitPerRule(
    duplicateGroups.map((group) => {
      const [first] = group;
      const same = first!.contentKey === undefined ? "the same name and size" : "the same content";
      const names = group.slice(0, MAX_LISTED_COPIES).map(({ path }) => quoteName(path));
      const more = group.length > names.length ? ` and ${group.length - names.length} more` : "";
      return createNote(
        first!.path,
        `${group.length} files have ${same}: ${names.join(", ")}${more}. Keep only the copy that the model uses.`,
      );
    }),
  );
}

function checkLeftovers({ files }: ModelAnalysis): ModelFinding[] {
  const leftovers = files.filter(({ type }) => type.kind === "leftover");
  return limitPerRule(
    leftovers.map(({ path }) =>
      createNote(
        path,
        `${quoteName(path)} is left over from a run or from editing. The model does not need it.`,
      ),
    ),
  );
}

function checkUnreadContent({ files }: ModelAnalysis): ModelFinding[] {
  const large = files.filter(
    ({ state, reason }) => reason !== undefined && /^(not read|in part)$/.test(state),
  );
  return limitPerRule(large.map(({ path, reason }) => createNote(path, `${quoteName(path)}: ${reason}.`)));
}
