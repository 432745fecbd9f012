/** The Vitest projects that only `npm run test:full` runs. */
export const FULL_ONLY_PROJECTS = ["browser", "flows", "long"];

/** Returns the Vitest options that exclude these projects; none if the caller names files or projects. */
export function excludeFullOnlyProjects(vitestArguments: string[]): string[] {
  const isSelection = vitestArguments.some((arg) => !arg.startsWith("-") || arg.startsWith("--project"));
  return isSelection ? [] : FULL_ONLY_PROJECTS.map((name) => `--project=!${name}`);
}
