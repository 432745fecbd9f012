import { BaseSequencer, type TestSpecification } from "vitest/node";

/** How many browser files start after each file of the flows, which mostly wait for processes. */
const BROWSER_FILES_PER_FLOW = 2;

/**
 * Starts files that wait for processes and browsers before files that compute, so that both cores are busy to the end.
 * Mixes flows and browser files: three browsers at once would need more than two cores.
 */
export class WaitingFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const filesOf = (...projects: string[]) =>
      sorted.filter(({ project }) => projects.includes(project.name));
    const flows = filesOf("flows", "long");
    const browser = filesOf("browser", "journey");
    const waiting = new Set([
      ...flows.flatMap((flow, index) => [
        flow,
        ...browser.slice(index * BROWSER_FILES_PER_FLOW, (index + 1) * BROWSER_FILES_PER_FLOW),
      ]),
      ...browser,
    ]);
    return [...waiting, ...sorted.filter((file) => !waiting.has(file))];
  }
}
