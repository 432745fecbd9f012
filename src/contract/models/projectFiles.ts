import type { ModelReport } from "../generated/entities.ts";
import { caseFold } from "../model-folder/folderEntries.ts";
import { omitUndefined } from "./fileFacts.ts";

type Project = ModelReport["projects"][number];

/** With folder, without the endings: "RAS/pecan" for "RAS/Pecan.prj" and "RAS/Pecan.p01.hdf". */
export function getProjectName(path: string): string {
  const folder = getFolderOf(path);
  return folder + caseFold(path.slice(folder.length)).replace(/(\.[a-z]\d\d)?\.[^.]*$/, "");
}

const getFolderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** HEC-HMS projects own their folder; files of other programs share the project's name. */
export const ownsFolder = (software: string | undefined): boolean => software === "HEC-HMS";

function belongsToProject(path: string, project: Project): boolean {
  const folder = getFolderOf(path);
  if (folder !== getFolderOf(project.path)) return false;
  if (ownsFolder(project.software)) return true;
  return `${folder}${caseFold(path.slice(folder.length))}`.startsWith(`${getProjectName(project.path)}.`);
}

interface VersionedFile {
  path: string;
  version?: string | undefined;
}

/** The version of the current plan's results, else of the current plan, else the highest one. */
export function findMainVersion(
  software: string,
  files: VersionedFile[],
  plans: ModelReport["plans"],
): string | undefined {
  const current = plans.find((plan) => plan.software === software && plan.isCurrent && plan.version);
  const result = files.find(({ path }) => path === current?.resultFile);
  return result?.version ?? current?.version ?? listVersions(files).at(-1);
}

/** Each once, lowest first. */
export const listVersions = (files: VersionedFile[]): string[] =>
  [...new Set(files.flatMap(({ version }) => version ?? []))].sort(compareVersions);

const { compare: compareVersions } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The report as if the model had only this project. Dates and counties that may be of another project are left out. */
export function selectProject(report: ModelReport, project: Project): ModelReport {
  const isOwn = ({ path }: { path: string }) => belongsToProject(path, project);
  const [plans, files] = [report.plans.filter(isOwn), report.files.filter(isOwn)];
  const { changed, footprint } = report;
  const ofProgram = files.filter(({ software }) => software === project.software);
  const version = findMainVersion(project.software, ofProgram, plans);
  const hasOwnDates =
    changed !== null && [changed.firstFile, changed.lastFile].every((path) => isOwn({ path }));
  return {
    ...report,
    projects: [project],
    plans,
    files,
    geometries: report.geometries.filter(isOwn),
    software: report.software
      .filter(({ name }) => name === project.software)
      .map((software) => omitUndefined({ ...software, otherVersions: [], version })),
    footprint: footprint && project.counties ? { ...footprint, counties: project.counties } : null,
    changed: hasOwnDates ? changed : null,
  };
}
