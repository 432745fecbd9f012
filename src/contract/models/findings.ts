import type { ModelReport } from "../generated/entities.ts";
import { folded, isJunk } from "../model-folder/modelFolderEntry.ts";
import { PER_RULE, quoted } from "../model-folder/modelFolderFinding.ts";
import type { ListedFile } from "./fileFacts.ts";
import { stemOf } from "./rasProject.ts";
import { folderOf, softwareOfFile, type ModelSource, type ReadFile } from "./readModel.ts";
import { OPENED_BY } from "./recognise.ts";

type ModelFinding = ModelReport["findings"][number];

/** A delivery whose files were read, and how they belong together. */
export interface ReadDelivery {
  /** Every delivered file, of a model or not. */
  source: ModelSource;
  files: ReadFile[];
  plans: ModelReport["plans"];
  references: ModelReport["references"];
}

/** Two copies of a smaller file are nobody's concern. */
const LARGE = 10_000_000;
/** A result is older than its plan from this on: clocks and zips are off by seconds. */
const OLDER = 60_000;

/** What a vendor should look at, the gravest first. None of it stops an upload. */
export function findingsOf(delivery: ReadDelivery): ModelFinding[] {
  return [
    ...missingProjects(delivery),
    ...missingReferences(delivery),
    ...unreadable(delivery),
    ...wrongPaths(delivery),
    ...results(delivery),
    ...emptyFiles(delivery),
    ...duplicates(delivery),
    ...notRead(delivery),
  ];
}

const finding =
  (severity: ModelFinding["severity"]) =>
  (path: string, text: string): ModelFinding => ({ severity, text, path });

const missing = finding("missing");
const warning = finding("warning");
const note = finding("note");

/** The first findings of a rule, and how many more there are. What a file says twice is told once. */
function shortened(all: ModelFinding[]): ModelFinding[] {
  const found = [...new Map(all.map((one) => [one.text, one])).values()];
  const [first] = found;
  if (!first || found.length <= PER_RULE) return found;
  const more = found.length - PER_RULE;
  const text = `${more} more ${more === 1 ? "file has" : "files have"} the same problem as ${quoted(first.path ?? "")}.`;
  return [...found.slice(0, PER_RULE), { severity: first.severity, text }];
}

/** The file with which a program opens the model; for HEC-RAS it has the name of its plans. */
function missingProjects({ files }: ReadDelivery): ModelFinding[] {
  if (files.length === 0)
    return [
      {
        severity: "missing",
        text: "No file of a model program was recognised. Are the files of the model in the folder?",
      },
    ];
  const isProject = ({ type, state, facts }: ReadFile) =>
    type.kind === "project" && state !== "unreadable" && facts.projection === undefined;
  const projects = new Set(files.filter(isProject).map((file) => folded(folderOf(file) + stemOf(file.name))));
  const plans = files.filter(({ type }) => type.kind === "plan");
  const ras = new Map(plans.toReversed().map((plan) => [folderOf(plan) + stemOf(plan.name), plan]));
  const ownMissing = [...ras].filter(([stem]) => !projects.has(folded(stem)));
  const hasOwn = ownMissing.length > 0 ? ["HEC-RAS"] : [];
  return [
    ...ownMissing.map(([stem, plan]) =>
      missing(plan.path, `${lackOf(`${stem}.prj`, files)} HEC-RAS cannot open ${quoted(plan.path)}.`),
    ),
    ...Object.entries(OPENED_BY)
      .filter(([software]) => !hasOwn.includes(software))
      .flatMap(([software, ending]) => withoutProject(software, ending, files.filter(isProject), files)),
  ];
}

/** A file of the project's name may be there and be damaged, or a coordinate system, which ends alike. */
const lackOf = (project: string, files: ReadFile[]): string =>
  files.some(({ path }) => folded(path) === folded(project))
    ? `The file ${quoted(project)} is no project of HEC-RAS: without one`
    : `The project file ${quoted(project)} is missing: without it`;

