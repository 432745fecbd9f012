import config from "../../../vitest.config.ts";

/** The Vitest projects that only `npm run test:full` runs. */
export const FULL_ONLY_PROJECTS = ["browser", "flows", "long"];

const PROJECTS = (config.test!.projects as { test: { name: string } }[]).map(({ test }) => test.name);

/**
 * Returns the Vitest options that name the other projects; none if the caller names files or projects. Two filters such as
 * `--project=!browser --project=!flows` would exclude nothing: Vitest runs a project that matches one of them.
 */
export function selectProjects(vitestArguments: string[]): string[] {
  const isSelection = vitestArguments.some((arg) => !arg.startsWith("-") || arg.startsWith("--project"));
  if (isSelection) return [];
  return PROJECTS.filter((name) => !FULL_ONLY_PROJECTS.includes(name)).map((name) => `--project=${name}`);
}