function withoutProject(
  software: string,
  ending: string,
  projects: ReadFile[],
  files: ReadFile[],
): ModelFinding[] {
  const first = files.find((one) => softwareOfFile(one) === software);
  if (!first || projects.some((project) => softwareOfFile(project) === software)) return [];
  const broken = files.find(
    (file) =>
      file.state === "unreadable" && folded(file.name).endsWith(ending) && folderOf(file) === folderOf(first),
  );
  const text = broken
    ? `The file ${quoted(broken.path)} is no project of ${software}: without one ${software} cannot open ${quoted(first.path)}.`
    : `${quoted(first.path)} is a file of ${software}, but no project file (${ending}) was delivered with it.`;
  return [missing(first.path, text)];
}

function missingReferences({ references }: ReadDelivery): ModelFinding[] {
  const needed = references.filter(({ state, isOptional }) => state === "missing" && !isOptional);
  return shortened(
    needed.map(({ from, kind, target }) =>
      missing(from, `${quoted(from)} refers to ${quoted(target)} (${kind}), which is not in the delivery.`),
    ),
  );
}

function unreadable({ files }: ReadDelivery): ModelFinding[] {
  const broken = files.filter(({ state, size }) => state === "unreadable" && size > 0);
  return shortened(
    broken.map(({ path, reason, line }) => {
      const where = line === undefined ? "" : `line ${line}: `;
      return warning(path, `${quoted(path)} could not be read: ${where}${reason}.`);
    }),
  );
}

function wrongPaths({ references }: ReadDelivery): ModelFinding[] {
  const elsewhere = references.filter(({ state }) => state === "elsewhere");
  const capitals = references.filter(({ state }) => state === "capitals");
  const told = ({ from, target }: ModelReport["references"][number]) =>
    `${quoted(from)} refers to ${quoted(target)}`;
  return [
    ...shortened(
      elsewhere.map((one) =>
        (one.isOptional ? note : warning)(
          one.from,
          `${told(one)}. The file is delivered as ${quoted(one.found!)}: mend the path.`,
        ),
      ),
    ),
    ...shortened(
      capitals.map((one) =>
        note(one.from, `${told(one)}. The file's name has other capitals: ${quoted(one.found!)}.`),
      ),
    ),
  ];
}

function results({ source, plans }: ReadDelivery): ModelFinding[] {
  const times = new Map(source.files.map(({ path, modified }) => [path, modified]));
  const isOlder = ({ path, resultFile }: ModelReport["plans"][number]) =>
    (times.get(resultFile ?? "") ?? Infinity) + OLDER < (times.get(path) ?? 0);
  return shortened(
    plans.flatMap((plan) => {
      const { path, result, resultFile = "" } = plan;
      if (result === "missing")
        return [note(path, `The plan ${quoted(path)} has no result in the delivery.`)];
      if (result === "unfinished")
        return [warning(resultFile, `${quoted(resultFile)} says that its run did not finish.`)];
      if (isOlder(plan))
        return [
          warning(resultFile, `The result ${quoted(resultFile)} is older than its plan ${quoted(path)}.`),
        ];
      return [];
    }),
  );
}

/** Files that keep a folder from being empty are empty themselves. */
const isKeeper = (path: string) => /(^|\/)\.?(gitkeep|keep|placeholder|empty)(\.txt)?$/i.test(path);

function emptyFiles({ source }: ReadDelivery): ModelFinding[] {
  const empty = source.files.filter(({ path, size }) => size === 0 && !isKeeper(path) && !isJunk(path));
  return shortened(empty.map(({ path }) => warning(path, `${quoted(path)} is an empty file.`)));
}

/** Large files that are the same: by their hashes, or by name and size where those are not known. */
function duplicates({ source }: ReadDelivery): ModelFinding[] {
  const groups = new Map<string, ListedFile[]>();
  for (const file of source.files) {
    if (file.size < LARGE) continue;
    const key = `${file.size} ${file.contentKey ?? file.path.slice(file.path.lastIndexOf("/") + 1)}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  const doubled = [...groups.values()].filter(({ length }) => length > 1);
  return shortened(
    doubled.map(([first, ...others]) =>
      note(
        first!.path,
        `${quoted(first!.path)} is delivered ${others.length + 1} times, also as ${quoted(others[0]!.path)}.`,
      ),
    ),
  );
}

function notRead({ files }: ReadDelivery): ModelFinding[] {
  const large = files.filter(
    ({ state, reason }) => reason !== undefined && /^(not read|in part)$/.test(state),
  );
  return shortened(large.map(({ path, reason }) => note(path, `${quoted(path)}: ${reason}.`)));
}
